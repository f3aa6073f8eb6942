import { type Printer, scriptNames } from 'counterfoil'
import type { DatabaseLook } from '../database/look.ts'
import { StartError } from '../errors/start-error.ts'
import type { Merchant } from '../merchants/merchants.ts'
import {
  describeGaps,
  fontAdvice,
  fontGapsOf,
  newestText,
  openLenientPrinter,
  ownFolders,
} from '../merchants/printing.ts'
import type { Config } from '../settings/config.ts'
import { type Found, fail, ok, warn } from './finding.ts'

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
