import { contrast, isColor, readableContrast } from '../../../src/brand/color.ts'
import { addedStyles } from '../../../src/document/styles/stylesheet.ts'
import type { TemplateFiles } from '../../../src/document/template-files.ts'
import { type Finding, findingIn, type LintedFolder, type Report, type SourcePosition } from '../finding.ts'
import type { MailElement, MailStyles } from './mail-styles.ts'
import { type Declaration, readSheet, type Sheet, type StyleRule, subjectClasses } from './sheet.ts'

/** A color that a stylesheet gives to a class. */
interface Setting {
  file: string
  at: SourcePosition
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
export function contrastRule({ own, files }: LintedFolder, { elements }: MailStyles): Finding[] {
  const findings: Finding[] = []
  const colors = settingsOf(files, ['color'])
  const backgrounds = settingsOf(files, ['background', 'background-color'])
  const reported = new Set<Setting>()
  for (const element of elements) {
    if (!element.hasText) continue
    const text = effective(element, colors, ({ name }) => name === 'a')
    const backdrop = effective(element, backgrounds, ({ hasBackground }) => hasBackground)
    const mine = [text, backdrop].find(setting => setting && own.has(setting.file))
    const [color, background] = [text, backdrop].map(setting => cssColor(setting?.value ?? ''))
    if (!mine || !color || !background || reported.has(mine)) continue
    const ratio = contrast(color, background)
    if (ratio >= readableContrast) continue
    reported.add(mine)
    const message = `text in ${color} on ${background} has a contrast of ${shownContrast(ratio)} : 1`
    const fault = { rule: 'low-contrast', message }
    findings.push(findingIn(mine.file, own.get(mine.file) ?? '', mine.at, fault))
  }
  return findings
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
  element: MailElement,
  settings: ReadonlyMap<string, Setting>,
  isSetElsewhere: (element: MailElement) => boolean,
): Setting | undefined {
  for (let at: MailElement | undefined = element; at; at = at.parent) {
    const found = at.classes.flatMap(name => settings.get(name) ?? [])
    const winner = found.sort((one, other) => one.rank - other.rank).at(-1)
    if (winner && !/^(transparent|inherit)$/i.test(winner.value)) return winner
    if (!winner && isSetElsewhere(at)) return undefined
  }
  return undefined
}

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

/** Rounded down, so that too little is never shown as enough. */
export function shownContrast(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}

/** The 16 CSS 1 color names; others are rare. */
const named: Record<string, string> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
}

/** `#fff`, `rgb(255, 255, 255)` or `white` as `#rrggbb`. Undefined for translucent colors and keywords such as `inherit`. */
function cssColor(value: string): string | undefined {
  const color = value.trim().toLowerCase()
  if (isColor(color)) return color
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(color)
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`
  const channels = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(color)?.slice(1).map(Number)
  if (channels?.every(channel => channel < 256))
    return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
  return Object.hasOwn(named, color) ? named[color] : undefined
}
