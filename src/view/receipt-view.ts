/**
 * ReceiptView: what the receipt says, in the reader's language, as finished strings.
 *
 * This is the whole contract between presenters and templates. Nothing in it is left to compute or to format, and what a
 * customer must not see (a card's first digits, its expiry date) has no place in it.
 *
 * Words used here:
 * - A *line* is a label with an amount at its end.
 * - A *fact* is a label with a value.
 * - A *note* is text of one or more lines.
 * - Strings may hold the isolates U+2066…U+2069 where a value runs against the document's direction (UAX #9). Templates need
 *   not care: the document stage turns them into `<span dir>` for HTML and leaves them in plain text.
 */
import type { Barcode } from '../barcode/barcode.ts'

export type Direction = 'ltr' | 'rtl'

/** What kind of document this is: decides its title and the wording of its amounts. */
export type DocumentKind = 'sale' | 'return' | 'exchange' | 'order' | 'payment-link' | 'gift'

export interface ReceiptView {
  /** BCP 47 tag of the language the receipt is in. */
  lang: string
  dir: Direction
  kind: DocumentKind
  /** Title of the window and of the PDF. */
  title: string
  subject: string
  /** What an inbox shows beside the subject. */
  preheader: string
  /** When the receipt was issued, ISO 8601 as sent; never printed, it dates the PDF file. */
  issued?: string
  /** The words around the number of a sheet: 'Page' 1 'of' 2. */
  pageNumber: { page: string; of: string }
  heading: HeadingView
  facts: FactView[]
  header?: NoteView
  soldTo?: PartyView
  related?: PhraseView
  items?: ItemsView
  returns: ReturnView[]
  orders: OrderView[]
  totals?: TotalsView
  taxes?: TaxesView
  tenders?: TendersView
  tenderHistory?: TendersView
  deposit?: LinesView
  loyalty?: LoyaltyView
  customer?: PartyView
  fulfilment?: FulfilmentView
  paymentLink?: PaymentLinkView
  terms?: TermsView
  signature?: SignatureView
  documents?: DocumentsView
  offers?: OffersView
  barcode?: BarcodeView
  /** additionalInfo1 … additionalInfo5, each for its own slot in the page. */
  slot1?: NoteView
  slot2?: NoteView
  slot3?: NoteView
  slot4?: NoteView
  slot5?: NoteView
  raw?: RawView
  footer: FooterView
  /** Address of the tracking pixel; in the mail only. */
  pixel?: string
  /** Fields the interface does not know, for templates of one's own. Path to text. */
  extra: Record<string, string>
  /** The merchant's own words, for templates of one's own: what its message files hold under `own`, in the reader's language. */
  own: Record<string, string>
  /** The pictures that sections name by key. Templates reach them by `(image key)`. */
  images: Record<string, ImageSource>
}

/** A picture before it is drawn for a medium. */
export type ImageSource = BarcodeSource | PictureSource

export interface BarcodeSource {
  kind: 'barcode'
  barcode: Barcode
}

/** `width` and `height` are the CSS px it is shown at. */
export interface PictureSource {
  kind: 'picture'
  role: 'signature' | 'offer' | 'logo'
  mimeType: string
  bytes: Uint8Array
  width: number
  height: number
}

export type LogoSource = PictureSource & { role: 'logo' }

export interface LineView {
  label: string
  amount: string
  /** Small text beside the label. */
  note?: string
  /** Good news, such as a discount. */
  saving?: boolean
}

export interface FactView {
  label: string
  value: string
}

export interface NoteView {
  /** The lines of the text; an empty string is an empty line. */
  lines: string[]
}

export interface LinkView {
  text: string
  url: string
}

export interface LinesView {
  title: string
  lines: LineView[]
}

export interface PhraseView {
  title: string
  phrase: string
}

export interface HeadingView {
  store: string
  /** First letter of the shop's name, for a mark where there is no logo. */
  initial: string
  /** Key of the logo's picture. */
  logo?: string
  logoAlt: string
  /** Address and phone in one line. */
  place: string
  /** The same, a line each. */
  placeLines: string[]
  kind: string
  /** Marks a receipt that was sent before. */
  copy?: string
  date?: string
  dateLabel: string
  /** kind and date in one line. */
  kindAndDate: string
  /** Word for the amount: Total, To pay, Refund. */
  amountLabel: string
  amount?: string
  /** How it was paid, or what is still to pay. */
  outcome?: string
  /** The outcome is not yet good: something is still to be paid. */
  outstanding: boolean
}

export interface PartyView {
  title: string
  /** Name, number, address, phones, mail address: a line each. */
  lines: string[]
}

export interface ItemsView {
  title: string
  /** Many lines: one compact row each keeps the mail below the size at which Gmail cuts it off. */
  compact: boolean
  /** Whether the groups have titles of their own. */
  grouped: boolean
  columns: { item: string; quantity: string; price: string; tax: string; amount: string }
  /** Which of the paper's columns have anything in them. */
  has: { quantity: boolean; price: boolean; tax: boolean; amount: boolean }
  groups: ItemGroupView[]
}

export interface ItemGroupView {
  title?: string
  items: ItemView[]
}

export interface ItemView {
  name: string
  amount?: string
  quantity?: string
  price?: string
  tax?: string
  /** '2 × $19.00 · Size M · SKU 44120-M': calculation and details in one line, for mail and roll. */
  summary?: string
  /** The details without the calculation, for pages that have columns for it. */
  details?: string
  /** Description and remarks. */
  notes: string[]
  /** Discounts, taxes with their amounts, gift card balance. */
  lines: LineView[]
  links: LinkView[]
}

export interface ReturnView {
  title: string
  /** The sale the goods come from. */
  original?: string
  items?: ItemsView
  note?: NoteView
}

export interface OrderView {
  /** The order's number and what happens to it. */
  title: string
  description?: string
  soldTo?: PartyView
  fulfilment?: FulfilmentView
  items?: ItemsView
  /** Sums, fees and taxes of the order. */
  lines: LineView[]
  total?: LineView
  deposits: LineView[]
  schedule?: LinesView
  history?: TendersView
  note?: NoteView
  barcode?: BarcodeView
}

export interface TotalsView {
  title: string
  /** What leads to the total. */
  lines: LineView[]
  total?: LineView
  saved?: string
}

export interface TaxesView {
  title: string
  /** The total without the taxes. */
  net?: LineView
  columns: { tax: string; rate: string; base: string; amount: string }
  rows: {
    tax: string
    rate: string
    base: string
    amount: string
    /** Tax and rate: 'VAT 19%'. */
    phrase: string
    /** 'on $105.00'. */
    basePhrase: string
  }[]
}

export interface TendersView {
  title: string
  tenders: TenderView[]
  /** Paid in total, change, balance due. */
  after: LineView[]
}

export interface TenderView {
  label: string
  amount?: string
  /** Entry mode, approval, EMV block, remarks: in one line. */
  details?: string
  /** Text of the card terminal or the till, line by line. */
  note?: NoteView
  lines: LineView[]
  signature?: SignatureView
  links: LinkView[]
}

export interface LoyaltyView {
  title: string
  facts: FactView[]
  note?: NoteView
}

export interface FulfilmentView {
  title: string
  facts: FactView[]
  note?: NoteView
}

export interface PaymentLinkView {
  title: string
  button: string
  url: string
  note?: string
}

export interface TermsView {
  title: string
  terms: TermView[]
}

export interface TermView {
  text?: NoteView
  signature?: SignatureView
  links: LinkView[]
}

export interface SignatureView {
  title: string
  /** What was signed. */
  text?: NoteView
  /** Key of the picture; absent when it cannot be shown. */
  image?: string
  alt: string
  /** In place of the picture. */
  onFile?: string
  signedOn?: string
}

export interface DocumentsView {
  title: string
  links: LinkView[]
}

export interface OffersView {
  title: string
  offers: OfferView[]
}

/** One of: a picture, plain text, or HTML that has been sanitised. */
export interface OfferView {
  image?: string
  alt?: string
  text?: NoteView
  html?: string
  /** The text of `html`, for the plain part of the mail. */
  htmlText?: NoteView
}

export interface BarcodeView {
  /** Key of the picture. */
  image: string
  alt: string
  caption: string
  note: string
}

export interface RawView {
  title: string
  text: string
  lines: string[]
}

export interface FooterView {
  /** The merchant's own lines: legal name, tax numbers, where to ask. */
  lines: string[]
  link?: LinkView
  thanks?: string
  /** Why the mail was sent. */
  automatic: string
}
