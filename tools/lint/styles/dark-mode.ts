import { contrast, readableContrast } from '../../../src/brand/color.ts'
import type { Report } from '../report.ts'
import { cssColor } from './css-color.ts'
import type { MailStyles } from './mail-styles.ts'
import { type Declaration, type Sheet, type StyleRule, subjectClasses } from './sheet.ts'

/** Colors set for light mode only. */
export function darkModeRule(sheet: Sheet, { kept }: MailStyles, report: Report): void {
  const dark = darkColors(kept)
  for (const { part, selectors, declarations } of sheet.rules) {
    if (part !== 'inlined' || setsTextAndBackground(declarations)) continue
    for (const { property, value, at } of declarations) {
      const kind = kindOf(property)
      if (!kind || !cssColor(value)) continue
      const name = selectors.flatMap(subjectClasses).find(each => !dark.has(`${each} ${kind}`))
      if (name === undefined) continue
      report(at, {
        rule: 'no-dark-counterpart',
        severity: 'warning',
        message: `${property}: ${value} does not change in dark mode`,
        advice: `add @media (prefers-color-scheme: dark) { .${name} { ${kind}: … !important; } }`,
      })
    }
  }
}

/** Class and property set for dark mode. */
function darkColors(kept: readonly StyleRule[]): Set<string> {
  const dark = kept.filter(({ within }) => within.some(prelude => /prefers-color-scheme:\s*dark/.test(prelude)))
  return new Set(
    dark.flatMap(({ selectors, declarations }) =>
      selectors
        .flatMap(subjectClasses)
        .flatMap(name => declarations.map(({ property }) => `${name} ${kindOf(property) ?? property}`)),
    ),
  )
}

/** Text and background set together are legible on any page. */
function setsTextAndBackground(declarations: readonly Declaration[]): boolean {
  const set = (kind: string) =>
    cssColor(declarations.findLast(({ property }) => kindOf(property) === kind)?.value ?? '')
  const [text, background] = [set('color'), set('background')]
  return text !== undefined && background !== undefined && contrast(text, background) >= readableContrast
}

function kindOf(property: string): 'color' | 'background' | undefined {
  if (property === 'color') return 'color'
  return property === 'background' || property === 'background-color' ? 'background' : undefined
}
