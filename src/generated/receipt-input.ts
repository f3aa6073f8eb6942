// Generated from the schemas of the receipt by npm run reference. Do not edit.
import type { CurrencyCode } from '../receipt/data/money-data.ts'

/**
 * A receipt as a till may send it. Amounts may be decimal text, such as `"12.50"`; null is the same as leaving a field out.
 * Fields that are not in the interface are accepted and kept under `extra`, but not typed: pass them as JSON text or in a
 * variable.
 */
export interface ReceiptInput {
  /** Prevents duplicates: only the first request with a given value is accepted, later ones get a 409. */
  requestId?: string | null
  /** Customer who gets the receipt. */
  customer?: CustomerInput | null
  /** Register and store. */
  workstation: WorkstationInput
  /** Mode of the till, such as Training or Offline. */
  mode?: 'Online' | 'Offline' | 'Production' | 'Training' | 'Test' | 'Reprint' | 'GiftReceipt' | (string & {}) | null
  /** Text at the top of the receipt. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  header?: string | null
  /** Revision number and date of the receipt. */
  revision?: RevisionInput | null
  /** How the customer wants the receipt: email, paper, both or neither. */
  receiptType: 'DigitalOnly' | 'PaperOnly' | 'DigitalAndPaper' | 'NoReceipt'
  /** Type of the barcode at the bottom of the receipt. Defaults to Code128. */
  barcodeType?: 'GTIN' | 'EAN-128' | 'Code39' | 'Code128' | 'QRCode' | null
  /** Text of the receipt's barcode (not the transaction number). Must be valid for barcodeType. */
  barcodeNumber?: string | null
  /** When the transaction took place. An ISO 8601 date or date-time, with or without an offset. */
  receiptDateTime?: string | null
  /** Customer's loyalty membership. */
  loyalty?: LoyaltyInput | null
  /** Transaction type. Not blank. */
  transactionType:
    | 'SaleTransaction'
    | 'ReturnTransaction'
    | 'OrderTransaction'
    | 'PaymentLinkTransaction'
    | 'BOPUS'
    | (string & {})
  /** The original sale, for transactions such as layaway payments. */
  relatedTransactionReference?: RelatedTransactionReferenceInput | null
  /** Unique transaction number (the receipt number). Not blank. */
  transactionNumber: string
  /** Line items; send as much as possible of each. */
  items?: readonly ItemInput[] | null
  /** Items returned to the store. */
  returns?: readonly ReturnInput[] | null
  /** In-store orders for delivery or pickup, and layaways. */
  orders?: readonly OrderInput[] | null
  /** Total before discounts, fees and taxes. */
  grossAmount?: number | string | null
  /** Discounts on the whole receipt. */
  discounts?: readonly DiscountInput[] | null
  /** Total after discounts and fees, before taxes. */
  netAmount?: number | string | null
  /** Taxes on the whole receipt. */
  taxes?: readonly TaxInput[] | null
  /** Total after all discounts, fees and taxes. */
  grandAmount: number | string
  /** Total amount tendered. */
  tenderApplied?: number | string | null
  /** Balance due after payment. */
  balanceDue?: number | string | null
  /** Change given to the customer. */
  changeDue?: number | string | null
  /** Tip. */
  tip?: number | string | null
  /** Service charge. */
  serviceCharge?: number | string | null
  /** Payments. */
  tenders?: readonly TenderInput[] | null
  /** Payment history. */
  tenderHistory?: readonly TenderHistoryInput[] | null
  /** URL where the customer can pay. Required if transactionType is PaymentLinkTransaction. An http or https URL without credentials. */
  paymentLink?: string | null
  /** Deposit paid. */
  deposit?: DepositInput | null
  /** Person who made the purchase. */
  soldTo?: SoldToInput | null
  /** Fees on the whole receipt. */
  fees?: readonly FeeInput[] | null
  /** Amount added or subtracted by cash rounding. */
  roundingAdjustment?: RoundingAdjustmentInput | null
  /** Delivery or pickup details. */
  deliveryPickup?: DeliveryPickupInput | null
  /** Customer's signature. */
  signature?: SignatureInput | null
  /** Terms and conditions, with or without a signature image and link. */
  terms?: readonly TermInput[] | null
  /** URL of a tracking pixel. An http or https URL without credentials. */
  trackingPixel?: string | null
  /** Text shown where the template places it. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  additionalInfo1?: string | null
  /** Text shown where the template places it. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  additionalInfo2?: string | null
  /** Text shown where the template places it. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  additionalInfo3?: string | null
  /** Text shown where the template places it. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  additionalInfo4?: string | null
  /** Text shown where the template places it. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  additionalInfo5?: string | null
  /** Receipt as printed by the till, as raw text: only real line breaks and tabs count, and a printer’s commands (ESC/POS, Star) are left out. */
  rawPosReceipt?: string | null
  /** ISO 4217 currency code of all amounts. */
  currency?: CurrencyCode | (string & {}) | null
  /** Sender's reference. */
  referenceId?: string | null
  /** Documents about the receipt, under keys you choose. */
  supportingDocuments?: Readonly<Record<string, SupportingDocumentInput>> | null
}

export interface CustomerInput {
  /** Email address for the receipt. Required if receiptType is DigitalOnly or DigitalAndPaper. */
  emailAddress?: string | null
  /** Customer's telephone. */
  telephone?: TelephoneCommonInput | null
}

export interface TelephoneCommonInput {
  /** Area code. For US numbers send both parts, digits only. */
  areaCode?: string | null
  /** Local number. */
  localNumber: string
}

export interface WorkstationInput {
  /** Register ID. Not blank. */
  id: string
  /** ID or name of the person ringing the sale. */
  operator?: string | null
  /** ID or name of the person who made the sale; may be the same as operator. */
  associate?: string | null
  /** Store where the register is. */
  store: StoreInput
}

export interface StoreInput {
  /** Store ID. Not blank. */
  id: string
  /** Store name, 1 to 100 characters. */
  name: string
  /** Store address. */
  address: AddressCommonInput
  /** Store telephone. */
  telephone?: TelephoneCommonInput | null
}

export interface AddressCommonInput {
  /** Address type. */
  typeCode?: string | null
  /** First line of the street address. */
  addressLine1?: string | null
  /** Second line of the street address. */
  addressLine2?: string | null
  /** Third line of the street address. */
  addressLine3?: string | null
  /** City. */
  city?: string | null
  /** State, province or territory. */
  territory?: string | null
  /** Postal code. */
  postalCode?: string | null
  /** Postal code extension, such as the last four digits of a ZIP+4. */
  postalCodeExtension?: string | null
  /** Country. */
  country?: CountryInput | null
}

export interface CountryInput {
  /** Country name. */
  value?: string | null
  /** ISO 3166 country code. */
  code?: string | null
}

export interface RevisionInput {
  /** Revision number. */
  number?: string | null
  /** Revision date. An ISO 8601 date or date-time, with or without an offset. */
  dateTime?: string | null
}

export interface LoyaltyInput {
  /** Membership number. */
  number: string
  /** Member name. */
  customerName?: string | null
  /** When the membership or its points expire. ISO 8601 is printed in the reader's language, any other text as sent. Midnight in UTC or without an offset stands for the day. */
  expirationDateTime?: string | null
  /** Points balance. */
  balance?: number | string | null
  /** Additional text about the membership. */
  misc?: string | null
}

export interface RelatedTransactionReferenceInput {
  /** Store of the original sale. */
  store?: string | null
  /** Register of the original sale. */
  register?: string | null
  /** Transaction number of the original sale. */
  transactionNumber?: string | null
  /** Reason code. */
  reasonCode?: string | null
  /** Why this transaction refers to the original sale. */
  reason?: string | null
}

export interface ItemInput {
  /** Item name, as printed. */
  name: string
  /** Item description. */
  description?: string | null
  /** Merchandise class. */
  classCode?: string | null
  /** Stock keeping unit. */
  sku?: string | null
  /** Universal product code. */
  upc?: string | null
  /** Serial number. */
  serialNumber?: string | null
  /** Model number. */
  modelNumber?: string | null
  /** Brand. */
  brand?: string | null
  /** Industry. */
  industry?: string | null
  /** Manufacturer. */
  manufacturer?: string | null
  /** Unit price. */
  price?: number | string | null
  /** Unit price times quantity, minus discount, as computed by the till. */
  total?: number | string | null
  /** Code appended to the printed price, such as a non-taxable marker. */
  priceNotation?: string | null
  /** Quantity sold, and its unit. */
  quantity?: QuantityCommonInput | null
  /** Discounts on this item, each with its own label. */
  discounts?: readonly DiscountInput[] | null
  /** Additional lines printed below the item. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  miscInfo?: string | null
  /** Category name (not a code). Items are grouped by it on the receipt. */
  category?: string | null
  /** Merchant-defined category. */
  customCategory1?: string | null
  /** Second merchant-defined category. */
  customCategory2?: string | null
  /** Gift card sold or loaded. */
  giftCard?: GiftCardInput | null
  /** Documents about the item, under keys you choose. */
  supportingDocuments?: Readonly<Record<string, SupportingDocumentInput>> | null
  /** Taxes on this item. */
  taxes?: readonly TaxInput[] | null
}

export interface QuantityCommonInput {
  /** Quantity. */
  value?: number | string | null
  /** Deprecated: send value instead. */
  units?: number | string | null
  /** Unit of measure, such as Each, GAL or LB. */
  unitOfMeasureCode?: string | null
}

export interface DiscountInput {
  /** Discount amount, as a negative number. */
  amount?: number | string | null
  /** Discount label. */
  name?: string | null
}

export interface GiftCardInput {
  /** Gift card number. Only the last four characters are kept. */
  accountNumber?: string | null
  /** Authorization number of the gift card. Accepted but never stored. */
  authNumber?: string | null
  /** Remaining balance of the gift card: a number or, in the second variant of the interface, an amount with its currency. */
  balance?: number | string | MonetaryAmountInput | null
}

export interface MonetaryAmountInput {
  /** Amount. */
  amount?: number | string | null
  /** ISO 4217 currency code. */
  currencyCode?: CurrencyCode | (string & {}) | null
}

export interface SupportingDocumentInput {
  /** Link text. */
  name?: string | null
  /** URL of the document. An http or https URL without credentials. */
  url?: string | null
}

export interface TaxInput {
  /** Tax label. If missing, a default label is printed. */
  description?: string | null
  /** Tax rate as a decimal fraction: 0.06 for 6 percent. */
  percent?: number | string | null
  /** Taxable amount. */
  taxableAmount?: number | string | null
  /** Tax amount. */
  amount?: number | string | null
  /** Tax type. */
  taxTypeCode?: 'Sales' | 'VAT' | 'GST' | 'PST' | 'HST' | 'Excise' | 'UseTax' | (string & {}) | null
}

export interface ReturnInput {
  /** Store number of the original sale. */
  originalStoreNumber?: string | null
  /** Register of the original sale. */
  originalRegister?: string | null
  /** Transaction number of the original sale. */
  originalTransactionNumber?: string | null
  /** Items returned. */
  items?: readonly ItemInput[] | null
  /** Additional lines printed below the return. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  miscText?: string | null
}

export interface OrderInput {
  /** Order number. */
  number?: string | null
  /** What happened to the order. */
  action?:
    | 'New'
    | 'Update'
    | 'Payment'
    | 'Layaway'
    | 'Pickup'
    | 'Delivery'
    | 'Appointment'
    | 'Complete'
    | 'Return'
    | 'Cancel'
    | (string & {})
    | null
  /** Text of the order's barcode. Must be valid for barcodeType. */
  barcodeNumber?: string | null
  /** Type of the order's barcode. Defaults to Code128. */
  barcodeType?: 'GTIN' | 'EAN-128' | 'Code39' | 'Code128' | 'QRCode' | null
  /** Total before discounts, fees and taxes. */
  grossAmount?: number | string | null
  /** Total after discounts and fees, before taxes. */
  netAmount?: number | string | null
  /** Total after all discounts, fees and taxes. */
  totalAmount?: number | string | null
  /** Order description. */
  description?: string | null
  /** Buyer. */
  soldTo?: SoldToInput | null
  /** Delivery or pickup details of the order. */
  deliveryPickup?: DeliveryPickupInput | null
  /** Taxes on the order. */
  taxes?: readonly TaxInput[] | null
  /** Fees on the order. */
  fees?: readonly FeeInput[] | null
  /** Deposits paid on the order. */
  deposits?: readonly DepositInput[] | null
  /** Payments already made on the order. */
  tenderHistory?: readonly TenderHistoryInput[] | null
  /** Scheduled payments. */
  paymentSchedules?: readonly PaymentScheduleInput[] | null
  /** Items ordered. */
  items?: readonly ItemInput[] | null
  /** Additional lines printed below the order. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  miscText?: string | null
}

export interface SoldToInput {
  /** Buyer's address. */
  address?: AddressCommonInput | null
  /** Buyer's name. */
  customerName: string
  /** Buyer's customer number. */
  customerNumber?: string | null
  /** Buyer's telephone. */
  telephone1?: TelephoneCommonInput | null
  /** Buyer's second telephone. */
  telephone2?: TelephoneCommonInput | null
}

export interface DeliveryPickupInput {
  /** Delivery or pickup address. */
  address?: AddressCommonInput | null
  /** Delivery or pickup instructions. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  instructions?: string | null
  /** Delivery or pickup date. ISO 8601 is printed in the reader's language, any other text as sent. Midnight in UTC or without an offset stands for the day. */
  dateTime?: string | null
  /** Telephone for delivery or pickup. */
  phoneNumber1?: TelephoneCommonInput | null
  /** Second telephone for delivery or pickup. */
  phoneNumber2?: TelephoneCommonInput | null
}

export interface FeeInput {
  /** Fee amount. */
  amount?: number | string | null
  /** Fee label. */
  description?: string | null
}

export interface DepositInput {
  /** Account number of the deposit. Only the last four characters are kept. */
  accountNumber?: string | null
  /** Amount deposited. */
  amount?: number | string | null
  /** Balance still due. */
  balanceDue?: number | string | null
}

export interface TenderHistoryInput {
  /** Payment type. */
  tenderTypeCode?:
    | 'Cash'
    | 'CreditDebit'
    | 'Credit'
    | 'Debit'
    | 'GiftCard'
    | 'GiftCertificate'
    | 'Check'
    | 'TravelersCheck'
    | 'StoreCredit'
    | 'Coupon'
    | 'Voucher'
    | 'MobilePayment'
    | 'BankTransfer'
    | 'Points'
    | 'OnAccount'
    | 'ForeignCurrency'
    | 'Deposit'
    | 'PaymentLink'
    | 'EBT'
    | 'SNAP'
    | 'EBTCash'
    | 'WIC'
    | 'HSA'
    | 'FSA'
    | 'Other'
    | 'PayPal'
    | 'ApplePay'
    | 'GooglePay'
    | 'SamsungPay'
    | 'AmazonPay'
    | 'ShopPay'
    | 'Venmo'
    | 'CashApp'
    | 'Zelle'
    | 'Klarna'
    | 'Afterpay'
    | 'Clearpay'
    | 'Affirm'
    | 'Alipay'
    | 'WeChatPay'
    | 'TWINT'
    | 'Bizum'
    | 'Swish'
    | 'Vipps'
    | 'MobilePay'
    | 'VippsMobilePay'
    | 'BLIK'
    | 'iDEAL'
    | 'Wero'
    | 'iDEALWero'
    | 'Bancontact'
    | 'Payconiq'
    | 'eps'
    | 'MBWAY'
    | 'Multibanco'
    | 'Satispay'
    | 'Interac'
    | 'Pix'
    | 'UPI'
    | 'MercadoPago'
    | 'PayPay'
    | 'LINEPay'
    | 'MPESA'
    | 'GrabPay'
    | (string & {})
    | null
  /** Date and time of payment. ISO 8601 is printed in the reader's language, any other text as sent. Midnight in UTC or without an offset stands for the day. */
  dateTime?: string | null
  /** Amount paid. */
  amount?: number | string | null
  /** Card details, for card payments, in either variant of the interface. */
  creditDebit?: CreditDebitInput | CardInput | null
}

export interface CreditDebitInput {
  /** First six digits of the card. Never shown, and no part of a parsed receipt. The service stores it in `apiRequest`, unless the merchant’s `cardData` is `minimal`. */
  first6Digits?: string | null
  /** Last four digits of the card. */
  last4Digits: string
  /** Card type. */
  typeCode?:
    | 'Visa'
    | 'Visa Debit'
    | 'Mastercard'
    | 'Debit Mastercard'
    | 'American Express'
    | 'Discover'
    | 'Diners Club'
    | 'JCB'
    | 'UnionPay'
    | 'Interac'
    | 'Bancontact'
    | 'Maestro'
    | 'V PAY'
    | 'Visa Electron'
    | 'CB'
    | 'girocard'
    | 'eftpos'
    | 'Dankort'
    | 'Elo'
    | 'Hipercard'
    | 'RuPay'
    | 'Mir'
    | 'Troy'
    | 'mada'
    | (string & {})
    | null
  /** Cardholder name, from card track data only. */
  name?: NameInput | string | null
  /** Expiration date (YYMM). Never shown, and no part of a parsed receipt. The service stores it in `apiRequest`, unless the merchant’s `cardData` is `minimal`. */
  expirationDate?: string | null
}

export interface NameInput {
  /** First name, from card track data only. */
  firstName?: string | null
  /** Last name, from card track data only. */
  lastName?: string | null
}

export interface CardInput {
  /** Cardholder. */
  Name?: string | NameInput | null
  /** Expiration date (YYMM). Never shown, and no part of a parsed receipt. The service stores it in `apiRequest`, unless the merchant’s `cardData` is `minimal`. */
  expirationDate?: string | null
  /** Card type. */
  typeCode?:
    | 'Visa'
    | 'Visa Debit'
    | 'Mastercard'
    | 'Debit Mastercard'
    | 'American Express'
    | 'Discover'
    | 'Diners Club'
    | 'JCB'
    | 'UnionPay'
    | 'Interac'
    | 'Bancontact'
    | 'Maestro'
    | 'V PAY'
    | 'Visa Electron'
    | 'CB'
    | 'girocard'
    | 'eftpos'
    | 'Dankort'
    | 'Elo'
    | 'Hipercard'
    | 'RuPay'
    | 'Mir'
    | 'Troy'
    | 'mada'
    | (string & {})
    | null
  /** First six digits of the card. Never shown, and no part of a parsed receipt. The service stores it in `apiRequest`, unless the merchant’s `cardData` is `minimal`. */
  first6Digits?: string | null
  /** Last four digits of the card. */
  last4Digits?: string | null
  /** EMV data of the card. */
  emvData?: EmvInput | null
  /** EMV data of the card (other name). */
  emv?: TenderEmvInput | null
}

export interface EmvInput {
  /** Application identifier. */
  aid?: string | null
  /** Application label. */
  appLabel?: string | null
  /** Preferred application name. */
  appPreferredName?: string | null
  /** Additional EMV data to print, by name. */
  additionalAttributes?: Readonly<Record<string, string>> | null
}

export interface PaymentScheduleInput {
  /** Payment label. */
  description?: string | null
  /** Amount due on dueDate. */
  amountDue?: number | string | null
  /** Due date. ISO 8601 is printed in the reader's language, any other text as sent. Midnight in UTC or without an offset stands for the day. */
  dueDate?: string | null
}

export interface TenderInput {
  /** Payment type. */
  tenderTypeCode:
    | 'Cash'
    | 'CreditDebit'
    | 'Credit'
    | 'Debit'
    | 'GiftCard'
    | 'GiftCertificate'
    | 'Check'
    | 'TravelersCheck'
    | 'StoreCredit'
    | 'Coupon'
    | 'Voucher'
    | 'MobilePayment'
    | 'BankTransfer'
    | 'Points'
    | 'OnAccount'
    | 'ForeignCurrency'
    | 'Deposit'
    | 'PaymentLink'
    | 'EBT'
    | 'SNAP'
    | 'EBTCash'
    | 'WIC'
    | 'HSA'
    | 'FSA'
    | 'Other'
    | 'PayPal'
    | 'ApplePay'
    | 'GooglePay'
    | 'SamsungPay'
    | 'AmazonPay'
    | 'ShopPay'
    | 'Venmo'
    | 'CashApp'
    | 'Zelle'
    | 'Klarna'
    | 'Afterpay'
    | 'Clearpay'
    | 'Affirm'
    | 'Alipay'
    | 'WeChatPay'
    | 'TWINT'
    | 'Bizum'
    | 'Swish'
    | 'Vipps'
    | 'MobilePay'
    | 'VippsMobilePay'
    | 'BLIK'
    | 'iDEAL'
    | 'Wero'
    | 'iDEALWero'
    | 'Bancontact'
    | 'Payconiq'
    | 'eps'
    | 'MBWAY'
    | 'Multibanco'
    | 'Satispay'
    | 'Interac'
    | 'Pix'
    | 'UPI'
    | 'MercadoPago'
    | 'PayPay'
    | 'LINEPay'
    | 'MPESA'
    | 'GrabPay'
    | (string & {})
  /** Date and time of payment. ISO 8601 is printed in the reader's language, any other text as sent. Midnight in UTC or without an offset stands for the day. */
  dateTime?: string | null
  /** Amount paid. */
  amount?: number | string | null
  /** Card details, for card payments, in either variant of the interface. */
  creditDebit?: CreditDebitInput | CardInput | null
  /** Gift card used to pay. */
  giftCard?: GiftCardInput | null
  /** Authorization code of the payment. */
  authorizationCode?: string | null
  /** Additional lines printed below the payment. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  miscInfo?: string | null
  /** Signature for the payment. */
  signature?: SignatureInput | null
  /** EMV data of the card. */
  emv?: TenderEmvInput | null
  /** ISO 4217 currency code of the payment. */
  currency?: CurrencyCode | (string & {}) | null
  /** Documents about the payment, under keys you choose. */
  supportingDocuments?: Readonly<Record<string, SupportingDocumentInput>> | null
  /** EMV data of the card (other name). */
  emvData?: TenderEmvInput | null
}

export interface SignatureInput {
  /** Signature image. Base64 of a PNG, JPEG, GIF or BMP image, at most 256 KB. SVG, WebP, TIFF, HEIC, AVIF and broken images are accepted but not shown. */
  base64Image?: string | null
  /** MIME type of the image, such as image/png. Required with an image, unless its bytes say what it is; they decide in any case. */
  imageMimeType?: string | null
  /** Date and time of signing. ISO 8601 is printed in the reader's language, any other text as sent. Midnight in UTC or without an offset stands for the day. */
  dateTime?: string | null
  /** Terms being signed. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  text?: string | null
}

export interface TenderEmvInput {
  /** Application identifier. */
  aid?: string | null
  /** Application label. */
  appLabel?: string | null
  /** Preferred application name. */
  appPreferredName?: string | null
  /** Additional EMV data to print, by name. */
  additionalAttributes?: Readonly<Record<string, string>> | null
}

export interface RoundingAdjustmentInput {
  /** Rounding amount. */
  value?: number | string | null
}

export interface TermInput {
  /** Signature accepting the terms. */
  signature?: SignatureInput | null
  /** Text of the terms, if no signature is needed. May have several lines: line breaks and tabs are sent as such, or written as `\n` and `\t`. `\\` is a backslash; a word that begins with it is a path, in which `\n` and `\t` are letters. */
  description?: string | null
  /** Documents about the terms, under keys you choose. */
  supportingDocuments?: Readonly<Record<string, SupportingDocumentInput>> | null
}
