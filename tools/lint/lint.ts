import '../../src/node-version.ts'
import { createHash } from 'node:crypto'
import type { TemplateFiles } from '../../src/document/template-files.ts'
import { createBoundedCache } from '../../src/locale/bounded-cache.ts'
import { aFlag, aList, anything, checkOptions, type KnownOptions } from '../../src/options/check-options.ts'
import { nearest } from '../../src/options/nearest.ts'
import type { Variant } from '../../src/view/variant.ts'
import { fieldFindings } from './fields/fields.ts'
import { receiptFieldFindings, slotFindings } from './fields/left-out.ts'
import { missingSectionFindings, sectionFindings } from './fields/sections.ts'
import { type Finding, findingIn, type LintedFolder, type SourcePosition } from './finding.ts'
import { markupFindings } from './markup/markup.ts'
import { movedFindings } from './moved.ts'
import { readFolder } from './read-folder.ts'
import { refusalFindings } from './refusals.ts'
import { rules } from './rules.ts'
import { styleFindings } from './styles/styles.ts'

export type { Finding } from './finding.ts'
export { type Trial, tryTemplates } from './fixtures.ts'

/** Which receipts and mail clients a folder is checked for. */
export interface LintOptions {
  /** Default: the variant in the folder's `brand.json`, then `modern`. */
  variant?: Variant | undefined
  /** Mail clients to check the mail for: `gmail`, `outlook`. Default none. */
  clients?: readonly string[] | undefined
  /** Lay out every receipt of the package on a narrow phone, for texts broken into single letters. Needs the browser that prints. */
  layout?: boolean | undefined
}

const lintOptions: KnownOptions<LintOptions> = { variant: anything, clients: aList, layout: aFlag }

/** Rules about one place. */
const rulesOfPlaces = [refusalFindings, sectionFindings, fieldFindings, markupFindings, styleFindings, movedFindings]

/** Rules about what a page lacks. */
const rulesOfPages = [missingSectionFindings, slotFindings, receiptFieldFindings]

/**
 * Checks a template folder before a customer does. Reports on the folder's files only.
 *
 * @param path the merchant's folder; default: the package's templates
 * @returns each finding once, sorted by file, line and column
 * @throws TemplateError if the folder does not exist, OptionError for an unknown client, BrowserError if `layout` finds none
 */
export async function lintTemplates(path?: string, options: LintOptions = {}): Promise<Finding[]> {
  checkOptions('', options, lintOptions)
  const { variant, clients = [], layout = false } = options
  const { folder, faults } = readFolder(path, variant)
  const found = [
    ...faults,
    ...foundLately.get(digestOf(folder), () => templateFindings(folder)).map(finding => ({ ...finding })),
    ...(await unsupported(folder, clients)),
    ...(layout && path !== undefined ? await brokenWords(path, variant) : []),
  ]
  return sorted(eachOnce(withoutAllowed(found, folder.own)))
}

/** By the folder's digest: most changes of a brand leave its templates as they are, as while the studio shows each color on the way. */
const foundLately = createBoundedCache<readonly Finding[]>(4)

/** Of all that the rules read; the package's templates follow from the look. */
function digestOf({ look, own, sections = [], words }: LintedFolder): string {
  const read = JSON.stringify([look, [...own], sections, words && [...words]])
  return createHash('sha256').update(read).digest('base64')
}

function templateFindings(folder: LintedFolder): Finding[] {
  const found = rulesOfPlaces.flatMap(rule => rule(folder))
  const isPage = !found.some(({ rule }) => keepsFromPage.includes(rule))
  return isPage ? [...found, ...rulesOfPages.flatMap(rule => rule(folder))] : found
}

/** Errors that prevent assembling the page; rules about what is missing are skipped then. */
const keepsFromPage: readonly string[] = ['syntax', 'no-such-section', 'section-in-itself']

/** Loaded on demand: the data about mail clients is large and rarely needed. */
async function unsupported(folder: LintedFolder, clients: readonly string[]): Promise<Finding[]> {
  if (!clients.length) return []
  const { clientFindings } = await import('./clients/clients.ts')
  return clientFindings(folder, clients)
}

/** Loaded on demand: it renders receipts and starts a browser. */
async function brokenWords(path: string, variant: Variant | undefined): Promise<Finding[]> {
  const { layoutFindings } = await import('./layout.ts')
  return layoutFindings(path, variant)
}

/** Merges what several pages report. */
function eachOnce(findings: readonly Finding[]): Finding[] {
  const keyOf = ({ file, line, column, rule, message }: Finding) => [file, line, column, rule, message].join(' ')
  return [...new Map(findings.map(finding => [keyOf(finding), finding])).values()]
}

function sorted(findings: readonly Finding[]): Finding[] {
  const byFile = (one: Finding, other: Finding) => (one.file < other.file ? -1 : Number(one.file > other.file))
  return findings.toSorted((one, other) => byFile(one, other) || one.line - other.line || one.column - other.column)
}

/**
 * Drops what the folder allows: `{{!-- lint-allow bare-word --}}`, or the same in a CSS comment, silences the named rules on
 * its line and the next. An unknown rule name is a finding itself.
 */
function withoutAllowed(findings: readonly Finding[], own: TemplateFiles): Finding[] {
  const allowances = [...own].flatMap(([file, source]) => allowancesOf(file, source))
  const unknown = allowances.filter(({ rule }) => !Object.hasOwn(rules, rule))
  return [
    ...findings.filter(finding => !allowances.some(allowance => allows(allowance, finding))),
    ...unknown.map(allowance => unknownRule(allowance, own.get(allowance.file) ?? '')),
  ]
}

interface Allowance extends SourcePosition {
  file: string
  rule: string
}

function allowancesOf(file: string, source: string): Allowance[] {
  const comment = file.endsWith('.css') ? inStyles : inTemplates
  return [...source.matchAll(comment)].flatMap(({ 0: whole, 1: names = '', index }) => {
    const line = source.slice(0, index + whole.length).split('\n').length
    const column = index - source.lastIndexOf('\n', index - 1)
    return names.split(/[\s,]+/).map(rule => ({ file, rule, line, column }))
  })
}

const inTemplates = /\{\{~?!(?:--)?\s*lint-allow\s+(\w[\w-]*\w(?:[\s,]+\w[\w-]*\w)*)\s*(?:--)?~?\}\}/g
const inStyles = /\/\*\s*lint-allow\s+(\w[\w-]*\w(?:[\s,]+\w[\w-]*\w)*)\s*\*\//g

function allows({ file, rule, line }: Allowance, finding: Finding): boolean {
  return finding.file === file && finding.rule === rule && (finding.line === line || finding.line === line + 1)
}

function unknownRule({ file, rule, ...at }: Allowance, source: string): Finding {
  const near = nearest(rule, Object.keys(rules))
  return findingIn(file, source, at, {
    rule: 'unknown-rule',
    message: `lint-allow names "${rule}", which is not a rule`,
    advice: near ? `did you mean ${near}?` : 'see the rules in docs/templates.md',
  })
}
