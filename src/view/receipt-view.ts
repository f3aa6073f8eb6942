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
import type { DocumentKind } from '../reading/kind.ts'

export type { DocumentKind } from '../reading/kind.ts'

export type Direction = 'ltr' | 'rtl'

export interface ReceiptView {
  /** BCP 47 tag of the language the receipt is in. */
  lang: string
  /** Direction of the writing, for `dir="{{plain dir}}"`. */
  dir: Direction
  /** What kind of document it is, as a code; the heading has the word for it. */
  kind: DocumentKind
  /** Title of the window and of the PDF. */
  title: string
  /** The mail's subject. */
  subject: string
  /** What an inbox shows beside the subject: how it was paid, and the goods. */
  preheader: string
  /** When the receipt was issued, ISO 8601 as sent; never printed, it dates the PDF file. */
  issued?: string
  /** The words around the number of a sheet: 'Page ' 1 ' of ' 2, with their spaces. */
  pageNumber: {
    /** Before the number: 'Page '. */
    before: string
    /** Between the number and how many there are: ' of '. */
    between: string
    /** After both; empty in most languages. */
    after: string
  }
  /** Who, how much, how paid, when. */
  heading: HeadingView
  /** What a returns desk asks for: receipt number, till, store, reference. */
  facts: FactView[]
  /** The till's `header`: a text above the goods. */
  header?: NoteView
  /** Who the goods were sold to. */
  soldTo?: PartyView
  /** The earlier sale this one belongs to. */
  related?: PhraseView
  /** The goods that were bought. */
  items?: ItemsView
  /** Goods brought back, for each sale they come from. */
  returns: ReturnView[]
  /** Orders for delivery, pickup or layaway, each a small receipt of its own. */
  orders: OrderView[]
  /** What leads to the total, and the total. */
  totals?: TotalsView
  /** Taxes that are within the total. Those that are added to it stand among the totals. */
  taxes?: TaxesView
  /** How it was paid. */
  tenders?: TendersView
  /** What was paid earlier. */
  tenderHistory?: TendersView
  /** Money paid in advance on this sale. */
  deposit?: LinesView
  /** The customer's membership. */
  loyalty?: LoyaltyView
  /** The customer. */
  customer?: PartyView
  /** Where and when the goods are brought or fetched. */
  fulfilment?: FulfilmentView
  /** The link to pay by, on a request for payment. */
  paymentLink?: PaymentLinkView
  /** Terms that were agreed to, each with what was signed. */
  terms?: TermsView
  /** A signature for the whole receipt. */
  signature?: SignatureView
  /** Documents that belong to the whole receipt, such as a warranty. */
  documents?: DocumentsView
  /** Offers of the shop. */
  offers?: OffersView
  /** The code that the returns desk scans. */
  barcode?: BarcodeView
  /** The slot below the facts: additionalInfo1. */
  slot1?: NoteView
  /** The slot below the goods: additionalInfo2. */
  slot2?: NoteView
  /** The slot below the payment: additionalInfo3. */
  slot3?: NoteView
  /** The slot above the barcode, for fiscal codes: additionalInfo4. */
  slot4?: NoteView
  /** The slot at the foot: additionalInfo5. */
  slot5?: NoteView
  /** The till's own receipt, as its printer would have it. */
  raw?: RawView
  /** The foot: the merchant's lines, thanks, and why the mail was sent. */
  footer: FooterView
  /** Address of the tracking pixel; in the mail only. */
  pixel?: string
  /** Fields the interface does not know, as the till sent them, by path: `{{extra.table}}`, `{{extra.[workstation.table]}}`. */
  extra: Record<string, string>
  /** The merchant's own words in the reader's language: what the folder's `locales/*.json` hold under `own`. */
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
  /** What the amount is for. */
  label: string
  /** Empty where a line has none. */
  amount: string
  /** Small text beside the label. */
  note?: string
  /** Good news, such as a discount. */
  saving?: boolean
}

export interface FactView {
  /** What the value is. */
  label: string
  /** The value. */
  value: string
}

export interface NoteView {
  /** The lines of the text; an empty string is an empty line. */
  lines: string[]
}

export interface LinkView {
  /** Name of what is linked. */
  text: string
  /** Its address; empty where there is only the name. */
  url: string
}

export interface LinesView {
  /** Title above the lines. */
  title: string
  /** The lines. */
  lines: LineView[]
}

export interface PhraseView {
  /** Title above the phrase. */
  title: string
  /** All of it in one line. */
  phrase: string
}

export interface HeadingView {
  /** The shop's name. */
  store: string
  /** First letter of the shop's name, for a mark where there is no logo. */
  initial: string
  /** Key of the logo's picture. */
  logo?: string
  /** Text in place of the logo. */
  logoAlt: string
  /** Address and phone in one line. */
  place: string
  /** The same, a line each. */
  placeLines: string[]
  /** Word for the document: Receipt, Refund, Order. */
  kind: string
  /** Marks a receipt that was sent before. */
  copy?: string
  /** When it was issued, day and time. */
  date?: string
  /** Word for the date. */
  dateLabel: string
  /** kind and date in one line. */
  kindAndDate: string
  /** Word for the amount: Total, To pay, Refund. */
  amountLabel: string
  /** The total, or the part of it that was paid today or is asked for now; a gift receipt has none. */
  amount?: string
  /** How it was paid, of what total where the amount is a part, and what is still to pay. */
  outcome?: string
  /** The amount is a part of the total. */
  partial?: boolean
  /** The outcome is not yet good: something is still to be paid. */
  outstanding: boolean
}

export interface PartyView {
  /** Title above the lines. */
  title: string
  /** Name, number, address, phones, mail address: a line each. */
  lines: string[]
}

export interface ItemsView {
  /** Title above the goods. */
  title: string
  /** Many lines: one compact row each keeps the mail below the size at which Gmail cuts it off. */
  compact: boolean
  /** Whether the groups have titles of their own. */
  grouped: boolean
  /** Titles of the paper's columns. */
  columns: {
    /** Title of the goods' names. */
    item: string
    /** Title of the quantities. */
    quantity: string
    /** Title of the prices. */
    price: string
    /** Title of the taxes. */
    tax: string
    /** Title of the amounts. */
    amount: string
  }
  /** Which of the paper's columns have anything in them. */
  has: {
    /** Some line has a quantity. */
    quantity: boolean
    /** Some line has a price. */
    price: boolean
    /** Some line has a tax. */
    tax: boolean
    /** Some line has an amount. */
    amount: boolean
  }
  /** The goods by category; one group without a title where there are no categories. */
  groups: ItemGroupView[]
}

export interface ItemGroupView {
  /** The category. */
  title?: string
  /** Its lines of goods. */
  items: ItemView[]
}

export interface ItemView {
  /** What it is called. */
  name: string
  /** What the line comes to. */
  amount?: string
  /** How many, for the paper's column. */
  quantity?: string
  /** Price of one. */
  price?: string
  /** Rate or name of the tax. */
  tax?: string
  /** '2 × $19.00 · Size M · SKU 44120-M': calculation and details in one line, for mail and roll. */
  summary?: string
  /** The details without the calculation, for pages that have columns for it. */
  details?: string
  /** Description and remarks. */
  notes: string[]
  /** Discounts, taxes with their amounts, gift card balance. */
  lines: LineView[]
  /** Documents of this line, such as a warranty. */
  links: LinkView[]
}

export interface ReturnView {
  /** Title above the goods. */
  title: string
  /** The sale the goods come from. */
  original?: string
  /** The goods that came back. */
  items?: ItemsView
  /** Remarks of the till. */
  note?: NoteView
}

export interface OrderView {
  /** The order's number and what happens to it. */
  title: string
  /** What the order is about. */
  description?: string
  /** Who ordered. */
  soldTo?: PartyView
  /** Where and when the goods are brought or fetched. */
  fulfilment?: FulfilmentView
  /** The goods that were ordered. */
  items?: ItemsView
  /** Sums, fees and taxes of the order. */
  lines: LineView[]
  /** What the order comes to. */
  total?: LineView
  /** Taxes that are no step to the total: within it, or nobody can tell. */
  taxes?: LinesView
  /** Money paid in advance, and what remains. */
  deposits: LineView[]
  /** Payments to come. */
  schedule?: LinesView
  /** What was paid earlier. */
  history?: TendersView
  /** Remarks of the till. */
  note?: NoteView
  /** The order's own code. */
  barcode?: BarcodeView
}

export interface TotalsView {
  /** Title above the lines. */
  title: string
  /** What leads to the total. */
  lines: LineView[]
  /** The total. */
  total?: LineView
  /** A sentence that says how much was saved. */
  saved?: string
}

export interface TaxesView {
  /** Title above the table. */
  title: string
  /** The total without the taxes. */
  net?: LineView
  /** Titles of the columns. */
  columns: {
    /** Title of the taxes' names. */
    tax: string
    /** Title of the rates. */
    rate: string
    /** Title of what is taxed. */
    base: string
    /** Title of the amounts. */
    amount: string
  }
  /** The taxes. Texts are empty where the till sent nothing. */
  rows: {
    /** The tax's name. */
    tax: string
    /** Its rate: '19%'. */
    rate: string
    /** What is taxed. */
    base: string
    /** The tax. */
    amount: string
    /** Tax and rate: 'VAT 19%'. */
    phrase: string
    /** 'on $105.00'. */
    basePhrase: string
  }[]
}

export interface TendersView {
  /** Title above the payments. */
  title: string
  /** The payments. */
  tenders: TenderView[]
  /** Amount paid, change, balance due. */
  after: LineView[]
}

export interface TenderView {
  /** How it was paid: 'Cash', 'Visa •••• 1881'. */
  label: string
  /** How much. */
  amount?: string
  /** Entry mode, approval, EMV block, remarks: in one line. */
  details?: string
  /** Text of the card terminal or the till, line by line. */
  note?: NoteView
  /** What is left on a gift card. */
  lines: LineView[]
  /** What the customer signed for it. */
  signature?: SignatureView
  /** Documents of this payment. */
  links: LinkView[]
}

export interface LoyaltyView {
  /** Title above the facts. */
  title: string
  /** Number, name, points and until when they count. */
  facts: FactView[]
  /** Remarks of the till. */
  note?: NoteView
}

export interface FulfilmentView {
  /** Title above the facts. */
  title: string
  /** When, where, and whom to call. */
  facts: FactView[]
  /** Instructions. */
  note?: NoteView
}

export interface PaymentLinkView {
  /** Title, for plain text. */
  title: string
  /** Text on the button. */
  button: string
  /** Address to pay at. */
  url: string
  /** Until when it can be paid. */
  note?: string
}

export interface TermsView {
  /** Title above the terms. */
  title: string
  /** The terms. */
  terms: TermView[]
}

export interface TermView {
  /** Their text. */
  text?: NoteView
  /** What was signed for them. */
  signature?: SignatureView
  /** The documents they stand in. */
  links: LinkView[]
}

export interface SignatureView {
  /** Title above the signature. */
  title: string
  /** What was signed. */
  text?: NoteView
  /** Key of the picture; absent when it cannot be shown. */
  image?: string
  /** Text in place of the picture. */
  alt: string
  /** In place of the picture. */
  onFile?: string
  /** A sentence that says when. */
  signedOn?: string
}

export interface DocumentsView {
  /** Title above the documents. */
  title: string
  /** The documents. */
  links: LinkView[]
}

export interface OffersView {
  /** Title above the offers. */
  title: string
  /** The offers. */
  offers: OfferView[]
}

/** One of: a picture, plain text, or HTML that has been sanitised. */
export interface OfferView {
  /** Key of the picture. */
  image?: string
  /** Text in place of the picture; there where the picture is. */
  alt?: string
  /** A plain text. */
  text?: NoteView
  /** HTML that has been cleaned: `{{sanitized html}}`. */
  html?: string
  /** The text of `html`, for the plain part of the mail. */
  htmlText?: NoteView
}

export interface BarcodeView {
  /** Key of the picture. */
  image: string
  /** Text in place of the picture. */
  alt: string
  /** What the code says, in letters and figures. */
  caption: string
  /** The same with a word before it, for text that shows no bars; a web address alone. */
  text: string
  /** What the code is for. */
  note: string
}

export interface RawView {
  /** Title above the text. */
  title: string
  /** The text, its columns kept. */
  text: string
  /** The same, line by line. */
  lines: string[]
}

export interface FooterView {
  /** The merchant's own lines: legal name, tax numbers, where to ask. */
  lines: string[]
  /** Where to ask. */
  link?: LinkView
  /** A word of thanks; a request for payment, a gift receipt and a receipt in which the shop says thanks have none. */
  thanks?: string
  /** Why the mail was sent. */
  automatic: string
}
