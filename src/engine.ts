/**
 * The rendering pipeline, stage by stage:
 *
 *     unknown ─ parseReceipt ─> ReceiptData ─ localeOf ─> LocaleDecision ─ viewOf ─> ReceiptView
 *       ─ mailOf ──> ReceiptDocument ─ composeEmail ─> EmailMessage
 *       ─ pageOf ──> PrintDocument ─── print ────────> PDF ─ mergeParts ─> one PDF of several
 *
 * An image is drawn of either.
 *
 * `createEngine` opens everything expensive once; rendering needs no I/O until printing or drawing.
 */

import type { MailImages } from './document/images.ts'
import type { PrintDocument, ReceiptDocument } from './document/receipt-document.ts'
import { renderMail, renderPrint, renderWebPage } from './document/render.ts'
import { composeEmail, type EmailMessage } from './email/compose.ts'
import type { FormatContext } from './locale/format/format.ts'
import { type LocaleDecision, resolveLocale } from './locale/resolve/resolve.ts'
import type { StorePlace } from './locale/resolve/store-group.ts'
import {
  type Call,
  checkCall,
  type ImageOptions,
  type MergeOptions,
  type PdfOptions,
  type TextOptions,
} from './merchant/call-options.ts'
import { type MerchantOptions, merchantOptions, type ReceiptOptions } from './merchant/merchant-options.ts'
import { type Merchant, openMerchant } from './merchant/open.ts'
import { anObject, anything, checkOptions, type KnownOptions, optional, overlaid } from './options/check-options.ts'
import { mergeParts } from './pdf/merge/merge-parts.ts'
import { type Paper, paperSize, withDots } from './pdf/paper.ts'
import { openPrinter, type Printer, type PrinterOptions, printerOptions } from './pdf/print.ts'
import { type Roll, slipInLetters, slipPage, slipPrinterOf } from './pdf/slip-page.ts'
import { currenciesOf, storeCountryOf } from './reading/currencies.ts'
import type { ReceiptData } from './receipt/data/receipt-data.ts'
import { checkedReceipt, type ReceiptSource } from './receipt/parse.ts'
import { type DataFile, dataFile } from './structured/data-file.ts'
import { presentReceipt, type ViewOptions } from './view/present.ts'
import type { ReceiptView } from './view/receipt-view.ts'
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
  const { pdf = {}, ...options } = given
  checkOptions('pdf', pdf, pdfOptions)
  const { paper: defaultPaper = 'a4', printer: shared, ...printing } = pdf
  paperSize(defaultPaper)
  const merchant = await openMerchant(options)
  let opened: Printer | undefined

  function storeFor(call: Call, asked: ReceiptOptions = {}): Merchant {
    checkCall(call, asked)
    return merchant.inStore(asked)
  }

  function receiptOf(input: ReceiptSource, { stored }: ReceiptOptions = {}): ReceiptData {
    return checkedReceipt(input, { gtin12: merchant.gtin12, stored })
  }

  function locale(input: ReceiptSource, asked?: ReceiptOptions): LocaleDecision {
    const store = storeFor('locale', asked)
    return localeOf(store, receiptOf(input, asked), asked)
  }

  function viewIn(store: Merchant, input: ReceiptSource, asked?: PdfOptions): ReceiptView {
    const receipt = receiptOf(input, asked)
    return viewOf(store, receipt, localeOf(store, receipt, asked), asked)
  }

  function email(input: ReceiptSource, asked?: ReceiptOptions): EmailMessage {
    const store = storeFor('email', asked)
    return composeEmail(mailOf(store, viewIn(store, input, asked), 'cid', asked))
  }

  /** What a page in a browser says. */
  function shownView(store: Merchant, input: ReceiptSource, asked?: ReceiptOptions): ReceiptView {
    const said = viewIn(store, input, asked)
    const { receiptType } = receiptOf(input, asked)
    const isMailed = receiptType === 'DigitalOnly' || receiptType === 'DigitalAndPaper'
    // Nobody gets what is on paper only as an email.
    return isMailed ? said : { ...said, footer: { ...said.footer, automatic: '' } }
  }

  function html(input: ReceiptSource, asked?: ReceiptOptions): string {
    const store = storeFor('html', asked)
    return renderWebPage(shownView(store, input, asked), store.templates(asked?.variant, asked?.strict), store.brand)
  }

  function textOf(input: ReceiptSource, asked?: TextOptions): string {
    const store = storeFor('text', asked)
    const said = viewIn(store, input, asked)
    return mailOf(store, asked?.columns === undefined ? said : slipOf(said), 'cid', asked).text
  }

  function slip(input: ReceiptSource, asked?: TextOptions): Slip {
    const store = storeFor('slip', asked)
    return slipIn(store, viewIn(store, input, asked), asked)
  }

  async function pdfOf(input: ReceiptSource, asked?: PdfOptions): Promise<Uint8Array<ArrayBuffer>> {
    const store = storeFor('pdf', asked)
    const { paper = defaultPaper, signal, onMissingGlyphs } = asked ?? {}
    const receipt = receiptOf(input, asked)
    const view = viewOf(store, receipt, localeOf(store, receipt, asked), { ...asked, paper })
    const { html, issued } = pageOf(store, view, paper, asked)
    return printer().print({
      ...{ html, paper },
      ...optional('date', issued),
      ...optional('data', dataOf(store, receipt, asked)),
      ...optional('signal', signal),
      ...optional('onMissingGlyphs', onMissingGlyphs),
    })
  }

  async function merge(parts: readonly ReceiptSource[], asked: MergeOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const { title, ...printing } = asked
    // What no receipt could be printed with isn't the first one's fault.
    storeFor('merge', asked).templates(asked.variant, asked.strict)
    paperSize(asked.paper ?? defaultPaper)
    return mergeParts(parts, {
      ...{ title, signal: asked.signal },
      check: part => receiptOf(part, asked),
      print: part => pdfOf(part, printing),
    })
  }

  async function image(input: ReceiptSource, asked: ImageOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const store = storeFor('image', asked)
    const { slip, paper = slip, width, colorScheme, scale = 2, type, signal, onMissingGlyphs } = asked
    const page = () => {
      if (!paper) return mailOf(store, shownView({ ...store, pictures: undefined }, input, asked), 'data', asked)
      const view = viewIn(store, input, { ...asked, paper })
      const sharp = sharpAt(scale, paper, asked)
      return slip ? slipPageOf(store, view, slip, sharp) : pageOf(store, view, paper, sharp)
    }
    return printer().draw({ html: page().html, paper, width, colorScheme, scale, type, signal, onMissingGlyphs })
  }

  function printer(): Printer {
    if (shared) return shared
    opened ??= openPrinter(printing)
    return opened
  }

  async function close(): Promise<void> {
    await opened?.close()
    opened = undefined
  }

  return {
    locale,
    view: (input, asked) => viewIn(storeFor('view', asked), input, asked),
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

/** A receipt's data to attach to its PDF, in the interface's names; undefined if it isn't asked for, and for gift receipts. */
function dataOf(
  { attachData: usual, variant: usualVariant }: Merchant,
  receipt: ReceiptData,
  { attachData = usual, variant = usualVariant }: PdfOptions = {},
): DataFile | undefined {
  return variant === 'gift' ? undefined : dataFile(receipt, attachData)
}

/** What is printed. */
type Page = Pick<PrintDocument, 'html' | 'issued'>

/** Columns of 80 mm paper on most printers. */
const slipColumns = 42

/** The language of a receipt, and why: decided before, requested, or the store's. */
export function localeOf(
  { locales, catalogue }: Merchant,
  receipt: ReceiptData,
  { acceptLanguage, locale }: ReceiptOptions = {},
): LocaleDecision {
  if (typeof locale === 'object') return locale
  const { id, address } = receipt.workstation.store
  const country = storeCountryOf(receipt)
  const store: StorePlace = { id }
  if (address.territory !== undefined) store.territory = address.territory
  if (country !== undefined) store.country = country
  return resolveLocale({ store, acceptLanguage: locale ?? acceptLanguage ?? null }, locales, catalogue.locales)
}

/** Presents a receipt in the chosen language. */
export function viewOf(
  {
    catalogue,
    formatOf,
    brandParts,
    variant: usual,
    giftText,
    links: usualLinks,
    details,
    structuredData,
    pictures,
    gtin12,
    test,
  }: Merchant,
  receipt: ReceiptData,
  decision: LocaleDecision,
  { offers, copy, variant = usual, links, paper, like }: PdfOptions & Pick<ViewOptions, 'like'> = {},
): ReceiptView {
  checkLinks(links)
  if (paper !== undefined) paperSize(paper)
  const currency = receipt.currency ?? decision.currency
  const [tag = decision.chosen] = decision.languages
  const context: FormatContext = { currencies: currenciesOf(receipt, currency) }
  const country = storeCountryOf(receipt)
  if (currency !== undefined) context.currency = currency
  if (country !== undefined) context.storeCountry = country
  if (decision.timeZone !== undefined) context.timeZone = decision.timeZone
  const language = {
    t: catalogue.for(decision.languages),
    names: (_: unknown, locale?: string) =>
      catalogue.for((locale ? [locale] : decision.languages).map(each => catalogue.inCountry(each, country))),
    f: formatOf(tag, context),
    own: catalogue.ownWords(decision.languages),
  }
  const inCurrency =
    currency === receipt.currency ? receipt : { ...receipt, currency: currency as NonNullable<ReceiptData['currency']> }
  const said: ViewOptions = { ...brandParts, test, gift: variant === 'gift', giftText, details, structuredData, gtin12 }
  const shownLinks = links ? overlaid(usualLinks, links) : usualLinks
  if (offers) said.offers = offers
  if (copy) said.copy = copy
  if (like) said.like = like
  if (shownLinks) said.links = shownLinks
  if (pictures) said.pictures = pictures
  return presentReceipt(inCurrency, language, said)
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
export function slipIn(merchant: Merchant, view: ReceiptView, asked: TextOptions = {}): Slip {
  const said = slipOf(view)
  const { text } = mailOf(merchant, withMarks(said), 'cid', { ...asked, columns: asked.columns ?? slipColumns })
  return { lang: said.lang, dir: said.dir, parts: slipParts(text, said) }
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
  return { html: slipPage(slip, printer), ...optional('issued', view.issued) }
}

const engineOptions: KnownOptions<EngineOptions> = { ...merchantOptions, pdf: anObject }
const pdfOptions: KnownOptions<NonNullable<EngineOptions['pdf']>> = {
  ...printerOptions,
  paper: anything,
  printer: anObject,
}

/** Bars of whole pixels, unless a printer's dots are asked for. */
function sharpAt(scale: number, paper: Paper, asked: ImageOptions): ImageOptions {
  const { dots = (paperSize(paper).printableWidth / 25.4) * 96 * scale } = asked
  return { ...asked, dots }
}
