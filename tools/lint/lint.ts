import '../../src/node-version.ts'
import { aList, anything, checkOptions, type KnownOptions } from '../../src/options/check-options.ts'
import type { Variant } from '../../src/view/variant.ts'
import { brandFindings } from './brand.ts'
import { fieldFindings } from './fields/fields.ts'
import { receiptFieldFindings } from './fields/receipt-fields.ts'
import { sectionFindings } from './fields/sections.ts'
import { slotFindings } from './fields/slots.ts'
import type { Finding } from './finding.ts'
import type { LintedFolder } from './folder.ts'
import { withoutAllowed } from './lint-allow.ts'
import { markupFindings } from './markup/markup.ts'
import { readFolder } from './read-folder.ts'
import { refusalFindings } from './refusals.ts'
import { styleFindings } from './styles/styles.ts'

export type { Finding } from './finding.ts'
export { type Trial, tryTemplates } from './try-folder.ts'

export interface LintOptions {
  /** The variant to look at; default: that of the folder's `brand.json`, then `modern`. */
  variant?: Variant
  /** Mail clients to hold the mail against: `gmail`, `outlook`. Default none. */
  clients?: readonly string[]
}

const lintOptions: KnownOptions<LintOptions> = { variant: anything, clients: aList }

/** Rules that look at a place and what is around it. */
const rulesOfPlaces = [refusalFindings, sectionFindings, fieldFindings, markupFindings, styleFindings]

/** Rules that look for what is nowhere on a page. */
const rulesOfPages = [slotFindings, receiptFieldFindings]

/**
 * Looks a template folder over before a customer does. Only the folder's own files are spoken of.
 *
 * @param path the merchant's folder; without it, the package's own templates
 * @returns what is wrong with it, each once, sorted by file, line and column
 * @throws TemplateError when there is no such folder, OptionError for a client that is not known
 */
export async function lintTemplates(path?: string, options: LintOptions = {}): Promise<Finding[]> {
  checkOptions('', options, lintOptions)
  const { variant, clients = [] } = options
  const { folder, faults } = readFolder(path, variant)
  const found = [
    ...faults,
    ...(path === undefined ? [] : brandFindings(path)),
    ...rulesOfPlaces.flatMap(rule => rule(folder)),
    ...(await unsupported(folder, clients)),
  ]
  if (!found.some(({ rule }) => keepsFromPage.includes(rule))) found.push(...rulesOfPages.flatMap(rule => rule(folder)))
  return sorted(eachOnce(withoutAllowed(found, folder.own)))
}

/** What keeps a page from being put together: nobody can tell then what is missing on it. */
const keepsFromPage: readonly string[] = ['syntax', 'no-such-section', 'section-in-itself']

/** The data about mail clients is large and seldom asked for. */
async function unsupported(folder: LintedFolder, clients: readonly string[]): Promise<Finding[]> {
  if (!clients.length) return []
  const { clientFindings } = await import('./clients/clients.ts')
  return clientFindings(folder, clients)
}

/** What is found by way of several pages is told once. */
function eachOnce(findings: readonly Finding[]): Finding[] {
  const found = new Map<string, Finding>()
  for (const finding of findings) {
    const { file, line, column, rule, message } = finding
    found.set([file, line, column, rule, message].join(' '), finding)
  }
  return [...found.values()]
}

function sorted(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (one, other) => compare(one.file, other.file) || one.line - other.line || one.column - other.column,
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
