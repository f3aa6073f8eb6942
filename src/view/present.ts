import { countryCode } from '../locale/country.ts'
import type { Format } from '../locale/format.ts'
import type { Messages } from '../locale/messages.ts'
import type { ReceiptData } from '../receipt/receipt-data.ts'
import { isolateFor, withoutIsolates } from './direction.ts'
import { giftReceipt } from './gift.ts'
import { isPresent, note, type Presenting, phrase } from './presenting.ts'
import type {
  DocumentKind,
  FooterView,
  HeadingView,
  ImageSource,
  LinkView,
  LogoSource,
  ReceiptView,
} from './receipt-view.ts'
import { presentBarcode } from './sections/barcode.ts'
import { presentDeposit } from './sections/deposit.ts'
import { presentDocuments } from './sections/documents.ts'
import { presentFacts } from './sections/facts.ts'
import { presentFulfilment } from './sections/fulfilment.ts'
import { documentKind, presentHeading } from './sections/heading.ts'
import { presentItems } from './sections/items.ts'
import { presentLoyalty } from './sections/loyalty.ts'
import { type Offer, presentOffers } from './sections/offers.ts'
import { presentOrders } from './sections/orders.ts'
import { presentCustomer, presentSoldTo } from './sections/parties.ts'
import { presentPaymentLink } from './sections/payment-link.ts'
import { presentRaw } from './sections/raw.ts'
import { presentRelated } from './sections/related.ts'
import { presentReturns } from './sections/returns.ts'
import { presentSignature } from './sections/signature.ts'
import { presentTaxes } from './sections/taxes.ts'
import { presentTenderHistory, presentTenders } from './sections/tenders.ts'
import { presentTerms } from './sections/terms.ts'
import { presentTotals } from './sections/totals.ts'

/** The reader's language: its words and its ways of writing figures. */
export interface ReaderLanguage {
  t: Messages
  f: Format
  /** The merchant's own words, by name. */
  own?: Readonly<Record<string, string>>
}

/** What the merchant adds to every receipt. */
export interface ViewOptions {
  offers?: readonly Offer[]
  /** Marks the receipt as a copy of one that was sent before. */
  copy?: boolean
  /** A receipt for a present: one that says what was bought and holds no money. Default false. */
  gift?: boolean
  logo?: LogoSource
  /** Lines at the foot: legal name, tax numbers. */
  footer?: readonly string[]
  link?: LinkView
}

/**
 * Says a receipt in the reader's language: every section in reading order, as finished strings.
 *
 * @param sold as `parseReceipt` gave it
 * @returns the view that templates show; a section with nothing to say is not in it
 * @throws OfferError when an offer is not what it claims to be
 */
export function presentReceipt(
  sold: ReceiptData,
  { t, f, own = {} }: ReaderLanguage,
  options: ViewOptions = {},
): ReceiptView {
  const receipt = options.gift ? giftReceipt(sold) : sold
  const images: Record<string, ImageSource> = {}
  const p: Presenting = {
    receipt,
    t,
    f,
    isolate: isolateFor(f.dir),
    country: countryCode(receipt.workstation.store.address.country?.code),
    keep(image) {
      const key = `image${Object.keys(images).length + 1}`
      images[key] = image
      return key
    },
  }
  const kind = options.gift ? 'gift' : documentKind(p)
  const heading = presentHeading(p, kind, options)
  return {
    ...frame(p, kind, heading),
    heading,
    facts: presentFacts(p, kind),
    ...section('header', note(receipt.header, p.isolate)),
    ...section('soldTo', presentSoldTo(p, receipt.soldTo)),
    ...section('related', presentRelated(p)),
    ...section('items', presentItems(p, receipt.items)),
    returns: presentReturns(p),
    orders: presentOrders(p),
    ...section('totals', presentTotals(p, kind)),
    ...section('taxes', presentTaxes(p)),
    ...section('tenders', presentTenders(p)),
    ...section('tenderHistory', presentTenderHistory(p, receipt.tenderHistory)),
    ...section('deposit', presentDeposit(p)),
    ...section('loyalty', presentLoyalty(p)),
    ...section('customer', presentCustomer(p)),
    ...section('fulfilment', presentFulfilment(p, receipt.deliveryPickup)),
    ...section('paymentLink', presentPaymentLink(p, kind)),
    ...section('terms', presentTerms(p)),
    ...section('signature', presentSignature(p, receipt.signature)),
    ...section('documents', presentDocuments(p)),
    ...section('offers', presentOffers(p, options.gift ? [] : options.offers)),
    ...section('barcode', presentBarcode(p, receipt.barcodeType, receipt.barcodeNumber, kind)),
    ...section('slot1', note(receipt.additionalInfo1, p.isolate)),
    ...section('slot2', note(receipt.additionalInfo2, p.isolate)),
    ...section('slot3', note(receipt.additionalInfo3, p.isolate)),
    ...section('slot4', note(receipt.additionalInfo4, p.isolate)),
    ...section('slot5', note(receipt.additionalInfo5, p.isolate)),
    ...section('raw', presentRaw(p)),
    footer: presentFooter(p, kind, heading, options),
    ...section('pixel', receipt.trackingPixel),
    extra: Object.fromEntries(Object.entries(receipt.extra ?? {}).map(([path, value]) => [path, String(value)])),
    own,
    images,
  }
}

/** Language, title, subject and what the inbox shows. */
function frame({ receipt, t, f }: Presenting, kind: DocumentKind, heading: HeadingView) {
  const { name: store } = receipt.workstation.store
  const number = receipt.transactionNumber
  const outcome = phrase([heading.amount, heading.outcome]) ?? heading.kind
  const date = receipt.receiptDateTime && f.date(receipt.receiptDateTime)
  const subject = heading.amount
    ? t('document.subjectWithAmount', { kind: heading.kind, store, amount: heading.amount })
    : t('document.subject', { kind: heading.kind, store, number })
  return {
    lang: f.tag,
    dir: f.dir,
    kind,
    title: withoutIsolates(phrase([t('document.titleWithNumber', { kind: heading.kind, number }), store])!),
    subject: withoutIsolates(subject).replace(/\s+/g, ' ').trim(),
    preheader: withoutIsolates(
      date ? t('document.preheader', { outcome, date, store }) : t('document.preheaderNoDate', { outcome, store }),
    ),
    ...(receipt.receiptDateTime && { issued: receipt.receiptDateTime }),
    pageNumber: { page: t('document.page'), of: t('document.pageOf') },
  }
}

function presentFooter(
  { t, isolate }: Presenting,
  kind: DocumentKind,
  heading: HeadingView,
  { footer = [], link }: ViewOptions,
): FooterView {
  const request = kind === 'payment-link'
  return {
    lines: footer.map(isolate.words),
    ...(link && { link }),
    ...(!request && { thanks: t('footer.thanks', { store: heading.store }) }),
    automatic: t(request ? 'footer.automaticRequest' : 'footer.automatic'),
  }
}

function section<Name extends keyof ReceiptView>(
  name: Name,
  view: ReceiptView[Name] | undefined,
): Partial<Pick<ReceiptView, Name>> {
  return isPresent(view) && view !== '' ? ({ [name]: view } as Partial<Pick<ReceiptView, Name>>) : {}
}
