import { contrast, readableContrast } from '../../../src/brand/color.ts'
import { addedStyles } from '../../../src/document/styles/join-styles.ts'
import type { TemplateFiles } from '../../../src/document/template-files.ts'
import type { Finding } from '../finding.ts'
import type { LintedFolder } from '../folder.ts'
import type { Place } from '../markup/html-pieces.ts'
import { reportInto } from '../report.ts'
import { contrastAdvice, shownContrast } from './contrast-words.ts'
import { cssColor } from './css-color.ts'
import type { MailStyles } from './mail-styles.ts'
import type { PageElement } from './page-elements.ts'
import { readSheet } from './sheet.ts'

/** A color that a stylesheet gives to a class. */
interface Setting {
  file: string
  at: Place
  value: string
  /** The setting with the higher rank wins. */
  rank: number
}

/** Stylesheets whose plain rules are inlined, in order. */
const inlinedFiles = ['email.css', ...addedStyles]

/**
 * Text in the light mail with too little contrast, where the merchant's stylesheet sets one of the colors. Skips colors that
 * are not constant.
 */
export function contrastRule({ own, files }: LintedFolder, { elements }: MailStyles, findings: Finding[]): void {
  const colors = settingsOf(files, ['color'])
  const backgrounds = settingsOf(files, ['background', 'background-color'])
  const told = new Set<Setting>()
  for (const element of elements) {
    if (!element.hasText) continue
    const text = effective(element, colors, ({ name }) => name === 'a')
    const backdrop = effective(element, backgrounds, ({ hasBackground }) => hasBackground)
    const mine = [text, backdrop].find(setting => setting && own.has(setting.file))
    const [color, background] = [text, backdrop].map(setting => cssColor(setting?.value ?? ''))
    if (!mine || !color || !background || told.has(mine)) continue
    const ratio = contrast(color, background)
    if (ratio >= readableContrast) continue
    told.add(mine)
    reportInto(
      findings,
      mine.file,
      own.get(mine.file)!,
    )(mine.at, {
      rule: 'low-contrast',
      severity: 'warning',
      message: `text in ${color} on ${background} has a contrast of ${shownContrast(ratio)} : 1`,
      advice: contrastAdvice,
    })
  }
}

/** The colors of classes, from single-class selectors only. */
function settingsOf(files: TemplateFiles, properties: readonly string[]): Map<string, Setting> {
  const settings = new Map<string, Setting>()
  let rank = 0
  for (const file of inlinedFiles) {
    for (const { part, selectors, declarations } of readSheet(file, files.get(file) ?? '').rules) {
      const set = declarations.findLast(({ property }) => properties.includes(property))
      if (part !== 'inlined' || !set) continue
      for (const { parts } of selectors) {
        const [only, ...others] = parts
        if (only?.type !== 'ClassSelector' || others.length > 0) continue
        settings.set(only.name, { file, at: set.at, value: set.value, rank: rank++ })
      }
    }
  }
  return settings
}

/** The setting of the element, or of its nearest ancestor with one. Undefined if something else sets it. */
function effective(
  element: PageElement,
  settings: ReadonlyMap<string, Setting>,
  isSetElsewhere: (element: PageElement) => boolean,
): Setting | undefined {
  for (let at: PageElement | undefined = element; at; at = at.parent) {
    const found = at.classes.flatMap(name => settings.get(name) ?? [])
    const winner = found.sort((one, other) => one.rank - other.rank).at(-1)
    if (winner && !/^(transparent|inherit)$/i.test(winner.value)) return winner
    if (!winner && isSetElsewhere(at)) return undefined
  }
  return undefined
}
