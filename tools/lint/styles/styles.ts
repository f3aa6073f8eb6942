import { contrast, readableContrast } from '../../../src/brand/color.ts'
import { unbrokenClass } from '../../../src/document/language/helpers.ts'
import { addedStyles } from '../../../src/document/styles/join-styles.ts'
import { readTemplateFiles, type TemplateFiles } from '../../../src/document/template-files.ts'
import { templateFolder } from '../../../src/document/templates.ts'
import type { LintedFolder } from '../finding.ts'
import { type Fault, type Finding, fileStart, type Place, placeAfter, type Report, reportInto } from '../finding.ts'
import { classesOf } from '../markup/html-pieces.ts'
import { scanFolder } from '../markup/scan-folder.ts'
import { contrastRule, cssColor } from './contrast.ts'
import { atRules, importantRule, keptLengthRule } from './kept.ts'
import { type MailStyles, readMailStyles } from './mail-styles.ts'
import { selectorRules, unusedClassRule } from './selectors.ts'
import { type Declaration, readSheet, type Sheet, type StyleRule, subjectClasses } from './sheet.ts'
import { valueRules } from './values.ts'

/** Rules about stylesheets: what mail clients and the inliner do with them, and whether the result is legible. */
export function styleFindings(folder: LintedFolder): Finding[] {
  const stylesheets = [...folder.own].filter(([path]) => path.endsWith('.css'))
  if (stylesheets.length === 0) return []
  const findings: Finding[] = []
  const mail = readMailStyles(folder.files)
  const used = usedClasses(folder.files)
  // A changed copy of the package's stylesheets may keep rules that a look leaves unused.
  const isAdded = (path: string) => addedStyles.some(name => name === path)
  const shipped = stylesheets.every(([path]) => isAdded(path)) ? [] : shippedClasses()
  for (const [path, source] of stylesheets) {
    const report = reportInto(findings, path, source)
    const sheet = readSheet(path, source)
    syntaxRule(sheet, source, report)
    atRules(sheet, path, report)
    for (const rule of sheet.rules) {
      valueRules(rule, report)
      selectorRules(rule, report)
      unusedClassRule(rule, isAdded(path) ? used : new Set([...used, ...shipped]), report)
    }
    importantRule(sheet, mail, report)
    darkModeRule(sheet, mail, report)
  }
  return [...findings, ...contrastRule(folder, mail), ...keptLengthRule(folder)]
}

/** Colors set for light mode only. */
function darkModeRule(sheet: Sheet, { kept }: MailStyles, report: Report): void {
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

/** The classes that a folder's HTML templates use, for mail and paper, which share most sections; and the one that values bring. */
function usedClasses(files: TemplateFiles): Set<string> {
  const pieces = [...scanFolder(files).values()].flat()
  return new Set([unbrokenClass, ...pieces.flatMap(piece => (piece.kind === 'tag' ? classesOf(piece) : []))])
}

/** The same for the package's templates. */
function shippedClasses(): Set<string> {
  return usedClasses(readTemplateFiles(templateFolder))
}

/** Invalid CSS, and mustaches that a stylesheet cannot contain. */
function syntaxRule({ problems }: Sheet, source: string, report: Report): void {
  const reported = new Set<number>()
  for (const [index, mustache] of mustachesOf(source)) {
    const at = placeAfter(fileStart, source.slice(0, index))
    const wrong = wrongMustache(mustache)
    if (!wrong) continue
    report(at, wrong)
    reported.add(at.line)
  }
  for (const { message, at } of problems) {
    // The first error of a line causes others.
    if (reported.has(at.line)) continue
    reported.add(at.line)
    report(
      at,
      syntaxError(`invalid CSS: ${message}`, 'correct it; browsers drop what they cannot read, and more with it'),
    )
  }
  const unclosed = unclosedBlock(source)
  if (unclosed) report(unclosed, syntaxError('this { is never closed', 'add the missing }'))
}

function syntaxError(message: string, advice: string) {
  return { rule: 'css-syntax', message, advice } as const
}

function mustachesOf(source: string): [number, string][] {
  return Array.from(blanked(source, comments).matchAll(/\{\{.*?\}\}/g), match => [match.index, match[0]])
}

/** The rules about fields report unknown fields, blocks and helpers. */
function wrongMustache(mustache: string): Fault | undefined {
  const path = /^\{\{\s*([\w.@]+)\s*\}\}$/.exec(mustache)?.[1]
  if (path === undefined || path === 'else') return undefined
  if (!/^(@root\.)?brand\./.test(path)) {
    return {
      rule: 'data-in-style',
      message: `${mustache} is receipt text and would be read as CSS`,
      advice: 'only {{brand.…}} is allowed in stylesheets',
    }
  }
  return mustache === `{{${path}}}`
    ? undefined
    : syntaxError(`${mustache} contains spaces, which do not work in stylesheets`, `write {{${path}}}`)
}

function unclosedBlock(source: string): Place | undefined {
  const opened: number[] = []
  for (const { 0: bracket, index } of blanked(source, commentsAndQuotes)
    .replace(/\{\{|\}\}/g, '  ')
    .matchAll(/[{}]/g)) {
    if (bracket === '{') opened.push(index)
    else opened.pop()
  }
  const first = opened[0]
  return first === undefined ? undefined : placeAfter(fileStart, source.slice(0, first))
}

const comments = /\/\*[\s\S]*?(?:\*\/|$)/g
const commentsAndQuotes = /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g

/** The source with matches of `parts` replaced by spaces. */
function blanked(source: string, parts: RegExp): string {
  return source.replace(parts, found => found.replace(/[^\n]/g, ' '))
}
