import type { EmailMessage } from './email/compose.ts'
import { PrintError } from './errors.ts'
import type { LocaleDecision } from './locale/resolve/resolve.ts'
import { callsOf } from './merchant/calls.ts'
import { localeOf, mailOf, pageOf, slipPageOf, viewOf } from './merchant/documents.ts'
import { openMerchant } from './merchant/open.ts'
import {
  type ImageOptions,
  type MerchantOptions,
  type MergeOptions,
  merchantOptions,
  type PdfOptions,
  type ReceiptOptions,
  type TextOptions,
} from './merchant/options.ts'
import { anObject, anything, checkOptions, type KnownOptions } from './options/check-options.ts'
import { type Paper, paperSize } from './pdf/paper.ts'
import type { Printer } from './pdf/print.ts'
import { type PrinterOptions, printerOptions } from './pdf/printer-options.ts'
import type { ReceiptData } from './receipt/data/receipt-data.ts'
import type { ReceiptSource } from './receipt/parse.ts'
import type { ReceiptView } from './view/receipt-view.ts'
import type { Slip } from './view/slip.ts'

/** How a merchant's receipts look and print, for all of them. */
export interface EngineOptions extends MerchantOptions {
  /**
   * Default paper, and options for the browser that prints; or `printer`, to share one among engines. Whoever opened a shared
   * printer closes it.
   */
  pdf?: (PrinterOptions & { paper?: Paper | undefined; printer?: Printer | undefined }) | undefined
}

/** The bytes of a file. They have a buffer of their own, as bodies of responses need it. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Makes of receipts what customers get, in one merchant's look; each method takes a receipt as sent or parsed. */
export interface Engine extends AsyncDisposable {
  /** The language of a receipt, and why. */
  locale(receipt: ReceiptSource, options?: ReceiptOptions): LocaleDecision
  /** What the receipt says, before layout. */
  view(receipt: ReceiptSource, options?: ReceiptOptions): ReceiptView
  /** The receipt as an email message for nodemailer. */
  email(receipt: ReceiptSource, options?: ReceiptOptions): EmailMessage
  /** The receipt as a self-contained web page, which prints on A4 and Letter. */
  html(receipt: ReceiptSource, options?: ReceiptOptions): string
  /** The receipt as plain text. */
  text(receipt: ReceiptSource, options?: TextOptions): string
  /** The receipt as a till's slip: the text of `columns` (default 42), and its codes where they stand. */
  slip(receipt: ReceiptSource, options?: TextOptions): Slip
  /** The receipt as PDF; only this, `merge` and `image` need a browser. */
  pdf(receipt: ReceiptSource, options?: PdfOptions): Promise<Bytes>
  /**
   * One PDF of many receipts, such as a day's, in their order: a part is a receipt, which is printed, or bytes that `pdf` or `merge` gave.
   * Each has a bookmark. An error names the part's place, `parts[2]`.
   */
  merge(parts: readonly ReceiptSource[], options?: MergeOptions): Promise<Bytes>
  /** The receipt as an image, of all its height: the mail, the `paper`, or a receipt printer's slip. */
  image(receipt: ReceiptSource, options?: ImageOptions): Promise<Bytes>
  /** Closes the browser, if one was started; then `pdf`, `merge` and `image` throw PrintError. */
  close(): Promise<void>
}

/**
 * Opens what all receipts share: templates, words, brand. The first PDF or image starts the browser.
 *
 * The engine's calls take a receipt as it came (JSON value or text) or from `parseReceipt`, and throw `ReceiptDataError` if it
 * is invalid.
 *
 * @throws TemplateError, LocaleError, OptionError if the merchant's options or files are wrong
 */
export async function createEngine(given: EngineOptions = {}): Promise<Engine> {
  checkOptions('', given, engineOptions)
  const { pdf = {}, ...rest } = given
  checkOptions('pdf', pdf, pdfOptions)
  const { paper = 'a4', printer: shared, ...ownPrinter } = pdf
  const defaultPaper = typeof paper === 'object' ? { ...paper } : paper
  paperSize(defaultPaper)
  const merchant = await openMerchant(rest)
  let opened: Promise<Printing> | undefined
  let isClosed = false

  const { storeFor, receiptOf, viewIn, webView, mails } = callsOf(merchant)

  async function pdfOf(input: ReceiptSource, options?: PdfOptions): Promise<Uint8Array<ArrayBuffer>> {
    const store = storeFor('pdf', options)
    const { paper = defaultPaper, signal, onMissingGlyphs, onUnclaimed } = options ?? {}
    const receipt = receiptOf(input, options)
    const view = viewOf(store, receipt, localeOf(store, receipt, options), { ...options, paper })
    const { html, issued } = pageOf(store, view, paper, options)
    const { printer, dataFile } = await printing()
    const { attachData = store.attachData, variant = store.variant } = options ?? {}
    const data = variant === 'gift' ? undefined : dataFile(receipt, attachData)
    return printer.print({ html, paper, date: issued, data, signal, onMissingGlyphs, onUnclaimed })
  }

  async function merge(parts: readonly ReceiptSource[], options: MergeOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const { title, onUnclaimed, ...printOptions } = options
    // Options that no receipt can be printed with fail before the first.
    storeFor('merge', options).templates(options.variant, options.strict)
    paperSize(options.paper ?? defaultPaper)
    const { mergeParts } = await import('./pdf/merge/merge-parts.ts')
    return mergeParts(parts, {
      ...{ title, onUnclaimed, signal: options.signal },
      check: async part => checkLetters(receiptOf(part, options), options),
      print: part => pdfOf(part, printOptions),
    })
  }

  /** Most receipts have no letter without a font in what they say, and need no page to know it. */
  async function checkLetters(receipt: ReceiptData, options: MergeOptions): Promise<void> {
    const { printer } = await printing()
    const { paper = defaultPaper } = options
    const store = merchant.inStore(options)
    const view = viewIn(store, receipt, { ...options, paper })
    const said = JSON.stringify(view, (_, value: unknown) => (value instanceof Uint8Array ? undefined : value))
    if (printer.missingScripts(said).length > 0) printer.checkLetters(pageOf(store, view, paper, options).html)
  }

  async function image(input: ReceiptSource, options: ImageOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const store = storeFor('image', options)
    const { slip, paper = slip, width, colorScheme, scale = 2, type, signal, onMissingGlyphs } = options
    const page = () => {
      if (!paper) return mailOf(store, webView({ ...store, pictures: undefined }, input, options), 'data', options)
      const view = viewIn(store, input, { ...options, paper })
      const sharp = sharpAt(scale, paper, options)
      return slip ? slipPageOf(store, view, slip, sharp) : pageOf(store, view, paper, sharp)
    }
    const { html } = page()
    const { printer } = await printing()
    return printer.draw({ html, paper, width, colorScheme, scale, type, signal, onMissingGlyphs })
  }

  /** Loads what prints, and opens the printer. */
  async function printing(): Promise<Printing> {
    if (isClosed)
      throw new PrintError('The engine is closed, and its browser with it; create another to go on printing.')
    opened ??= openPrinting(shared, ownPrinter).catch(error => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function close(): Promise<void> {
    isClosed = true
    const closing = shared ? undefined : opened
    opened = undefined
    await (await closing)?.printer.close()
  }

  return {
    ...mails,
    pdf: pdfOf,
    merge,
    image,
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Printing extends Pick<typeof import('./structured/structured.ts'), 'dataFile'> {
  printer: Printer
}

async function openPrinting(shared: Printer | undefined, options: PrinterOptions): Promise<Printing> {
  const [{ openPrinter }, { dataFile }] = await Promise.all([
    import('./pdf/print.ts'),
    import('./structured/structured.ts'),
  ])
  return { printer: shared ?? openPrinter(options), dataFile }
}

const engineOptions: KnownOptions<EngineOptions> = { ...merchantOptions, pdf: anObject }
const pdfOptions: KnownOptions<NonNullable<EngineOptions['pdf']>> = {
  ...printerOptions,
  paper: anything,
  printer: anObject,
}

/** Bars of whole pixels, unless a printer's dots are asked for. */
function sharpAt(scale: number, paper: Paper, options: ImageOptions): ImageOptions {
  const { dots = (paperSize(paper).printableWidth / 25.4) * 96 * scale } = options
  return { ...options, dots }
}
