import { OptionError } from 'counterfoil'
import {
  type FontGap,
  fontGaps,
  loadCatalogue,
  openPrinter,
  type Printer,
  type PrinterOptions,
  type PrintSteps,
  scriptNames,
  type TemplateFolder,
} from 'counterfoil/internal'
import { StartError } from '../basics/errors/errors.ts'
import type { Database } from '../database/database.ts'
import { type AppearanceContent, templateFolderOf } from './appearances.ts'
import type { Merchant } from './merchants.ts'

/** What the settings say about printing. */
export interface PrintingOptions {
  /** A folder with fonts besides the package's. */
  fontsDir?: string
  /** Chromium's sandbox; default the engine's. */
  browserSandbox?: boolean
  /** Milliseconds that printing one document may take; default the engine's. */
  pdfTimeoutMs?: number
  /** Pages that a PDF may have; default the engine's. */
  pdfMaxPages?: number
}

/**
 * Opens a printer that prints U+FFFD for letters that no font has, rather than nothing: who uses it counts, logs or says it.
 *
 * @param stepsOf as of `openPrinter`
 * @throws StartError if the fonts' folder has none
 */
export function openLenientPrinter(
  { fontsDir, browserSandbox, pdfTimeoutMs, pdfMaxPages }: PrintingOptions,
  more: PrinterOptions = {},
  stepsOf?: (html: string) => PrintSteps,
): Printer {
  try {
    const printing = {
      ...{ timeout: pdfTimeoutMs, maxPages: pdfMaxPages },
      ...more,
      missingGlyphs: 'replace',
      ...(fontsDir !== undefined && { fonts: [fontsDir] }),
      ...(browserSandbox !== undefined && { sandbox: browserSandbox }),
    } as const
    return openPrinter(printing, stepsOf)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    throw new StartError(error.message.replace(/^fonts:/, 'FONTS_DIR:'), { cause: error })
  }
}

/** The languages, of all that a merchant's receipts may have, whose wording no font has. */
export function fontGapsOf(folder: Pick<TemplateFolder, 'files'> | undefined, printer: Printer): FontGap[] {
  const words = [...(folder?.files ?? [])].flatMap(([path, text]) => {
    const [, name] = /^locales\/(.+\.json)$/.exec(path) ?? []
    return name === undefined ? [] : [[name, text] as const]
  })
  return fontGaps(loadCatalogue({ overlay: [{ path: 'locales', files: new Map(words) }] }), printer)
}

/** Languages named at once; a language's words may stand in for all that lack them. */
const maxNamed = 5

/** What gaps mean, one sentence; undefined if there are none. */
export function describeGaps(gaps: readonly FontGap[]): string | undefined {
  if (gaps.length === 0) return undefined
  const locales = gaps.map(({ locale }) => locale)
  const more = locales.length > maxNamed ? ` and ${locales.length - maxNamed} more` : ''
  const scripts = [...new Set(gaps.flatMap(({ scripts }) => scripts))]
  return `PDFs in ${locales.slice(0, maxNamed).join(', ')}${more} lack letters of ${scriptNames(scripts)}, which no installed font has.`
}

/** What to do about letters that no font has. */
export const fontAdvice =
  'Install the fonts of counterfoil-service, or set FONTS_DIR to a folder with fonts that have them.'

/**
 * Prints a one-word page, with a browser that is closed right after.
 *
 * @throws BrowserError or PrintError that says why PDFs can't be printed here
 */
export async function tryPrinting(options: PrintingOptions): Promise<void> {
  await using printer = openLenientPrinter(options, { processes: 1, timeout: 60_000 })
  await printer.print({ html: page, paper: 'a4' })
}

const page = '<!doctype html><html lang="en"><head><title>Check</title></head><body><p>Check</p></body></html>'

/** Receipts whose letters are looked at, of all merchants together. */
const sample = 200

/** The template folders of merchants that have one, as they were saved. */
export async function ownFolders(db: Database, merchants: readonly Merchant[]): Promise<TemplateFolder[]> {
  const folders: TemplateFolder[] = []
  for (const { id, version } of merchants.filter(hasOwnTemplates)) {
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

function hasOwnTemplates({ settings, publishedTemplates }: Merchant): boolean {
  return settings.templates !== undefined || publishedTemplates !== undefined
}

/** The letters of the newest receipts, as JSON without escapes. */
export async function newestText(db: Database, merchants: readonly Merchant[]): Promise<string> {
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
