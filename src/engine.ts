/**
 * The rendering pipeline, stage by stage:
 *
 *     unknown ─ parseReceipt ─> ReceiptData ─ localeOf ─> LocaleDecision ─ viewOf ─> ReceiptView
 *       ─ mailOf ──> ReceiptDocument ─ composeEmail ─> EmailMessage
 *       ─ pageOf ──> PrintDocument ─── print ────────> PDF ─ mergeParts ─> one PDF of several
 *
 * An image is drawn of either.
 *
 * `createEngine` opens everything expensive once; rendering needs no I/O until printing or drawing, whose code is loaded with the first PDF.
 */

import type { MailImages } from './document/images.ts'
import type { PrintDocument, ReceiptDocument } from './document/render.ts'
import { renderMail, renderPrint, renderWebPage } from './document/render.ts'
import { composeEmail, type EmailMessage } from './email/compose.ts'
import { checkLanguage } from './locale/resolve/locale-options.ts'
import { type LocaleDecision, resolveLocale } from './locale/resolve/resolve.ts'
import { type Merchant, openMerchant } from './merchant/open.ts'
import {
  type Call,
  checkCall,
  type ImageOptions,
  type MerchantOptions,
  type MergeOptions,
  merchantOptions,
  type PdfOptions,
  type ReceiptOptions,
  type TextOptions,
} from './merchant/options.ts'
import { anObject, anything, checkOptions, type KnownOptions, overlaid } from './options/check-options.ts'
import { type Paper, paperSize, withDots } from './pdf/paper.ts'
import type { Printer } from './pdf/print.ts'
import { type PrinterOptions, printerOptions } from './pdf/printer-options.ts'
import { type Roll, slipInLetters, slipPage, slipPrinterOf } from './pdf/slip-page.ts'
import { currenciesOf, storeCountryOf } from './reading/currencies.ts'
import type { ReceiptData } from './receipt/data/receipt-data.ts'
import { checkedReceipt, type ReceiptSource } from './receipt/parse.ts'
import { presentReceipt, type ViewOptions } from './view/present.ts'
import { type Lean, leanLevels } from './view/presenting.ts'
import type { ReceiptView } from './view/receipt-view.ts'
import { leavesOut } from './view/sections/goods/lean-item.ts'
import { checkLinks } from './view/sections/links.ts'
import { type Slip, slipOf, slipParts, withMarks } from './view/slip.ts'

/** How a merchant's receipts look and print, for all of them. */
export interface EngineOptions extends MerchantOptions {
  /**
   * Default paper, and options for the browser that prints; or `printer`, to share one among engines. Whoever opened a shared
   * printer closes it.
   */
  pdf?: (PrinterOptions & { paper?: Paper | undefined; printer?: Printer | undefined }) | undefined
}

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
  pdf(receipt: ReceiptSource, options?: PdfOptions): Promise<Uint8Array<ArrayBuffer>>
  /**
   * One PDF of many receipts, such as a day's, in their order: a part is a receipt, which is printed, or bytes that `pdf` or `merge` gave.
   * Each has a bookmark. An error names the part's place, `parts[2]`.
   */
  merge(parts: readonly ReceiptSource[], options?: MergeOptions): Promise<Uint8Array<ArrayBuffer>>
  /** The receipt as an image, of all its height: the mail, the `paper`, or a receipt printer's slip. */
  image(receipt: ReceiptSource, options?: ImageOptions): Promise<Uint8Array<ArrayBuffer>>
  /** Closes the browser, if one was started. */
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

  function storeFor(call: Call, options: ReceiptOptions = {}): Merchant {
    checkCall(call, options)
    return merchant.inStore(options)
  }

  function receiptOf(input: ReceiptSource, { stored, receivedAt }: ReceiptOptions = {}): ReceiptData {
    return checkedReceipt(input, { gtin12: merchant.gtin12, stored, receivedAt })
  }

  function locale(input: ReceiptSource, options?: ReceiptOptions): LocaleDecision {
    const store = storeFor('locale', options)
    return localeOf(store, receiptOf(input, options), options)
  }

  function viewIn(store: Merchant, input: ReceiptSource, options?: PdfOptions): ReceiptView {
    const receipt = receiptOf(input, options)
    return viewOf(store, receipt, localeOf(store, receipt, options), options)
  }

  function email(input: ReceiptSource, options?: ReceiptOptions): EmailMessage {
    const store = storeFor('email', options)
    const receipt = receiptOf(input, options)
    const locale = localeOf(store, receipt, options)
    const { mail } = sentMailOf(store, receipt, lean => viewOf(store, receipt, locale, { ...options, lean }), options)
    return composeEmail(mail)
  }

  /** The view of a page in a browser: nobody gets what is on paper only as an email. */
  function webView(store: Merchant, input: ReceiptSource, options?: ReceiptOptions): ReceiptView {
    const view = viewIn(store, input, options)
    const { receiptType } = receiptOf(input, options)
    const isMailed = receiptType === 'DigitalOnly' || receiptType === 'DigitalAndPaper'
    return isMailed ? view : { ...view, footer: { ...view.footer, automatic: '' } }
  }

  function html(input: ReceiptSource, options?: ReceiptOptions): string {
    const store = storeFor('html', options)
    return renderWebPage(
      webView(store, input, options),
      store.templates(options?.variant, options?.strict),
      store.brand,
    )
  }

  function textOf(input: ReceiptSource, options?: TextOptions): string {
    const store = storeFor('text', options)
    const view = viewIn(store, input, options)
    return mailOf(store, options?.columns === undefined ? view : slipOf(view), 'cid', options).text
  }

  function slip(input: ReceiptSource, options?: TextOptions): Slip {
    const store = storeFor('slip', options)
    return slipIn(store, viewIn(store, input, options), options)
  }

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
    const { title, onUnclaimed, ...printing } = options
    // Options that no receipt can be printed with fail before the first.
    storeFor('merge', options).templates(options.variant, options.strict)
    paperSize(options.paper ?? defaultPaper)
    const { mergeParts } = await import('./pdf/merge/merge-parts.ts')
    return mergeParts(parts, {
      ...{ title, onUnclaimed, signal: options.signal },
      check: part => receiptOf(part, options),
      print: part => pdfOf(part, printing),
    })
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
  function printing(): Promise<Printing> {
    opened ??= openPrinting(shared, ownPrinter).catch(error => {
      opened = undefined
      throw error
    })
    return opened
  }

  async function close(): Promise<void> {
    const closing = shared ? undefined : opened
    opened = undefined
    await (await closing)?.printer.close()
  }

  return {
    locale,
    view: (input, options) => viewIn(storeFor('view', options), input, options),
    email,
    html,
    text: textOf,
    slip,
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

/** What is printed. */
type Page = Pick<PrintDocument, 'html' | 'issued'>

/** Columns of 80 mm paper on most printers. */
const slipColumns = 42

/** The language of a receipt, and why: decided before, asked for by name, requested, or the store's. @throws LocaleError if there are no words in the one asked for */
export function localeOf(
  { locales, catalogue }: Merchant,
  receipt: ReceiptData,
  { acceptLanguage, locale }: ReceiptOptions = {},
): LocaleDecision {
  if (typeof locale === 'object') return locale
  const { id, address } = receipt.workstation.store
  const store = { id, territory: address.territory, country: storeCountryOf(receipt) }
  if (locale !== undefined) checkLanguage(locale, catalogue)
  return resolveLocale({ store, language: locale, acceptLanguage: acceptLanguage ?? null }, locales, catalogue.locales)
}

/** Presents a receipt in the chosen language. */
export function viewOf(
  merchant: Merchant,
  receipt: ReceiptData,
  decision: LocaleDecision,
  {
    offers,
    copy,
    variant = merchant.variant,
    links,
    paper,
    like,
    lean,
  }: PdfOptions & Pick<ViewOptions, 'like' | 'lean'> = {},
): ReceiptView {
  checkLinks(links)
  if (paper !== undefined) paperSize(paper)
  const { catalogue, giftText, details, structuredData, pictures, gtin12, test } = merchant
  const currency = receipt.currency ?? decision.currency
  const [tag = decision.chosen] = decision.languages
  const country = storeCountryOf(receipt)
  const { timeZone } = decision
  const context = { currencies: currenciesOf(receipt, currency), currency, storeCountry: country, timeZone }
  const language = {
    t: catalogue.for(decision.languages),
    names: (_: unknown, locale?: string) =>
      catalogue.for((locale ? [locale] : decision.languages).map(each => catalogue.inCountry(each, country))),
    f: merchant.formatOf(tag, context),
    own: catalogue.ownWords(decision.languages),
    languages: decision.languages,
  }
  const inCurrency =
    currency === receipt.currency ? receipt : { ...receipt, currency: currency as NonNullable<ReceiptData['currency']> }
  return presentReceipt(inCurrency, language, {
    ...merchant.brandParts,
    ...{ test, gift: variant === 'gift', giftText, details, structuredData, gtin12, pictures },
    ...{ offers, copy, like, lean, links: links ? overlaid(merchant.links, links) : merchant.links },
  })
}

/** Of longer mails, Gmail shows the first so many bytes of HTML. */
const gmailBytes = 102_400

/** Whether Gmail shows all of a mail. */
function fitsGmail({ html }: ReceiptDocument): boolean {
  // A letter has at most three bytes; to count them puts the parts of a mail together, which takes a third as long as to render it.
  return html.length * 3 <= gmailBytes || Buffer.byteLength(html) <= gmailBytes
}

/** Renders a view as mail. @throws OptionError for an unknown variant */
export function mailOf(
  { templates, brand }: Merchant,
  view: ReceiptView,
  images: MailImages,
  { variant, strict, columns }: Pick<TextOptions, 'variant' | 'strict' | 'columns'> = {},
): ReceiptDocument {
  return renderMail(view, templates(variant, strict), brand, columns === undefined ? { images } : { images, columns })
}

/**
 * Renders a receipt as the mail that is sent: where Gmail would cut its HTML, the HTML is of a view that leaves out details of goods,
 * which its plain text has.
 *
 * @param viewAt the view of the receipt, whole or leaving out as much
 * @returns the mail, and the view that its HTML shows
 * @throws OptionError for an unknown variant
 */
export function sentMailOf(
  merchant: Merchant,
  receipt: ReceiptData,
  viewAt: (lean?: Lean) => ReceiptView,
  options?: Pick<TextOptions, 'variant' | 'strict'>,
): { mail: ReceiptDocument; shown: ReceiptView } {
  let shown = viewAt()
  const mail = mailOf(merchant, shown, 'cid', options)
  for (const lean of leanLevels) {
    if (fitsGmail(mail)) break
    if (!leavesOut(receipt, lean)) continue
    shown = viewAt(lean)
    mail.html = mailOf(merchant, shown, 'cid', options).html
  }
  return { mail, shown }
}

/** Renders a view for paper. @throws OptionError for an unknown variant */
export function pageOf(
  { templates, brand }: Merchant,
  view: ReceiptView,
  paper: Paper,
  { variant, strict, dots }: Pick<PdfOptions, 'variant' | 'strict' | 'dots'> = {},
): PrintDocument {
  const size = paperSize(paper)
  return renderPrint(view, templates(variant, strict), brand, dots === undefined ? size : withDots(size, dots))
}

/** Renders a view as a slip, with its codes. */
export function slipIn(merchant: Merchant, view: ReceiptView, options: TextOptions = {}): Slip {
  const slip = slipOf(view)
  const { text } = mailOf(merchant, withMarks(slip), 'cid', { ...options, columns: options.columns ?? slipColumns })
  return { lang: slip.lang, dir: slip.dir, parts: slipParts(text, slip) }
}

/** Renders a view as what the usual printer prints on a roll: its slip, or the roll page where printers lack the letters. */
export function slipPageOf(
  merchant: Merchant,
  view: ReceiptView,
  paper: Roll,
  { variant, strict, dots }: Pick<PdfOptions, 'variant' | 'strict' | 'dots'> = {},
): Page {
  const printer = slipPrinterOf(paper)
  const { columns } = printer
  const slip = slipInLetters(slipIn(merchant, view, { variant, strict, columns }), columns)
  if (!slip) return pageOf(merchant, view, paper, { variant, strict, dots })
  return { html: slipPage(slip, printer), issued: view.issued }
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
