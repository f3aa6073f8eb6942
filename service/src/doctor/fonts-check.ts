import { type Printer, scriptNames, type TemplateFolder } from 'counterfoil'
import type { Database } from '../database/database.ts'
import type { DatabaseLook } from '../database/look.ts'
import { StartError } from '../errors/start-error.ts'
import { type AppearanceContent, templateFolderOf } from '../merchants/appearance.ts'
import { describeGaps, fontAdvice, fontGapsOf, openLenientPrinter } from '../merchants/fonts.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { Config } from '../settings/config.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/** Receipts whose letters are looked at, of all merchants together. */
const sample = 200

/** Whether the fonts have the letters of all languages, of the merchants' own words, and of the newest receipts. */
export async function checkFonts(
  config: Config,
  look: Promise<DatabaseLook>,
  merchants: readonly Merchant[],
): Promise<Found> {
  try {
    await using printer = openLenientPrinter(config)
    return await judge(printer, look, merchants)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return fail(error.message, 'Put fonts there, or remove FONTS_DIR.')
  }
}

async function judge(printer: Printer, look: Promise<DatabaseLook>, merchants: readonly Merchant[]): Promise<Found> {
  // Without tables there are no merchants.
  const db = merchants.length > 0 ? (await look).db : undefined
  const folders = db ? await ownFolders(db, merchants) : []
  const gaps = [undefined, ...folders].map(folder => describeGaps(fontGapsOf(folder, printer)))
  const scripts = db ? printer.missingScripts(await newestText(db, merchants)) : []
  const seen =
    scripts.length > 0 && `New receipts have letters of ${scriptNames(scripts)}, which no installed font has.`
  const says = [...new Set([...gaps, seen].filter(Boolean))]
  if (says.length > 0) return warn(`${says.join(' ')} PDFs show � instead.`, fontAdvice)
  return ok(`The fonts have all letters of the languages${db ? ' and of the newest receipts' : ''}.`)
}

/** The template folders of merchants that have one, as they were saved. */
async function ownFolders(db: Database, merchants: readonly Merchant[]): Promise<TemplateFolder[]> {
  const folders: TemplateFolder[] = []
  for (const { id, version } of merchants.filter(({ settings }) => settings.templates !== undefined)) {
    const row = await db
      .selectFrom('merchant_versions')
      .innerJoin('appearances', 'appearances.hash', 'merchant_versions.appearance')
      .select('appearances.content')
      .where('merchant_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    const folder = row && templateFolderOf(JSON.parse(row.content) as AppearanceContent)
    if (folder) folders.push(folder)
  }
  return folders
}

/** The letters of the newest receipts, as JSON without escapes. */
async function newestText(db: Database, merchants: readonly Merchant[]): Promise<string> {
  const each = Math.max(1, Math.floor(sample / merchants.length))
  const texts: string[] = []
  for (const { id } of merchants) {
    const rows = await db
      .selectFrom('receipts')
      .select('api_request')
      .where('merchant_id', '=', id)
      .orderBy('receipt_date', 'desc')
      .limit(each)
      .execute()
    texts.push(...rows.map(({ api_request }) => JSON.stringify(JSON.parse(api_request))))
  }
  return texts.join('\n')
}
