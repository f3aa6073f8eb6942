import type { MailImages } from '../document/images.ts'
import {
  type PrintDocument,
  type ReceiptDocument,
  renderMail,
  renderMailHtml,
  renderPrint,
} from '../document/render.ts'
import { checkLanguage } from '../locale/resolve/locale-options.ts'
import { type LocaleDecision, resolveLocale } from '../locale/resolve/resolve.ts'
import { overlaid } from '../options/check-options.ts'
import { type Paper, paperSize, withDots } from '../pdf/paper.ts'
import { type Roll, slipInLetters, slipPage, slipPrinterOf } from '../pdf/slip-page.ts'
import { currenciesOf, storeCountryOf } from '../reading/currencies.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { byteLength } from '../standards/host.ts'
import { presentReceipt, type ViewOptions } from '../view/present.ts'
import { type Lean, leanLevels } from '../view/presenting.ts'
import type { ReceiptView } from '../view/receipt-view.ts'
import { leavesOut } from '../view/sections/goods/lean-item.ts'
import { checkLinks } from '../view/sections/links.ts'
import { type Slip, slipOf, slipParts, withMarks } from '../view/slip.ts'
import type { Merchant } from './merchant.ts'
import type { PdfOptions, ReceiptOptions, TextOptions } from './options.ts'

/** What is printed. */
export type PaperPage = Pick<PrintDocument, 'html' | 'issued'>

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
  const { territory } = address
  const store = { id, territory, country: storeCountryOf(receipt), currencies: currenciesOf(receipt, receipt.currency) }
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
  const { timeZone, calendar, numberingSystem } = decision
  const currencies = currenciesOf(receipt, currency)
  const context = { currencies, currency, storeCountry: country, timeZone, calendar, numberingSystem }
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
  // A letter has one to three bytes; to count them puts the parts of a mail together, which takes a third as long as to render it.
  if (html.length > gmailBytes) return false
  return html.length * 3 <= gmailBytes || byteLength(html) <= gmailBytes
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
    mail.html = renderMailHtml(shown, merchant.templates(options?.variant, options?.strict), merchant.brand)
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
): PaperPage {
  const printer = slipPrinterOf(paper)
  const { columns } = printer
  const slip = slipInLetters(slipIn(merchant, view, { variant, strict, columns }), columns)
  if (!slip) return pageOf(merchant, view, paper, { variant, strict, dots })
  return { html: slipPage(slip, printer), issued: view.issued }
}
