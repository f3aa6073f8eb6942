// Room `paper`: a receipt as a printer’s bytes, of text or of dots.
// Besides the ways in, `settings`, `doctor` and `cli` may call it.

import type { Engine, EngineOptions, PdfOptions, ReceiptSource, Slip } from 'counterfoil'
import { codeOf, TillError } from '../basics/errors.ts'
import type { Language } from '../port/dialects.ts'
import { bandsOf } from './bands.ts'
import { drawerBytes, openJob, type Page, type Printer } from './encoder.ts'
import { choosePage } from './letters.ts'
import { dpiOf, type PrinterOptions, readPrinter } from './printer.ts'
import { drawPdf, drawRoll, type Sheet, sheetOf } from './roll.ts'
import { slipJob, styledLines } from './slip.ts'

/** For what printer; default: the usual one. */
export interface NamedPrinter {
  /** Millimeters: any ESC/POS printer of such paper. */
  width?: 80 | 58 | undefined
  /** What is known of it. */
  printer?: PrinterOptions | undefined
}

/** The engine's options for the receipt, and for what printer. */
export interface PaperOptions extends Omit<PdfOptions, 'paper' | 'dots'>, NamedPrinter {
  /** How to print. Default: as text where the printer has all letters, else as a picture. */
  as?: 'text' | 'picture' | undefined
}

/** A receipt for a printer. */
export interface Paper {
  /** What the printer takes: the whole receipt, and the cut. */
  bytes: Uint8Array
  /** The commands that they are made of. */
  language: Language
  as: 'text' | 'picture'
  /** Why so, in words for a log. */
  why: string
  /** Scripts (ISO 15924, `Hang`) of letters that no installed font has: the paper shows � for them. Absent if it has all letters. */
  missing?: readonly string[]
}

/** A picture of what a printer prints. */
export interface PaperPreview extends Pick<Paper, 'as' | 'why'> {
  /** A PNG file, 203 dots an inch. */
  png: Uint8Array
}

/** Makes receipts for printers. */
export interface PaperMaker extends AsyncDisposable {
  /**
   * A receipt as the printer takes it. Needs no network; a picture needs a browser and `@hyzyla/pdfium`.
   *
   * @throws TillError for a bad option or a missing package; the engine's errors for a bad receipt
   */
  paper(receipt: ReceiptSource, options?: PaperOptions): Promise<Paper>
  /** A picture of the same, without a printer. Needs a browser and `@hyzyla/pdfium`. @throws as `paper` */
  preview(receipt: ReceiptSource, options?: PaperOptions): Promise<PaperPreview>
  /** The bytes that open the cash drawer, and print nothing. */
  drawer(options?: NamedPrinter): Uint8Array
  /** A test sheet of the printer's columns, dots and code pages. */
  sheet(options?: NamedPrinter): Sheet & Pick<Paper, 'language'>
  /** Whether there is such a printer. */
  knows(printer: PrinterOptions): boolean
  /** Ends the browser, if one was started. */
  close(): Promise<void>
}

/** What receipts on paper look like, and on which printer. */
export interface PaperMakerOptions {
  /** The usual printer. */
  printer?: PrinterOptions | undefined
  /** How receipts look: the engine's options. Letters that no font has are printed as �, unless `pdf.missingGlyphs` is `error`. */
  merchant?: EngineOptions | undefined
  /** Or an engine that is open; who opened it closes it. */
  engine?: Engine | undefined
}

/** Opens what makes receipts for printers. The engine is loaded with the first. */
export function openPaper({ printer: usual, merchant, engine: shared }: PaperMakerOptions = {}): PaperMaker {
  let opened: Promise<Engine> | undefined

  function engine(): Promise<Engine> {
    // A receipt with a hole is better than none.
    const pdf = { ...merchant?.pdf, missingGlyphs: merchant?.pdf?.missingGlyphs ?? 'replace' }
    opened ??= counterfoil().then(({ createEngine }) => createEngine({ ...merchant, pdf }))
    return opened
  }

  function printerOf({ width, printer }: NamedPrinter): Printer {
    return readPrinter(width === undefined ? (printer ?? usual ?? {}) : { ...printer, width })
  }

  /** The slip, in the letters of one code page if the printer has one that fits. @throws TillError if it must and hasn't */
  async function layOut(receipt: ReceiptSource, { as, width, printer: named, ...receiptOptions }: PaperOptions) {
    const printer = printerOf({ width, printer: named })
    const rendering = shared ?? (await engine())
    const slip = rendering.slip(receipt, { ...receiptOptions, columns: printer.columns })
    const { page, why } = as === 'picture' ? { page: undefined, why: 'asked for' } : choosePage(slip, printer)
    if (as === 'text' && page === undefined) throw new TillError(`as: this receipt can't be printed as text: ${why}.`)
    return { receiptOptions, printer, rendering, slip, page, why }
  }

  async function paper(receipt: ReceiptSource, options: PaperOptions = {}): Promise<Paper> {
    const { receiptOptions, printer, rendering, slip, page, why } = await layOut(receipt, options)
    const { language } = printer
    if (page !== undefined) {
      const { drawBarcodeDots } = await counterfoil()
      return { bytes: slipJob(slip, page, printer, drawBarcodeDots), language, as: 'text', why }
    }
    const job = openJob(printer)
    let missing: readonly string[] = []
    const onMissingGlyphs = (scripts: readonly string[]) => {
      missing = scripts
      receiptOptions.onMissingGlyphs?.(scripts)
    }
    const roll = await drawRoll(rendering, receipt, printer, { ...receiptOptions, onMissingGlyphs })
    for (const band of bandsOf(roll, printer.language)) job.picture(band)
    job.cut()
    const drawn = { bytes: job.bytes(), language, as: 'picture' } as const
    if (missing.length === 0) return { ...drawn, why }
    const { scriptNames } = await counterfoil()
    return { ...drawn, why: `${why}, and no installed font has the letters of ${scriptNames(missing)}`, missing }
  }

  async function preview(receipt: ReceiptSource, options: PaperOptions = {}): Promise<PaperPreview> {
    const { receiptOptions, printer, rendering, slip, page, why } = await layOut(receipt, options)
    const paper = printer.width === 58 ? 'roll58' : 'roll80'
    const { openPrinter, slipPage } = await counterfoil()
    if (page === undefined) {
      const pdf = await rendering.pdf(receipt, { ...receiptOptions, paper, dots: printer.dots })
      return { png: await drawPdf(pdf), as: 'picture', why }
    }
    await using browser = openPrinter({ ...merchant?.pdf, processes: 1, missingGlyphs: 'replace' })
    const { columns, dots } = printer
    const html = slipPage(inLetters(slip, page, columns), { paper, columns, dots, dpi: dpiOf(printer) })
    const pdf = await browser.print({ html, paper })
    return { png: await drawPdf(pdf), as: 'text', why }
  }

  async function close(): Promise<void> {
    await (await opened)?.close()
    opened = undefined
  }

  return {
    paper,
    preview,
    drawer: (options = {}) => drawerBytes(printerOf(options)),
    sheet(options = {}) {
      const printer = printerOf(options)
      return { ...sheetOf(printer), language: printer.language }
    },
    knows(printer) {
      try {
        return readPrinter(printer).columns > 0
      } catch (error) {
        if (error instanceof TillError) return false
        throw error
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The slip as it is on paper: in the letters of a code page. */
function inLetters(slip: Slip, page: Page, columns: number): Slip {
  const parts = slip.parts.map(part => {
    if ('code' in part) return part
    const { lines, style, label } = styledLines(part, page, columns)
    return { text: lines.join('\n'), ...(style && { style }), ...(label && { bold: label.length }) }
  })
  return { ...slip, parts }
}

async function counterfoil(): Promise<typeof import('counterfoil/internal')> {
  try {
    return await import('counterfoil/internal')
  } catch (cause) {
    if (codeOf(cause) !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new TillError('Paper needs the package counterfoil: npm install counterfoil', { cause })
  }
}
