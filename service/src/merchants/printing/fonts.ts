import {
  type FontGap,
  fontGaps,
  loadCatalogue,
  OptionError,
  openPrinter,
  type Printer,
  type PrinterOptions,
  scriptNames,
  type TemplateFolder,
} from 'counterfoil'
import { StartError } from '../../errors/errors.ts'

/** What the settings say about printing. */
export interface PrintingOptions {
  /** A folder with fonts besides the package's. */
  fontsDir?: string
  /** Chromium's sandbox; default the engine's. */
  browserSandbox?: boolean
}

/**
 * Opens a printer that prints U+FFFD for letters that no font has, rather than nothing: who uses it counts, logs or says it.
 *
 * @throws StartError if the fonts' folder has none
 */
export function openLenientPrinter({ fontsDir, browserSandbox }: PrintingOptions, more: PrinterOptions = {}): Printer {
  try {
    return openPrinter({
      ...more,
      missingGlyphs: 'replace',
      ...(fontsDir !== undefined && { fonts: [fontsDir] }),
      ...(browserSandbox !== undefined && { sandbox: browserSandbox }),
    })
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
const most = 5

/** What gaps mean, one sentence; undefined if there are none. */
export function describeGaps(gaps: readonly FontGap[]): string | undefined {
  if (gaps.length === 0) return undefined
  const locales = gaps.map(({ locale }) => locale)
  const more = locales.length > most ? ` and ${locales.length - most} more` : ''
  const scripts = [...new Set(gaps.flatMap(({ scripts }) => scripts))]
  return `PDFs in ${locales.slice(0, most).join(', ')}${more} lack letters of ${scriptNames(scripts)}, which no installed font has.`
}

/** What to do about letters that no font has. */
export const fontAdvice =
  'Install the fonts of counterfoil-service, or set FONTS_DIR to a folder with fonts that have them.'
