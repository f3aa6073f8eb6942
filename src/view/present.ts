// Stage `view`: what a receipt says: finished strings, section by section.
// It knows stages up to `locale`; `document` and those after it may call it.

import type { Gtin12 } from '../barcode/symbol/gtin.ts'
import type { Format } from '../locale/format/format.ts'
import type { Messages } from '../locale/words/messages.ts'
import { aFlag, aList, anObject, anything, checkOptions, type KnownOptions } from '../options/check-options.ts'
import { currenciesOf, storeCountryOf } from '../reading/currencies.ts'
import { type Ledger, readLedger } from '../reading/ledger.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { isolateFor, shownMoney } from './direction.ts'
import { presentFrame } from './frame.ts'
import { type GiftText, giftReceipt } from './gift/gift-receipt.ts'
import type { GiftView } from './gift/gift-view.ts'
import { presentGift } from './gift/present-gift.ts'
import { type CountryWords, isPresent, type Lean, note, type ViewContext, withoutAbsent } from './presenting.ts'
import type { FormatsView, ImageSource, LinkView, LogoOptions, RawView, ReceiptView } from './receipt-view.ts'
import { presentOwnBarcode, presentPaymentLink, settleCodes } from './sections/barcode.ts'
import { presentDetails } from './sections/details.ts'
import { presentFooter } from './sections/footer.ts'
import { presentFulfilment, receiptHandover } from './sections/goods/fulfilment.ts'
import { presentItems } from './sections/goods/items.ts'
import { presentLeftOut } from './sections/goods/lean-item.ts'
import { presentNotation } from './sections/goods/notation.ts'
import { presentDeposit, presentOrders } from './sections/goods/orders.ts'
import { type PictureOptions, pictureFinder } from './sections/goods/pictures.ts'
import { presentRelated, presentReturns } from './sections/goods/returns.ts'
import { presentHeading } from './sections/heading.ts'
import { presentReceiptLinks, presentStoreLinks, type ReceiptLinks } from './sections/links.ts'
import { type Offer, presentOffers } from './sections/offers.ts'
import { presentCustomer, presentSoldTo } from './sections/parties.ts'
import { presentTenderHistory, presentTenders } from './sections/payment/tenders.ts'
import { presentTaxes } from './sections/taxes.ts'
import { presentDocuments, presentSignature, presentTerms } from './sections/terms.ts'
import { presentTotals } from './sections/totals.ts'
import { presentStructuredData } from './structured-data.ts'

/** The reader's language: its wording and formats. */
export interface ReaderLanguage {
  t: Messages
  f: Format
  /** Where the wording is from of what belongs to the store's country, such as its taxes. Default: `t`. */
  names?: CountryWords
  /** The merchant's own wording, by name. */
  own?: Readonly<Record<string, string>>
  /** The languages of `t`, if there are several. */
  languages?: readonly string[]
}

/** How much the details of a mail say. */
export const detailLevels = ['some', 'all'] as const

/** A name of `detailLevels`. */
export type Details = (typeof detailLevels)[number]

/** What the merchant adds to every receipt. */
export interface ViewOptions extends LogoOptions {
  offers?: readonly Offer[] | undefined
  /** Marks the receipt as a copy of one already sent. */
  copy?: boolean | undefined
  /** Marks the receipt as a test. */
  test?: boolean | undefined
  /** Makes a gift receipt: the items, without prices. Default false. */
  gift?: boolean | undefined
  /** Free text to show on gift receipts. Default: none. */
  giftText?: readonly GiftText[] | undefined
  /** Lines for the footer, such as legal name and tax numbers. */
  footer?: readonly string[] | undefined
  link?: LinkView | undefined
  /** What a customer can do with the receipt. */
  links?: ReceiptLinks | undefined
  /** How much the mail's details say: `all` adds terminal codes and the reader's own address. Paper and text have them anyway. Default `some`. */
  details?: Details | undefined
  /** How much of goods to leave out of a mail that would be too long; `leftOut` says so. Default: nothing. */
  lean?: Lean | undefined
  /** Whether to add data for mail clients (JSON-LD). Default false. */
  structuredData?: boolean | undefined
  /** Where pictures of items are. Default: none are shown. */
  pictures?: PictureOptions | undefined
  /** What a GTIN of twelve digits is. Default `padded`. */
  gtin12?: Gtin12 | undefined
  /** The ledger of another receipt, whose rows this one has: so a changed amount changes no rows. Default: none. */
  like?: Ledger | undefined
}

const viewOptions: KnownOptions<ViewOptions> = {
  offers: aList,
  copy: aFlag,
  test: aFlag,
  gift: aFlag,
  giftText: anything,
  logo: anObject,
  logoDark: anObject,
  logoPlate: aFlag,
  logoStandsAlone: aFlag,
  footer: aList,
  link: anObject,
  links: anObject,
  details: anything,
  lean: anything,
  structuredData: aFlag,
  pictures: anObject,
  gtin12: anything,
  like: anObject,
}

/**
 * Presents a receipt in the reader's language: every section in reading order, as finished strings.
 *
 * @param sold a receipt from `parseReceipt`
 * @returns the view for templates, without empty sections; with `gift`, without money
 * @throws OfferError if an offer isn't what it claims to be; OptionError if this receipt can't have a gift receipt
 */
export function presentReceipt(
  sold: ReceiptData,
  language: ReaderLanguage,
  options: ViewOptions & { gift: true },
): GiftView
export function presentReceipt(sold: ReceiptData, language: ReaderLanguage, options?: ViewOptions): ReceiptView
export function presentReceipt(sold: ReceiptData, language: ReaderLanguage, options: ViewOptions = {}): ReceiptView {
  checkOptions('', options, viewOptions)
  const { own = {}, t, f, names = words => words, languages } = language
  const images: Record<string, ImageSource> = {}
  let kept = 0
  const shown = options.gift ? giftReceipt(sold, options.giftText) : sold
  const ledger = readLedger(shown, options.like)
  const { receipt } = ledger
  const money = shownMoney(f)
  let notationRoom: number | undefined
  const p: ViewContext = {
    receipt,
    ledger,
    t,
    names,
    f,
    languages,
    isolate: isolateFor(f.dir),
    money,
    country: storeCountryOf(sold),
    pictureOf: pictureFinder(sold, shown, options.pictures),
    handover: receiptHandover(receipt),
    kind: options.gift ? 'gift' : ledger.kind,
    lean: options.lean,
    notationRoom: () => (notationRoom ??= roomBeside(money(ledger.payment.toPay))),
    gtin12: options.gtin12 ?? 'padded',
    keep(image) {
      const key = imageKeys[kept++] ?? `image${kept}`
      images[key] = image
      return key
    },
  }
  return options.gift ? presentGift(p, options, own, images) : presentSold(p, options, own, images)
}

/** Most characters of a price notation in its column. Millions leave no room on a phone, or on 58 mm, for a name and a word behind them. */
function roomBeside(amount: string): number {
  return Math.min(8, 16 - amount.replace(/\p{Cf}/gu, '').length)
}

/** Made once: to find a name made anew takes longer. */
const imageKeys = Array.from({ length: 100 }, (_, at) => `image${at + 1}`)

function presentSold(
  p: ViewContext,
  options: ViewOptions,
  own: Readonly<Record<string, string>>,
  images: Record<string, ImageSource>,
): ReceiptView {
  const { receipt, isolate } = p
  const { relatedTransactionReference: related } = receipt
  const heading = presentHeading(p, options)
  const paymentLink = receipt.paymentLink ? presentPaymentLink(p, receipt.paymentLink) : undefined
  const items = presentItems(p, receipt.items)
  const returns = presentReturns(p)
  const orders = presentOrders(p)
  const barcode = presentOwnBarcode(p, paymentLink)
  const terms = presentTerms(p)
  const fulfilment = receipt.deliveryPickup && presentFulfilment(p, receipt.deliveryPickup, p.handover)
  const storeLinks = presentStoreLinks(p, options.links)
  const handover = fulfilment ?? orders.find(order => order.fulfilment)?.fulfilment
  if (handover && storeLinks.length > 0) handover.actions = storeLinks
  settleCodes(p, { barcode, terms, fulfilment, orders })
  const view = withoutAbsent<ReceiptView>({
    ...presentFrame(p, heading),
    heading,
    ...presentDetails(p, { returns, orders, barcode }),
    header: note(receipt.header, isolate),
    soldTo: receipt.soldTo && presentSoldTo(p, receipt.soldTo),
    related: related && presentRelated(p, related),
    items,
    returns,
    orders,
    leftOut: presentLeftOut(p, options.links),
    notation: presentNotation([items, ...[...returns, ...orders].map(each => each.items)]),
    totals: presentTotals(p),
    taxes: presentTaxes(p),
    tenders: presentTenders(p),
    tenderHistory: presentTenderHistory(p, receipt.tenderHistory),
    deposit: receipt.deposit && presentDeposit(p, receipt.deposit),
    ...presentCustomer(p),
    fulfilment,
    handover: handover?.actions !== undefined || undefined,
    paymentLink,
    terms,
    signature: receipt.signature && presentSignature(p, receipt.signature),
    documents: presentDocuments(p),
    offers: presentOffers(p, options.offers),
    barcode,
    slot1: note(receipt.additionalInfo1, isolate),
    slot2: note(receipt.additionalInfo2, isolate),
    slot3: note(receipt.additionalInfo3, isolate),
    slot4: note(receipt.additionalInfo4, isolate),
    slot5: note(receipt.additionalInfo5, isolate),
    raw: presentRaw(p),
    receiptLinks: presentReceiptLinks(p, options.links),
    storeLinks,
    allDetails: options.details === 'all' || undefined,
    footer: presentFooter(p, heading, options),
    pixel: receipt.trackingPixel || undefined,
    structuredData: options.structuredData ? presentStructuredData(p, options.links) : undefined,
    extra: Object.fromEntries(
      Object.entries(receipt.extra ?? {}).map(([path, value]) => [path, isolate.words(String(value))]),
    ),
    formats: receipt.extra && presentFormats(p),
    own,
    images,
  })
  if (hasDetails(view)) view.details.more = true
  if (heading.amountIsWide && !view.notation) view.amountsDrop = true
  if (view.raw && !items && returns.length === 0 && orders.length === 0) view.rawGoods = view.raw
  return view
}

/** What templates need to write fields of tills' own. */
function presentFormats({ receipt, f }: ViewContext): FormatsView {
  const currencies = currenciesOf(receipt, f.context.currency)
  return withoutAbsent<FormatsView>({ tag: f.tag, ...f.context, currencies })
}

/** Whether a receipt has details that a sheet has not at its head. */
function hasDetails(view: ReceiptView): boolean {
  const { details, tenders, orders, deposit, tenderHistory, related, loyalty, customer, signature, documents } = view
  const others = [deposit, tenderHistory, related, loyalty, customer, signature, documents, view.slot4, view.raw]
  return (
    details.order !== undefined ||
    details.goods.length > 0 ||
    others.some(isPresent) ||
    orders.some(order => order.history || order.depositAccounts.length > 0) ||
    (tenders?.tenders ?? []).some(tender => tender.detail || tender.note || tender.signature || tender.links.length > 0)
  )
}

/** The receipt exactly as the till prints it, with its columns and blank lines. */
function presentRaw({ receipt, t }: ViewContext): RawView | undefined {
  const text = receipt.rawPosReceipt
  if (!text?.trim()) return undefined
  const lines = text
    .replace(/\t/g, '        ')
    .split('\n')
    .map(line => line.trimEnd())
  while (lines.at(-1) === '') lines.pop()
  return { title: t('raw.title'), text: lines.join('\n'), lines }
}
