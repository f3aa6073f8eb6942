import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { unbrokenClass } from '../../../src/document/language/whole-facts.ts'
import { addedStyles } from '../../../src/document/styles/stylesheet.ts'
import { readTemplateFiles, type TemplateFiles } from '../../../src/document/template-files.ts'
import { nearest } from '../../../src/options/nearest.ts'
import { fitAttempts } from '../../../src/pdf/fit-sheets.ts'
import {
  blank,
  type Fault,
  type Finding,
  fileStart,
  type LintedFolder,
  placeAfter,
  type Report,
  reportInto,
  type SourcePosition,
} from '../finding.ts'
import { classesOf } from '../markup/html-pieces.ts'
import { scanFolder } from '../markup/markup.ts'
import { contrastRule, darkModeRule } from './colors.ts'
import { atRules, importantRule, keptLengthRule, readMailStyles } from './mail-styles.ts'
import { classesIn, readSheet, type Selector, type Sheet, type StyleRule } from './sheet.ts'
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
  const shipped = stylesheets.every(([path]) => isAdded(path)) ? [] : usedClasses(readTemplateFiles(templateFolder))
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
  return [...findings, ...contrastRule(folder, mail), ...keptLengthRule(folder, mail)]
}

/** The classes that a folder's HTML templates use, for mail and paper, which share most sections; and the one that values bring. */
function usedClasses(files: TemplateFiles): Set<string> {
  const pieces = [...scanFolder(files).values()].flat()
  return new Set([unbrokenClass, ...pieces.flatMap(piece => (piece.kind === 'tag' ? classesOf(piece) : []))])
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
  return Array.from(source.replace(comments, blank).matchAll(/\{\{.*?\}\}/g), match => [match.index, match[0]])
}

/** The rules about fields report unknown fields, blocks and helpers. */
function wrongMustache(mustache: string): Fault | undefined {
  const path = /^\{\{\s*([\w.@]+)\s*\}\}$/.exec(mustache)?.[1]
  if (path === undefined || path === 'else') return undefined
  if (!/^(@root\.)?(brand\.|paper\.fonts$)/.test(path)) {
    return {
      rule: 'data-in-style',
      message: `${mustache} is receipt text and would be read as CSS`,
      advice: 'only {{brand.…}} and {{paper.fonts}} are allowed in stylesheets',
    }
  }
  return mustache === `{{${path}}}`
    ? undefined
    : syntaxError(`${mustache} contains spaces, which do not work in stylesheets`, `write {{${path}}}`)
}

function unclosedBlock(source: string): SourcePosition | undefined {
  const opened: number[] = []
  const blocks = source.replace(commentsAndQuotes, blank).replace(/\{\{|\}\}/g, blank)
  for (const { 0: bracket, index } of blocks.matchAll(/[{}]/g)) {
    if (bracket === '{') opened.push(index)
    else opened.pop()
  }
  const first = opened[0]
  return first === undefined ? undefined : placeAfter(fileStart, source.slice(0, first))
}

const comments = /\/\*[\s\S]*?(?:\*\/|$)/g
const commentsAndQuotes = /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g

/** Pseudo-classes that count children, or test for any. */
const byPosition =
  'first-child last-child only-child nth-child nth-last-child first-of-type last-of-type only-of-type nth-of-type nth-last-of-type empty'.split(
    ' ',
  )

/** Structural pseudo-classes, which the inliner supports. */
const byNature: readonly string[] = ['not', 'is', 'where', 'has', 'root']

/** Layout elements; a mail has hundreds. */
const layout: readonly string[] = '* table tbody thead tr td th div span'.split(' ')

/** Classes that mail clients add around a mail. */
const ofClients: readonly string[] = [
  'ExternalClass',
  'ReadMsgBody',
  'yshortcuts',
  'moz-text-html',
  'AppleMailSignature',
]

/** Classes that the printer adds to the body of a sheet. */
const ofPrinter: readonly string[] = fitAttempts.flatMap(classes => classes.split(' '))

/** What the inliner can apply: it sees the template, before any list or condition has run. */
function selectorRules({ part, nested, selectors }: StyleRule, report: Report): void {
  if (part !== 'inlined' || nested) return
  for (const selector of selectors) {
    const wrong = wrongSelector(selector)
    if (wrong) report(selector.at, wrong)
  }
}

/** Classes that no template uses. */
function unusedClassRule(rule: StyleRule, used: ReadonlySet<string>, report: Report): void {
  for (const selector of rule.selectors) {
    const unused = classesIn(selector).find(
      name => !used.has(name) && !ofClients.includes(name) && !ofPrinter.includes(name),
    )
    if (unused === undefined) continue
    const meant = nearest(unused, used)
    report(selector.at, {
      rule: 'unused-class',
      message: `no template has an element with the class "${unused}"`,
      advice: `${meant ? `did you mean .${meant}? If not, ` : ''}remove the rule, or give the class to an element in a template`,
    })
  }
}

function wrongSelector({ text, parts }: Selector): Fault | undefined {
  const position = parts.find(
    ({ type, name }) =>
      (type === 'PseudoClassSelector' && byPosition.includes(name)) || (type === 'Combinator' && /[+~]/.test(name)),
  )
  if (position) {
    return {
      rule: 'nth-child',
      message: `${text} depends on position, but styles are inlined before lists run: it hits every row or none`,
    }
  }
  const state = parts.find(
    ({ type, name }) =>
      type === 'PseudoElementSelector' || (type === 'PseudoClassSelector' && !byNature.includes(name)),
  )
  if (state) {
    return {
      rule: 'not-a-class',
      message: `${text} selects nothing that styles can be inlined on, so the rule is lost`,
      advice: 'move it into @media screen { … }, which stays a stylesheet, and add !important',
    }
  }
  const isLayout = parts.every(
    ({ type, name }) => type === 'Combinator' || (type === 'TypeSelector' && layout.includes(name)),
  )
  if (!isLayout) return undefined
  return {
    rule: 'not-a-class',
    severity: 'warning',
    message: `${text} applies to every such element of the mail, including its layout`,
    advice: 'select a class, or elements within one: .compact td',
  }
}
