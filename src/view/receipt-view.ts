/**
 * ReceiptView: what the receipt says, in the reader's language, as finished strings.
 *
 * This is the whole contract between presenters and templates. Nothing in it needs computing or formatting, and it has no
 * field for what a customer must not see (a card's first digits, its expiration date).
 *
 * Terms:
 * - A *line* is a label with an amount.
 * - A *fact* is a label with a value.
 * - A *note* is text with one or more lines.
 * - Strings may contain isolates (U+2066 to U+2069) around values that run against the document's direction (UAX #9).
 *   Templates can ignore them: the document stage turns them into `<span dir>` in HTML and leaves them in plain text.
 * - A word joiner (U+2060) after a hyphen means that the word must not break there: `<span class="nb">` in HTML.
 */
import type { Barcode } from '../barcode/barcode.ts'
import type { DocumentKind } from '../reading/kind.ts'

export type { DocumentKind } from '../reading/kind.ts'

/** As HTML's `dir`. */
export type Direction = 'ltr' | 'rtl'

/** All that templates can print; a section that has nothing to say is absent or empty. */
export interface ReceiptView {
  /** BCP 47 tag of the receipt's language. */
  lang: string
  /** Where the law wants several languages, all of them, `lang` first. Words of the others are between U+2068 and U+2069. */
  languages?: readonly string[]
  /** Text direction, for `dir="{{plain dir}}"`. */
  dir: Direction
  /** Kind of document, as a code; the heading has the word for it. */
  kind: DocumentKind
  /** Title of the page and the PDF. */
  title: string
  /** Subject of the email. */
  subject: string
  /** What an inbox shows after the subject: how it was paid, and the items. */
  preheader: string
  /** When the receipt was issued, in ISO 8601 as sent. Not printed; it dates the PDF file. */
  issued?: string
  /** The words around page numbers, with their spaces: 'Page ' 1 ' of ' 2. */
  pageNumber: {
    /** Before the page number: 'Page '. */
    before: string
    /** Between the page number and the page count: ' of '. */
    between: string
    /** After the page count; empty in most languages. */
    after: string
  }
  /** Store, amount, payment, date. */
  heading: HeadingView
  /** What a returns desk asks for: receipt number, reference, store, register. */
  facts: FactView[]
  /** The same, and what tells the goods from similar ones, for the quiet block below the code. */
  details: DetailsView
  /** Text above the items: the receipt's `header`. */
  header?: NoteView
  /** The buyer. */
  soldTo?: PartyView
  /** The earlier sale that this one refers to. */
  related?: RelatedView
  /** The items bought. */
  items?: ItemsView
  /** The items returned, grouped by original sale. */
  returns: ReturnView[]
  /** Orders for delivery, pickup or layaway, each like a small receipt. */
  orders: OrderView[]
  /** The space behind all amounts in which price notations stand; absent if no item has one. */
  notation?: NotationView
  /** Whether amounts stand below their labels where a phone has no room beside them: large ones, without price notations. */
  amountsDrop?: boolean
  /** The total, and the amounts that lead to it. */
  totals?: TotalsView
  /** Taxes included in the total. Taxes added to it are among the totals. */
  taxes?: TaxesView
  /** The payments. */
  tenders?: TendersView
  /** Earlier payments. */
  tenderHistory?: TendersView
  /** A deposit paid on this sale. */
  deposit?: LinesView
  /** The customer's membership. */
  loyalty?: LoyaltyView
  /** The customer. */
  customer?: PartyView
  /** Delivery or pickup: where and when. */
  fulfilment?: FulfilmentView
  /** The payment link, on a payment request. */
  paymentLink?: PaymentLinkView
  /** Terms and conditions, each with its signature. */
  terms?: TermsView
  /** A signature for the whole receipt. */
  signature?: SignatureView
  /** Documents for the whole receipt, such as a warranty. */
  documents?: DocumentsView
  /** The store's offers. */
  offers?: OffersView
  /** The barcode that a returns desk scans. */
  barcode?: BarcodeView
  /** The slot below the facts: additionalInfo1. */
  slot1?: NoteView
  /** The slot below the items: additionalInfo2. */
  slot2?: NoteView
  /** The slot below the payment: additionalInfo3. */
  slot3?: NoteView
  /** The slot above the barcode, for fiscal codes: additionalInfo4. */
  slot4?: NoteView
  /** The slot in the footer: additionalInfo5. */
  slot5?: NoteView
  /** The receipt as the till prints it. */
  raw?: RawView
  /** In a mail that would be too long: what its goods don't say, and where they do. */
  leftOut?: LeftOutView
  /** What to do with the receipt: start a return, download the PDF, open it in a browser. */
  receiptLinks: LinkView[]
  /** What to do with the store and the handover: find it, put the pickup in a calendar, call. */
  storeLinks: LinkView[]
  /** Whether the first delivery or pickup has `storeLinks` as its `actions`. */
  handover?: boolean
  /** Whether the mail says all that is for machines and archives, too: terminal codes, the reader's own address. */
  allDetails?: boolean
  /** The footer: the merchant's lines, thanks, and why the email was sent. */
  footer: FooterView
  /** Whether the text is for a till's paper, not for a mail. */
  slip?: boolean
  /** The till's own text, if nothing else says what was bought: it stands in the place of the goods. */
  rawGoods?: RawView
  /** Whether the text's lines have marks for larger and bold letters, for `slipParts`. */
  marked?: boolean
  /** URL of the tracking pixel; only in email. */
  pixel?: string
  /** Data for mail clients as JSON-LD, if the merchant wants it; only in email: `{{json structuredData}}`. */
  structuredData?: string
  /** Fields that are not in the interface, as sent, by path: `{{extra.table}}`, `{{extra.[workstation.table]}}`. */
  extra: Record<string, string>
  /** How `{{date}}`, `{{dateTime}}`, `{{money}}` and `{{number}}` write fields of `extra`; absent without any. */
  formats?: FormatsView
  /** The merchant's own wording in the reader's language: `own` in the folder's `locales/*.json`. */
  own: Record<string, string>
  /** The images that sections refer to by key. Templates get them with `(image key)`. */
  images: Record<string, ImageSource>
}

/** What a receipt's dates and numbers depend on. */
export interface FormatsView {
  /** BCP 47 tag. */
  tag: string
  /** ISO 4217 code of amounts without a currency. */
  currency?: string
  /** All currencies on the receipt. */
  currencies?: readonly string[]
  /** ISO 3166 code of the store's country. */
  storeCountry?: string
  /** The store's IANA zone, for times sent in UTC. */
  timeZone?: string
  /** The calendar, by its name in CLDR, if it isn't the language's usual one. */
  calendar?: string
  /** The same of the digits. */
  numberingSystem?: string
}

/** An image before it is drawn for a medium. */
export type ImageSource = BarcodeSource | PictureSource

/** A barcode to draw: dots in a mail, vectors on paper. */
export interface BarcodeSource {
  kind: 'barcode'
  barcode: Barcode
  /** On paper, the least width in mm, without quiet zone, for scanning at arm's length. */
  leastWidth?: number
  /** Only for paper; a mail has a link instead. */
  onlyPaper?: boolean
}

/** `width` and `height` are the displayed size in CSS px. */
export interface PictureSource {
  kind: 'picture'
  role: 'signature' | 'offer' | 'logo'
  mimeType: string
  bytes: Uint8Array
  width: number
  height: number
}

/** The store's logo, in the heading. */
export type LogoSource = PictureSource & { role: 'logo' }

/** A merchant's logo, and how it is shown. */
export interface LogoOptions {
  logo?: LogoSource
  /** The logo for dark mode. */
  logoDark?: LogoSource
  /** Puts a light plate behind the logo in dark mode. */
  logoPlate?: boolean
  /** Shows the logo without the store's name beside it. */
  logoStandsAlone?: boolean
}

/** What a line is. */
export type LineKind =
  | 'subtotal'
  | 'gross'
  | 'itemDiscounts'
  | 'orders'
  | 'discount'
  | 'fee'
  | 'net'
  | 'tax'
  | 'serviceCharge'
  | 'tip'
  | 'rounding'
  | 'total'
  | 'paid'
  | 'paidEarlier'
  | 'change'
  | 'deposit'
  | 'balanceDue'
  | 'instalment'
  | 'giftCard'

/** What a fact is. */
export type FactKey =
  | 'receipt'
  | 'register'
  | 'associate'
  | 'store'
  | 'revision'
  | 'reference'
  | 'mode'
  | 'member'
  | 'memberName'
  | 'points'
  | 'pointsExpire'
  | 'when'
  | 'where'
  | 'phone'

/** A label with an amount. */
export interface LineView {
  /** Code, for `{{#if (is kind "tax")}}`. */
  kind: LineKind
  /** What the amount is. */
  label: string
  /** The amount; empty if there is none. */
  amount: string
  /** Small text next to the label. */
  note?: string
  /** The same in fewer words, for narrow paper: of an instalment, the day alone. */
  shortNote?: string
  /** Whether the amount is a saving, such as a discount. */
  saving?: boolean
}

/** A label with a value. */
export interface FactView {
  /** Code, for `{{#if (is key "register")}}`. */
  key: FactKey
  /** What the value is. */
  label: string
  /** The value. */
  value: string
}

/** The quiet block below the code: everything that isn't what, how much, or how it was paid. */
export interface DetailsView {
  /** Title above the block: 'Receipt details'. */
  title: string
  /** The receipt, unless its code says its number; then the store with register and staff. */
  about: DetailView[]
  /** The order that the receipt is of, with what was done, unless its number alone would say it again. */
  order?: DetailView
  /** The sales that returned goods are from; a single one says it below its name. */
  goods: DetailView[]
  /** Whether there are any but `about`, which a sheet has at its head. */
  more?: boolean
}

/** A row of the details: a label with its facts. */
export interface DetailView {
  /** What the facts are: 'Store', 'Visa Credit'. */
  subject: string
  /** The facts in groups: '004', 'Register 7 (Ada)', 'Served by Jonah'. */
  lines: string[]
  /** The same in one line that flows; absent without facts. */
  text?: string
}

/** Text of one or more lines. */
export interface NoteView {
  /** The lines of text; an empty string is a blank line. */
  lines: string[]
  /** Whether columns part a line, so that it doesn't stand in the middle. */
  hasColumns?: boolean
}

/** Words to click. */
export interface LinkView {
  /** Link text. */
  text: string
  /** URL; empty if there is only text. */
  url: string
}

/** Amounts under a title. */
export interface LinesView {
  /** Title above the lines. */
  title: string
  /** The lines. */
  lines: LineView[]
}

/** An earlier transaction. */
export interface RelatedView {
  /** Title before the phrase. */
  title: string
  /** Its number, store and register, and the reason in words. */
  phrase: string
  /** Why it is referred to, as the till's code. */
  code?: string
}

/** Whose receipt it is, what it comes to, and how it was paid. */
export interface HeadingView {
  /** Store name. */
  store: string
  /** First letter of the store name, for use without a logo. */
  initial: string
  /** Key of the logo image. */
  logo?: string
  /** Key of the logo for dark mode. */
  logoDark?: string
  /** Whether the logo needs a light plate in dark mode, because it would vanish. */
  logoPlate?: boolean
  /** Whether the logo is too wide to stand beside a name on a phone. */
  logoIsWide?: boolean
  /** Whether a word of the store's name and the amount are too wide to stand beside each other on a phone. */
  storeIsWide?: boolean
  /** Whether the large amount is too wide for a phone of 320 px in its usual size. */
  amountIsWide?: boolean
  /** Whether the logo says the store's name, so that the name isn't printed beside it. */
  nameInLogo?: boolean
  /** Alternative text of the logo. */
  logoAlt: string
  /** Address in one line. */
  place: string
  /** Phone number. */
  phone?: string
  /** Address and phone, one per line. */
  placeLines: string[]
  /** Name of the document: Receipt, Refund, Order. */
  kind: string
  /** A mark: that the receipt is a test, or was sent before. */
  copy?: string
  /** Date and time of issue. */
  date?: string
  /** The same, short, for narrow paper. */
  dateShort?: string
  /** Label of the date. */
  dateLabel: string
  /** `kind` and `date` in one line. */
  kindAndDate: string
  /** Label of the amount: Total, To pay, Refund. */
  amountLabel: string
  /** The total, or the part paid today or due now. Gift receipts have none. */
  amount?: string
  /** The total, if `amount` is part of it: 'of $896.63 in total'. */
  of?: string
  /** How it was paid. */
  paid?: string
  /** What remains: 'Balance due: $50.33'; of a payment request, until when. */
  due?: string
  /** `paid`, `of` and `due` in one line. */
  outcome?: string
  /** The same, one per line. */
  outcomeLines?: string[]
  /** Whether the amount is only part of the total. */
  partial?: boolean
  /** Whether a balance is still due. */
  outstanding: boolean
}

/** A person or company. */
export interface PartyView {
  /** Title above the lines. */
  title: string
  /** Name, number, address, phones, email address: one per line. */
  lines: string[]
  /** The same in one line that flows. */
  text: string
}

/** What a mail that would be too long leaves out of its goods. */
export interface LeftOutView {
  /** Says what. */
  text: string
  /** Where it is: the PDF, the web page. */
  links: LinkView[]
}

/** Goods, in groups if they have categories. */
export interface ItemsView {
  /** Title above the items. */
  title: string
  /** Whether there are so many items that each gets one compact row, so that Gmail doesn't clip the email. */
  compact: boolean
  /** Whether there are so many items that what belongs to a name stands behind it: twelve or more. */
  dense: boolean
  /** Whether the groups have titles. */
  grouped: boolean
  /** Whether a title stands above the items: a category, or that they came back. */
  headed: boolean
  /** Column titles on paper. */
  columns: {
    /** Title of the item names. */
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
  /** Which columns have values on paper. */
  has: {
    /** Whether any item has a quantity. */
    quantity: boolean
    /** Whether any item has a price. */
    price: boolean
    /** Whether any item has a tax. */
    tax: boolean
    /** Whether any item has a mark. */
    mark: boolean
    /** Whether any item has an amount. */
    amount: boolean
    /** Whether any item has a picture; only if the merchant shows pictures. */
    picture?: boolean
  }
  /**
   * The items. As soon as a category has two, those of each stand together under its title, in the order in which categories first
   * appear; else one group without a title, whose items say their category.
   */
  groups: ItemGroupView[]
}

/** Items of one category, in the order sent. */
export interface ItemGroupView {
  /** Category. */
  title?: string
  /** Its items. */
  items: ItemView[]
}

/** One line of goods, with what belongs to it. */
export interface ItemView {
  /** Item name. */
  name: string
  /** Address of a picture of the item, if the merchant shows pictures. For email: paper is printed without a network. */
  picture?: string
  /** Line total. */
  amount?: string
  /** What the till appends to the amount: a letter for the tax, `※` for the reduced rate. It stands behind it, in the space that `notation` describes. */
  mark?: string
  /** Quantity, for the column on paper. */
  quantity?: string
  /** Unit price. */
  price?: string
  /** Tax rate or name. */
  tax?: string
  /** Calculation, description, numbers and taxes in one line, for email and rolls: '2 × $19.00 · Size M · SKU 20877'. */
  summary?: string
  /** Before discounts, in front of them: '2 × $19.00'. Absent without discounts; then `summary` has it. */
  calculation?: string
  /** The price of a single piece before discounts, to strike through. */
  listPrice?: string
  /** `calculation` and `lines` in one line: '1 × $112.00 · Autumn offer −$14.00'. */
  reduction?: string
  /** Details without the calculation, for pages with columns for it. */
  details?: string
  /** Description and additional lines. */
  notes: readonly string[]
  /** Discounts, which the amount already has, and the balance of a gift card. */
  lines: readonly LineView[]
  /** Documents for this item, such as a warranty. */
  links: readonly LinkView[]
  /** What else tells it from similar goods, in groups: brand, UPC, shelf. `summary` has model, serial number and SKU. */
  facts?: readonly string[]
  /** With its notes it may take half a small sheet, so it may break. */
  tall?: boolean
}

/** The column for marks behind prices, such as a tax letter. */
export interface NotationView {
  /** Width of the longest with the gap before it, in CSS px, in type of 13 px. */
  space: number
  /** The same in columns of plain text. */
  columns: number
}

/** What came back from one earlier sale. */
export interface ReturnView {
  /** Title above the items. */
  title: string
  /** The original sale. */
  original?: string
  /** Whether its only item, or the sale that the receipt refers to, says the original sale; else a row of the details does. */
  isSaid?: boolean
  /** The items returned. */
  items?: ItemsView
  /** Additional text from the till. */
  note?: NoteView
}

/** A delivery, pickup or layaway, like a small receipt. */
export interface OrderView {
  /** Order number and action. */
  title: string
  /** What was done with the order: 'Pickup', 'Updated'. */
  action?: string
  /** Whether the receipt is of nothing else, so that it needs no title: the details have its number. */
  isWhole?: boolean
  /** Description. */
  description?: string
  /** The buyer. */
  soldTo?: PartyView
  /** Delivery or pickup: where and when. */
  fulfilment?: FulfilmentView
  /** The items ordered. */
  items?: ItemsView
  /** Subtotals, fees and taxes. */
  lines: LineView[]
  /** Order total. */
  total?: LineView
  /** Taxes that aren't added to the total: they are included, or the receipt doesn't say. */
  taxes?: LinesView
  /** Deposits, and the balance due. */
  deposits: LineView[]
  /** Deposits whose amount is said elsewhere, as rows of the details: 'Deposit' and its account, '•••• 0931'. */
  depositAccounts: LineView[]
  /** Scheduled payments. */
  schedule?: LinesView
  /** Earlier payments. */
  history?: TendersView
  /** Additional text from the till. */
  note?: NoteView
  /** The order's barcode. */
  barcode?: BarcodeView
}

/** How the items lead to the total. */
export interface TotalsView {
  /** Title above the lines. */
  title: string
  /** The amounts that lead to the total. */
  lines: LineView[]
  /** The total. */
  total?: LineView
  /** Tip and rounding that the till counts beside the total: what is paid has them. */
  beside?: LineView[]
  /** A sentence about how much was saved. */
  saved?: string
}

/** Taxes by rate, unless they are added to the total; then they are among the totals. */
export interface TaxesView {
  /** Title above the table. */
  title: string
  /** The total before taxes. */
  net?: LineView
  /** Column titles. */
  columns: {
    /** Title of the tax names. */
    tax: string
    /** Title of the rates. */
    rate: string
    /** Title of the taxable amounts; empty if there are none. */
    base: string
    /** Title of the amounts. */
    amount: string
  }
  /** The taxes. Strings are empty where the till sent nothing. */
  rows: {
    /** Tax name. */
    tax: string
    /** Tax rate: '19%'. */
    rate: string
    /** Taxable amount. */
    base: string
    /** Tax amount. */
    amount: string
    /** Name and rate: 'VAT 19%'. */
    phrase: string
    /** Taxable amount in words: 'on $105.00'. */
    basePhrase: string
  }[]
  /** Whether a base and its amount leave a phone no room for the tax's name at twice the text. */
  isWide?: boolean
}

/** How it was paid. */
export interface TendersView {
  /** Title above the payments. */
  title: string
  /** Whether the heading says it all: one payment of the whole amount. */
  said?: boolean
  /** The payments. */
  tenders: TenderView[]
  /** Amount paid, change, balance due. */
  after: LineView[]
}

/** One payment, with its card, signature and chip data. */
export interface TenderView {
  /** Means of payment: 'Cash', 'Visa •••• 1881'. */
  label: string
  /** Amount. */
  amount?: string
  /** Card type, cardholder, how the card was read, approval and remarks, in one line. */
  details?: string
  /** What a bank asks for (EMV), in one line: 'VISA CREDIT · AID A0000000031010'. */
  emv?: string
  /** What only a terminal's maker understands: 'TVR 8080008000 · TSI F800 · ARC 00'. */
  terminal?: string
  /** The label with what `details`, `lines` and `emv` say; absent if the tender says no more than its amount. */
  detail?: DetailView
  /** Text from the card terminal or the till. */
  note?: NoteView
  /** Remaining balance of a gift card. */
  lines: LineView[]
  /** The signature for this payment. */
  signature?: SignatureView
  /** Documents for this payment. */
  links: LinkView[]
}

/** A membership, and its points. */
export interface LoyaltyView {
  /** Title above the facts. */
  title: string
  /** Number, name, points and their expiration. */
  facts: FactView[]
  /** The same in one line, number and name without labels. */
  phrase: string
  /** Additional text from the till. */
  note?: NoteView
}

/** A delivery or a pickup. */
export interface FulfilmentView {
  /** Title above the facts. */
  title: string
  /** When, where, and phone numbers. */
  facts: FactView[]
  /** Title and time: 'Pickup · Feb 11, 2026, 5:00 PM'. */
  heading: string
  /** The address a line per part, then the phone numbers. */
  lines: string[]
  /** Instructions. */
  note?: NoteView
  /** The code to show where goods are fetched. */
  pass?: BarcodeView
  /** What to do about it: the receipt's `storeLinks`, of its first delivery or pickup. */
  actions?: LinkView[]
}

/** Where to pay what is due. */
export interface PaymentLinkView {
  /** Title, for plain text. */
  title: string
  /** Button text. */
  button: string
  /** Payment URL. */
  url: string
  /** Note that the receipt follows once paid. */
  note?: string
  /** Whether the document asks for payment, rather than a receipt with a balance due. */
  isRequest: boolean
  /** Key of a QR code of the URL, for paper; absent if the URL is too long for one. */
  image?: string
  /** What the QR code is for: 'Scan to pay'. */
  scan: string
}

/** What the customer agreed to. */
export interface TermsView {
  /** Title above the terms. */
  title: string
  /** The terms. */
  terms: TermView[]
  /** Too long for a column beside the details. */
  long?: boolean
}

/** Terms as text, or what was signed. */
export interface TermView {
  /** Text of the terms. */
  text?: NoteView
  /** The signature accepting them. */
  signature?: SignatureView
  /** Documents with the terms. */
  links: LinkView[]
}

/** A signature's image, or its text alone. */
export interface SignatureView {
  /** Title above the signature. */
  title: string
  /** The text that was signed. */
  text?: NoteView
  /** Key of the image; absent if it can't be shown. */
  image?: string
  /** Alternative text of the image. */
  alt: string
  /** Sentence to show if there is no image. */
  onFile?: string
  /** A sentence with the date of signing. */
  signedOn?: string
}

/** Links to warranties, manuals and contracts. */
export interface DocumentsView {
  /** Title above the documents. */
  title: string
  /** The documents. */
  links: LinkView[]
}

/** What the merchant shows below the receipt. */
export interface OffersView {
  /** Title above the offers. */
  title: string
  /** The offers. */
  offers: OfferView[]
}

/** One of: an image, plain text, or sanitized HTML. */
export interface OfferView {
  /** Key of the image. */
  image?: string
  /** Alternative text of the image; present if the image is. */
  alt?: string
  /** Plain text. */
  text?: NoteView
  /** Sanitized HTML: `{{sanitized html}}`. */
  html?: string
  /** The text of `html`, for the email's plain text part. */
  htmlText?: NoteView
}

/** A barcode as a template places it. */
export interface BarcodeView {
  /** Key of the image. */
  image: string
  /** Alternative text of the image. */
  alt: string
  /** What the code is of, where a receipt and its orders have codes: 'Order'. */
  owner?: string
  /** Human-readable text of the barcode. */
  caption: string
  /** The same with a label, for plain text; a URL has no label. */
  text: string
  /** What the barcode is for. */
  note: string
  /** What the link says, if the code is an address: on the phone that shows it, nobody scans it. */
  follow?: string
  /** Whether it is the code of the payment link, which paper shows there. */
  isPaymentLink?: boolean
  /** Whether it is the `pass` of goods to fetch, which stands with them. */
  isPass?: boolean
  /** The address in the barcode, if it is one: a phone can't scan its own screen. */
  url?: string
}

/** Text that a till laid out in columns. */
export interface RawView {
  /** Title above the text. */
  title: string
  /** The text, with its columns. */
  text: string
  /** The same, line by line. */
  lines: string[]
}

/** The footer's words to click. */
export interface FooterLinkView {
  /** Link text. */
  text: string
  /** URL. */
  url: string
  /** Whether the text is the URL, so that lines of text needn't say it twice. */
  saysUrl?: boolean
}

/** The last lines: who the merchant is, and thanks. */
export interface FooterView {
  /** The merchant's lines: legal name, tax numbers, contact. */
  lines: string[]
  /** Whether the lines of `slot5` are so short that they flow. */
  flows?: boolean
  /** Whether it is so long that it may go on on the next sheet. */
  long?: boolean
  /** Contact link. */
  link?: FooterLinkView
  /** A thank-you. Payment requests, gift receipts and receipts whose own text says thanks have none. */
  thanks?: string
  /** Why the email was sent. */
  automatic: string
}
