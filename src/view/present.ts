import type { Gtin12 } from '../barcode/symbol/gtin.ts'
import type { Format } from '../locale/format/format.ts'
import type { Messages } from '../locale/words/messages.ts'
import { aFlag, aList, anObject, anything, checkOptions, type KnownOptions } from '../options/check-options.ts'
import { currenciesOf, storeCountryOf } from '../reading/currencies.ts'
import { type Ledger, readLedger } from '../reading/ledger.ts'
import { lineAsSent } from '../reading/lines.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { isolateFor, shownMoney } from './direction.ts'
import { presentFrame } from './frame.ts'
import { checkedGiftText, type GiftText, giftReceipt } from './gift/gift-receipt.ts'
import type { GiftView } from './gift/gift-view.ts'
import { presentGift } from './gift/present-gift.ts'
import { type CountryWords, isPresent, type Lean, note, type ViewContext, withoutAbsent } from './presenting.ts'
import type {
  BarcodeView,
  DocumentKind,
  FormatsView,
  FulfilmentView,
  ImageSource,
  LinkView,
  LogoOptions,
  OrderView,
  ReceiptView,
  TermsView,
} from './receipt-view.ts'
import { type BarcodePurpose, presentBarcode } from './sections/barcode.ts'
import { presentDetails } from './sections/details.ts'
import { presentFacts } from './sections/facts.ts'
import { presentFooter } from './sections/footer.ts'
import { handedOut, isToFetch, presentFulfilment, receiptHandover } from './sections/goods/fulfilment.ts'
import { presentItems } from './sections/goods/items.ts'
import { presentLeftOut } from './sections/goods/lean-item.ts'
import { presentNotation } from './sections/goods/notation.ts'
import { presentOrders } from './sections/goods/orders.ts'
import { type PictureOptions, picturesOf } from './sections/goods/pictures.ts'
import { presentRelated } from './sections/goods/related.ts'
import { presentReturns } from './sections/goods/returns.ts'
import { presentHeading } from './sections/heading.ts'
import { presentReceiptLinks, presentStoreLinks, type ReceiptLinks } from './sections/links.ts'
import { presentLoyalty } from './sections/loyalty.ts'
import { type Offer, presentOffers } from './sections/offers.ts'
import { presentCustomer, presentSoldTo } from './sections/parties.ts'
import { presentDeposit } from './sections/payment/deposit.ts'
import { isPaymentCode, presentPaymentLink } from './sections/payment/payment-link.ts'
import { presentSignature } from './sections/payment/signature.ts'
import { presentTenderHistory, presentTenders } from './sections/payment/tenders.ts'
import { presentRaw } from './sections/raw.ts'
import { presentTaxes } from './sections/taxes.ts'
import { presentDocuments, presentTerms } from './sections/terms.ts'
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
  const shown = options.gift ? giftReceipt(sold, checkedGiftText(options.giftText)) : sold
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
    isGift: options.gift === true || ledger.kind === 'gift',
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

/** Finds the pictures of the items shown; a gift receipt has copies of what was handed out, in the same order. */
function pictureFinder(
  sold: ReceiptData,
  shown: ReceiptData,
  options: PictureOptions | undefined,
): ViewContext['pictureOf'] {
  if (!options) return () => undefined
  const pictures = picturesOf(sold, options)
  if (shown === sold) return item => pictures.get(lineAsSent(item))
  const originals = new Map(handedOut(sold).map((item, at) => [shown.items?.[at], item]))
  return item => {
    const original = originals.get(item)
    return original && pictures.get(original)
  }
}

function presentSold(
  p: ViewContext,
  options: ViewOptions,
  own: Readonly<Record<string, string>>,
  images: Record<string, ImageSource>,
): ReceiptView {
  const { receipt } = p
  const { kind } = p.ledger
  const heading = presentHeading(p, kind, options)
  const paymentLink = presentPaymentLink(p, kind)
  const { isolate } = p
  const items = presentItems(p, receipt.items)
  const returns = presentReturns(p)
  const orders = presentOrders(p)
  const facts = presentFacts(p, kind)
  const barcode = presentBarcode(
    p,
    receipt.barcodeType,
    receipt.barcodeNumber,
    barcodePurpose(receipt, kind),
    isPaymentCode(receipt) ? paymentLink?.image : undefined,
  )
  const terms = presentTerms(p)
  const fulfilment = presentFulfilment(p, receipt.deliveryPickup, receiptHandover(receipt))
  const storeLinks = presentStoreLinks(p, options.links)
  const handover = fulfilment ?? orders.find(order => order.fulfilment)?.fulfilment
  if (handover && storeLinks.length > 0) handover.actions = storeLinks
  sayOnce(p, barcode, orders, terms)
  setPass(p, barcode, fulfilment, orders)
  const details = presentDetails(p, kind, { facts, returns, orders, barcode })
  const view = withoutAbsent<ReceiptView>({
    ...presentFrame(p, kind, heading),
    heading,
    facts,
    details,
    header: note(receipt.header, isolate),
    soldTo: presentSoldTo(p, receipt.soldTo),
    related: presentRelated(p),
    items,
    returns,
    orders,
    leftOut: presentLeftOut(p, options.links),
    notation: presentNotation([items, ...[...returns, ...orders].map(each => each.items)]),
    totals: presentTotals(p, kind),
    taxes: presentTaxes(p),
    tenders: presentTenders(p),
    tenderHistory: presentTenderHistory(p, receipt.tenderHistory),
    deposit: presentDeposit(p),
    loyalty: presentLoyalty(p),
    customer: presentCustomer(p),
    fulfilment,
    handover: handover?.actions !== undefined || undefined,
    paymentLink,
    terms,
    signature: presentSignature(p, receipt.signature),
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
    footer: presentFooter(p, kind, heading, options),
    pixel: receipt.trackingPixel || undefined,
    structuredData: options.structuredData ? presentStructuredData(p, options.links) : undefined,
    extra: Object.fromEntries(
      Object.entries(receipt.extra ?? {}).map(([path, value]) => [path, isolate.words(String(value))]),
    ),
    formats: presentFormats(p),
    own,
    images,
  })
  if (hasDetails(view)) view.details.more = true
  if (heading.amountIsWide && !view.notation) view.amountsDrop = true
  if (view.raw && !items && returns.length === 0 && orders.length === 0) view.rawGoods = view.raw
  return view
}

/** What templates need to write fields of tills' own. */
function presentFormats({ receipt, f }: ViewContext): FormatsView | undefined {
  if (!receipt.extra) return undefined
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

/** The code of goods to fetch stands with them: an order's own, or that of a receipt of nothing else. */
function setPass(
  { receipt }: ViewContext,
  barcode: BarcodeView | undefined,
  fulfilment: FulfilmentView | undefined,
  orders: readonly OrderView[],
): void {
  const give = (to: FulfilmentView | undefined, code: BarcodeView | undefined) => {
    if (!to || !code) return
    code.isPass = true
    to.pass = code
  }
  for (const [index, order] of orders.entries()) {
    const sent = receipt.orders?.[index]
    if (sent && isToFetch(sent, receipt)) give(order.fulfilment, order.barcode ?? (order.isWhole ? barcode : undefined))
  }
  if (receiptHandover(receipt) === 'pickup' && !orders.some(order => order.barcode)) give(fulfilment, barcode)
}

/** Two codes say whose they are, and one of them what it is for; the store's own terms say it instead. */
function sayOnce(
  { t }: ViewContext,
  barcode: BarcodeView | undefined,
  orders: readonly OrderView[],
  terms: TermsView | undefined,
): void {
  const notes = new Set<string>(terms ? [t('barcode.show')] : [])
  const codes = [barcode, ...orders.map(order => order.barcode)].filter(isPresent)
  for (const code of codes) {
    if (codes.length > 1) {
      code.owner = t(code === barcode ? 'facts.receiptNumber' : 'orders.title')
      code.text = `${code.owner} ${code.caption}`
    }
    if (notes.has(code.note)) code.note = ''
    notes.add(code.note)
  }
}

function barcodePurpose(receipt: ReceiptData, kind: DocumentKind): BarcodePurpose {
  if (kind === 'payment-link') return 'pay'
  return kind !== 'order' ? 'show' : receiptHandover(receipt) === 'pickup' ? 'pickUp' : 'order'
}
