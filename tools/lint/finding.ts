import { basename } from 'node:path'
import { codeFrame } from '../../src/document/language/parse.ts'
import type { SectionOrder } from '../../src/document/section-order.ts'
import type { TemplateFiles } from '../../src/document/template-files.ts'
import type { CounterfoilError, LocaleError, TemplateError } from '../../src/errors.ts'
import { maxFileBytes, readRegularText } from '../../src/options/regular-file.ts'
import type { Look } from '../../src/view/variant.ts'
import { adviceOf, rules } from './rules.ts'

/** A template folder as lint rules see it. */
export interface LintedFolder {
  look: Look
  /** The files to report on: the merchant's, as they are on disk. */
  own: TemplateFiles
  /** All files of the pages: the package's and the look's, with the merchant's replacing them. */
  files: TemplateFiles
  /** The same without the merchant's. */
  shipped: TemplateFiles
  /** The order of the sections in `brand.json`, which `files` have. */
  sections?: SectionOrder
  /** The merchant's words, `{{own.name}}`; each exists in every language. Undefined if unknown. */
  words?: ReadonlySet<string>
}

/** Something in a template folder that is wrong, or will be regretted. */
export interface Finding {
  /** A stable name such as `unknown-field`. */
  rule: string
  /** An error means wrong receipts, or none; a warning, receipts that could be better. */
  severity: 'error' | 'warning'
  /** Path within the template folder, with `/` separators. */
  file: string
  /** Both count from 1. */
  line: number
  column: number
  message: string
  /** What to do about it. */
  advice: string
  /** The line and its neighbours. */
  frame: string
}

/** What a rule found; advice and severity only where they aren't the rule's usual ones. */
export type Fault = Pick<Finding, 'rule' | 'message'> & Partial<Pick<Finding, 'advice' | 'severity'>>

/** Reports what a rule found in a file. */
export type Report = (at: SourcePosition, fault: Fault) => void

/** A `Report` that adds to `findings`. */
export function reportInto(findings: Finding[], file: string, source: string): Report {
  return (at, fault) => findings.push(findingIn(file, source, at, fault))
}

/** The finding for a fault at a place of a file. */
export function findingIn(file: string, source: string, { line, column }: SourcePosition, fault: Fault): Finding {
  // biome-ignore lint/style/noNonNullAssertion: every fault names one of the rules
  const { rule, severity = rules[rule]!.severity, message, advice = adviceOf(rule) } = fault
  return { severity, rule, message, advice, file, line, column, frame: codeFrame(source, line) }
}

/** Where something is in a file; both count from 1. */
export interface SourcePosition {
  line: number
  column: number
}

/** For findings about a whole file. */
export const fileStart: SourcePosition = { line: 1, column: 1 }

/** Where a statement starts. (Not typed as Handlebars', whose types the package's readers don't have.) */
export function placeOf({ loc }: { loc: { start: SourcePosition } }): SourcePosition {
  return { line: loc.start.line, column: loc.start.column + 1 }
}

/** The place after a text that starts at `start`. */
export function placeAfter(start: SourcePosition, text: string): SourcePosition {
  const lines = text.split('\n')
  const last = lines.at(-1) ?? ''
  return lines.length === 1
    ? { line: start.line, column: start.column + text.length }
    : { line: start.line + lines.length - 1, column: last.length + 1 }
}

/** Spaces in place of a text, with its line breaks, so that what follows keeps its place. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/**
 * The finding for an error that names a mistake in a JSON file of a folder.
 *
 * @param otherwise the advice, if the error has none
 */
export function faultInJson(
  folder: string,
  file: string,
  rule: string,
  error: CounterfoilError,
  otherwise: string,
): Finding {
  const text = readRegularText(file, maxFileBytes.settings, folder)
  const source = typeof text === 'string' ? text : ''
  const message = withoutPath(error.message, folder).replace(/^brand\./, '')
  return findingIn(file, source, placeIn(source, message), { rule, ...parted(message, otherwise) })
}

/** The message without the leading file path, which the finding already has. */
function withoutPath(message: string, folder: string): string {
  return message.startsWith(folder) || message.startsWith(basename(folder))
    ? message.replace(/^.*?\.json: /, '')
    : message
}

/** Where an error in a JSON file is: the position it names, else the key it names. */
function placeIn(source: string, message: string): SourcePosition {
  const named = /line (\d+) column (\d+)/.exec(message)
  if (named) return { line: Number(named[1]), column: Number(named[2]) }
  const key = /"([^"]+)"/.exec(message)?.[1] ?? /^\w+/.exec(message)?.[0] ?? ''
  return placeOfKey(source, key.split('.').at(-1) ?? '')
}

/** Where a key is in a JSON file; the file's start if it has no such key. Quotes within strings are escaped, so cannot match. */
export function placeOfKey(source: string, key: string): SourcePosition {
  return placeAt(source, indexOfKey(source, key))
}

/** Where an entry of a list of strings is in a JSON file; the key's place if there is no such entry. */
export function placeOfEntry(source: string, key: string, at: number): SourcePosition {
  const start = indexOfKey(source, key)
  const list = source.indexOf('[', start)
  const entry = [...source.slice(list).matchAll(/"(?:[^"\\]|\\.)*"/g)][at]
  return placeAt(source, entry ? list + entry.index : start)
}

function indexOfKey(source: string, key: string): number {
  return source.search(new RegExp(`(?<!\\\\)"${key.replace(/\W/g, '\\$&')}"\\s*:`))
}

function placeAt(source: string, index: number): SourcePosition {
  return placeAfter(fileStart, source.slice(0, Math.max(index, 0)))
}

/** Splits an error's message into what is wrong and what to do about it. `otherwise` is the advice if it has none. */
export function parted(message: string, otherwise: string): { message: string; advice: string } {
  const [wrong = '', ...advice] = message.split(/; |\. (?=[A-Z])/)
  return { message: wrong.replace(/\.$/, ''), advice: advice.join('; ').replace(/\.$/, '') || otherwise }
}

/** What `make` gives; undefined if it throws an error of this kind, which another rule reports. */
export function ifUsable<Result>(kind: typeof TemplateError | typeof LocaleError, make: () => Result) {
  try {
    return make()
  } catch (error) {
    if (error instanceof kind) return undefined
    throw error
  }
}
