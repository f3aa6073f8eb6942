import { brandFileName } from '../../../src/brand/brand-file.ts'
import { readTemplateFolder, type TemplateFolder } from '../../../src/brand/template-folder.ts'
import { localeOf, viewOf } from '../../../src/engine.ts'
import { CounterfoilError } from '../../../src/errors.ts'
import { type Merchant, openMerchant } from '../../../src/merchant/open.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import type { Variant } from '../../../src/view/variant.ts'
import { markedMail } from '../../trace/trace.ts'
import { type Finding, findingsIn } from '../finding.ts'
import { type Fixture, readFixtures } from '../fixtures.ts'
import type { Place } from '../markup/html-pieces.ts'
import { readSheet } from '../styles/sheet.ts'
import { openPhone, type Phone, phoneWidth } from './broken-cells.ts'

/**
 * Lays out the package's receipts on a narrow phone, and reports what in the folder breaks a text into single letters. Needs
 * the browser that prints.
 *
 * @param path the template folder; it must be usable, or nothing is reported
 * @throws BrowserError if no browser starts
 */
export async function layoutFindings(path: string, variant?: Variant): Promise<Finding[]> {
  const folder = readTemplateFolder(path)
  const merchant = await opened(folder)
  if (!merchant) return []
  await using phone = await openPhone()
  const broken = new Map<string, Fixture>()
  for (const fixture of readFixtures())
    for (const place of await brokenIn(merchant, fixture, phone, variant)) {
      const field = place.replace(/\[\d+\]/g, '')
      if (!broken.has(field)) broken.set(field, fixture)
    }
  const causes = new Map<string, Cause>()
  for (const [fixture, fields] of Map.groupBy(broken.keys(), field => broken.get(field)!)) {
    const cause = await causeOf(folder, fixture, phone, variant)
    if (!cause) continue
    const key = `${cause.file}:${cause.at.line}:${cause.at.column}`
    const known = causes.get(key) ?? { ...cause, fixture, fields: [] }
    causes.set(key, { ...known, fields: [...known.fields, ...fields] })
  }
  return [...causes.values()].map(cause => finding(folder, cause))
}

/** What breaks texts, with the first receipt in which it does. */
interface Cause {
  file: string
  at: Place
  fixture: Fixture
  fields: string[]
}

/** The folder as a merchant; undefined if it has errors, which other rules report. */
async function opened(templates: TemplateFolder): Promise<Merchant | undefined> {
  try {
    return await openMerchant({ templates })
  } catch (error) {
    if (error instanceof CounterfoilError) return undefined
    throw error
  }
}

/** The view paths of a receipt's texts that break. */
async function brokenIn(
  merchant: Merchant,
  { receipt: sent, acceptLanguage, offers }: Fixture,
  phone: Phone,
  variant: Variant | undefined,
): Promise<string[]> {
  const receipt = parseReceipt(sent)
  const decision = localeOf(merchant, receipt, { acceptLanguage })
  const view = viewOf(merchant, receipt, decision, { offers })
  return await phone.brokenTexts(markedMail(merchant, view, variant).html)
}

/** The folder's file, or rule of a stylesheet, without which nothing breaks. */
async function causeOf(
  folder: TemplateFolder,
  fixture: Fixture,
  phone: Phone,
  variant: Variant | undefined,
): Promise<Pick<Cause, 'file' | 'at'> | undefined> {
  const heals = async (file: string, text: string | undefined) => {
    const files = new Map(folder.files)
    if (text === undefined) files.delete(file)
    else files.set(file, text)
    const healed = await opened({ ...folder, files })
    return healed !== undefined && (await brokenIn(healed, fixture, phone, variant)).length === 0
  }
  for (const [file, source] of folder.files) {
    if (file === brandFileName || file.startsWith('locales/') || !(await heals(file, undefined))) continue
    if (!file.endsWith('.css')) return { file, at: { line: 1, column: 1 } }
    for (const { declarations } of readSheet(file, source).rules)
      for (const { at } of declarations) if (await heals(file, withoutDeclaration(source, at))) return { file, at }
    return { file, at: { line: 1, column: 1 } }
  }
  return undefined
}

/** The stylesheet without the declaration that starts there. */
function withoutDeclaration(source: string, { line, column }: Place): string {
  const lines = source.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1
  return source.slice(0, start) + source.slice(start).replace(/^[^;}]*/, '')
}

function finding({ files }: TemplateFolder, { file, at, fixture, fields }: Cause): Finding {
  return findingsIn(file, files.get(file)!)(at, {
    rule: 'broken-words',
    severity: 'warning',
    message: `on a phone ${phoneWidth} px wide, receipt ${fixture.name} breaks ${fields.join(', ')} into single letters`,
    advice: 'give the cell beside it less width, or this one a min-width',
  })
}
