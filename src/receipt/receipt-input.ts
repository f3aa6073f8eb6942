// Generated from the schemas of the receipt by npm run reference. Do not edit.
import type { CurrencyCode } from './data/currency-code.ts'

/**
 * A receipt as a till may send it. An amount may be a decimal text, `"12.50"`; null is a field that was left out. Fields
 * outside the interface are accepted and kept under `extra`, but not typed: give them as JSON text, or by a variable.
 */
export interface ReceiptInput {
  /** Duplicate guard: only the first request with a given value is accepted. */
  requestId?: string | null
  /** Who gets the receipt. */
  customer?: CustomerInput | null
  /** Register and store. */
  workstation: WorkstationInput
  /** What the till was doing. */
  mode?: 'Online' | 'Offline' | 'Production' | 'Training' | 'Test' | 'Reprint' | 'GiftReceipt' | (string & {}) | null
  /** Text at the top of the receipt, of several lines. */
  header?: string | null
  /** Revision number and date of the receipt. */
  revision?: RevisionInput | null
  /** What the customer chose: mail, paper, both or neither. */
  receiptType: 'DigitalOnly' | 'PaperOnly' | 'DigitalAndPaper' | 'NoReceipt'
  /** Type of the barcode at the bottom of the receipt. Default Code128. */
  barcodeType?: 'GTIN' | 'EAN-128' | 'Code39' | 'Code128' | 'QRCode' | null
  /** Text of the receipt's barcode, not the transaction number; must be compatible with barcodeType. */
  barcodeNumber?: string | null
  /** When the transaction took place. ISO 8601 date, or date and time with or without an offset. */
  receiptDateTime?: string | null
  /** Loyalty membership of the customer. */
  loyalty?: LoyaltyInput | null
  /** Kind of transaction. */
  transactionType:
    | 'SaleTransaction'
    | 'ReturnTransaction'
    | 'OrderTransaction'
    | 'PaymentLinkTransaction'
    | 'BOPUS'
    | (string & {})
  /** The original sale, for transactions such as layaway payments. */
  relatedTransactionReference?: RelatedTransactionReferenceInput | null
  /** Unique number of the transaction (the receipt number). */
  transactionNumber: string
  /** Main list of line items. */
  items?: readonly ItemInput[] | null
  /** Items returned to the store. */
  returns?: readonly ReturnInput[] | null
  /** In-store orders for delivery or pickup, and layaway. */
  orders?: readonly OrderInput[] | null
  /** Before discounts, fees and taxes. */
  grossAmount?: number | string | null
  /** Discounts on the whole receipt. */
  discounts?: readonly DiscountInput[] | null
  /** After discounts and fees, before taxes. */
  netAmount?: number | string | null
  /** Taxes on the whole receipt. */
  taxes?: readonly TaxInput[] | null
  /** After all discounts, fees and taxes. */
  grandAmount: number | string
  /** Total tender applied. */
  tenderApplied?: number | string | null
  /** Due after tender. */
  balanceDue?: number | string | null
  /** Change to the customer. */
  changeDue?: number | string | null
  /** Tip. */
  tip?: number | string | null
  /** Service charge. */
  serviceCharge?: number | string | null
  /** How it was paid. */
  tenders?: readonly TenderInput[] | null
  /** Payment history. */
  tenderHistory?: readonly TenderHistoryInput[] | null
  /** Where the customer can pay. Required when transactionType is PaymentLinkTransaction. An http or https address without credentials. */
  paymentLink?: string | null
  /** Deposit paid. */
  deposit?: DepositInput | null
  /** Person who made the purchase. */
  soldTo?: SoldToInput | null
  /** Fees on the whole receipt. */
  fees?: readonly FeeInput[] | null
  /** What cash rounding added or took off. */
  roundingAdjustment?: RoundingAdjustmentInput | null
  /** Where and when goods are delivered or picked up. */
  deliveryPickup?: DeliveryPickupInput | null
  /** Signature of the customer. */
  signature?: SignatureInput | null
  /** Terms and conditions, with or without a signature image and link. */
  terms?: readonly TermInput[] | null
  /** URL of a tracking pixel. An http or https address without credentials. */
  trackingPixel?: string | null
  /** Text shown at a place the template defines, of several lines. */
  additionalInfo1?: string | null
  /** Text shown at a place the template defines, of several lines. */
  additionalInfo2?: string | null
  /** Text shown at a place the template defines, of several lines. */
  additionalInfo3?: string | null
  /** Text shown at a place the template defines, of several lines. */
  additionalInfo4?: string | null
  /** Text shown at a place the template defines, of several lines. */
  additionalInfo5?: string | null
  /** The receipt as the till prints it, as raw text. */
  rawPosReceipt?: string | null
  /** Currency of all amounts, ISO 4217. */
  currency?: CurrencyCode | null
  /** Reference of the sender. */
  referenceId?: string | null
  /** Documents about the receipt, by a key of your own. */
  supportingDocuments?: Readonly<Record<string, SupportingDocumentInput>> | null
  /** Fields outside the interface, by the path they were sent at: `orders[0].membershipStatus`. */
  extra?: Readonly<Record<string, string | number>> | null
}

export interface CustomerInput {
  /** Where the receipt is mailed. Required when receiptType is DigitalOnly or DigitalAndPaper. */
  emailAddress?: string | null
  /** Telephone of the customer. */
  telephone?: TelephoneCommonInput | null
}

export interface TelephoneCommonInput {
  /** Area code. US numbers use both parts, digits only. */
  areaCode?: string | null
  /** Number within the area. */
  localNumber: string
}

export interface WorkstationInput {
  /** Register identifier. */
  id: string
  /** ID or name of the person ringing the sale. */
  operator?: string | null
  /** ID or name of the person who made the sale; may equal operator. */
  associate?: string | null
  /** Store the register stands in. */
  store: StoreInput
}

export interface StoreInput {
  /** Store identifier. */
  id: string
  /** Name of the store, 1 to 100 characters. */
  name: string
  /** Address of the store. */
  address: AddressCommonInput
  /** Telephone of the store. */
  telephone?: TelephoneCommonInput | null
}

export interface AddressCommonInput {
  /** Kind of address. */
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
  /** Extension of the postal code, such as ZIP+4. */
  postalCodeExtension?: string | null
  /** Country. */
  country?: CountryInput | null
}

export interface CountryInput {
  /** Name of the country. */
  value?: string | null
  /** ISO 3166 code of the country. */
  code?: string | null
}

export interface RevisionInput {
  /** Revision number of the receipt. */
  number?: string | null
  /** Revision date of the receipt. ISO 8601 date, or date and time with or without an offset. */
  dateTime?: string | null
}

export interface LoyaltyInput {
  /** Membership number. */
  number: string
  /** Name of the member. */
  customerName?: string | null
  /** When the membership or its points expire. ISO 8601 date, or date and time with or without an offset. */
  expirationDateTime?: string | null
  /** Balance of points. */
  balance?: number | string | null
  /** More about the membership. */
  misc?: string | null
}

export interface RelatedTransactionReferenceInput {
  /** Store of the original sale. */
  store?: string | null
  /** Register of the original sale. */
  register?: string | null
  /** Transaction number of the original sale. */
  transactionNumber?: string | null
  /** Code of the reason. */
  reasonCode?: string | null
  /** Why this transaction refers to the original sale. */
  reason?: string | null
}

export interface ItemInput {
  /** Name of the item, as printed. */
  name: string
  /** More about the item. */
  description?: string | null
  /** Merchandise class. */
  classCode?: string | null
  /** Stock keeping unit. */
  sku?: string | null
  /** Universal product code. */
  upc?: string | null
  /** Serial number of this piece. */
  serialNumber?: string | null
  /** Model. */
  modelNumber?: string | null
  /** Brand. */
  brand?: string | null
  /** Industry. */
  industry?: string | null
  /** Manufacturer. */
  manufacturer?: string | null
  /** Unit price. */
  price?: number | string | null
  /** Unit price times quantity, minus discount, as the till computed it. */
  total?: number | string | null
  /** Code appended to the printed price, such as a non-taxable marker. */
  priceNotation?: string | null
  /** How many were sold, and in which unit. */
  quantity?: QuantityCommonInput | null
  /** Discounts on this item, each with its own label. */
  discounts?: readonly DiscountInput[] | null
  /** More lines below the item. */
  miscInfo?: string | null
  /** Name of the category that groups items on the receipt; the name, not a code. */
  category?: string | null
  /** A category of the merchant. */
  customCategory1?: string | null
  /** A further category of the merchant. */
  customCategory2?: string | null
  /** The gift card that was sold or loaded. */
  giftCard?: GiftCardInput | null
  /** Documents about the item, by a key of your own. */
  supportingDocuments?: Readonly<Record<string, SupportingDocumentInput>> | null
  /** Taxes on this item. */
  taxes?: readonly TaxInput[] | null
}

export interface QuantityCommonInput {
  /** How many, or how much. */
  value?: number | string | null
  /** Deprecated; must not be used: send value. */
  units?: number | string | null
  /** Unit, such as Each, GAL or LB. */
  unitOfMeasureCode?: string | null
}

export interface DiscountInput {
  /** Amount of the discount; negative. */
  amount?: number | string | null
  /** Label of the discount. */
  name?: string | null
}

export interface GiftCardInput {
  /** Number of the gift card. Only its last four characters are kept. */
  accountNumber?: string | null
  /** Authorization of the gift card. Accepted and never kept. */
  authNumber?: string | null
  /** What is left on the gift card. A plain number is accepted too. */
  balance?: MonetaryAmountInput | number | string | null
}

export interface MonetaryAmountInput {
  /** The amount. */
  amount?: number | string | null
  /** ISO 4217 code of its currency. */
  currencyCode?: CurrencyCode | null
}

export interface SupportingDocumentInput {
  /** Display text of the link. */
  name?: string | null
  /** Document URL. An http or https address without credentials. */
  url?: string | null
}

export interface TaxInput {
  /** Label of the tax. Without it a default label is printed. */
  description?: string | null
  /** Rate as a decimal fraction: 6 percent is 0.06. */
  percent?: number | string | null
  /** Amount that is taxed. */
  taxableAmount?: number | string | null
  /** Amount of the tax. */
  amount?: number | string | null
  /** Kind of tax. */
  taxTypeCode?: 'Sales' | 'VAT' | 'GST' | 'PST' | 'HST' | 'Excise' | 'UseTax' | (string & {}) | null
}

export interface ReturnInput {
  /** Store of the original sale. */
  originalStoreNumber?: string | null
  /** Register of the original sale. */
  originalRegister?: string | null
  /** Transaction number of the original sale. */
  originalTransactionNumber?: string | null
  /** Items that came back. */
  items?: readonly ItemInput[] | null
  /** More lines below the return. */
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
    | 'Pickup'
    | 'Delivery'
    | 'Complete'
    | 'Return'
    | 'Cancel'
    | (string & {})
    | null
  /** Text of the order's barcode; must be compatible with barcodeType. */
  barcodeNumber?: string | null
  /** Type of the order's barcode. Default Code128. */
  barcodeType?: 'GTIN' | 'EAN-128' | 'Code39' | 'Code128' | 'QRCode' | null
  /** Before discounts, fees and taxes. */
  grossAmount?: number | string | null
  /** After discounts and fees, before taxes. */
  netAmount?: number | string | null
  /** After all discounts, fees and taxes. */
  totalAmount?: number | string | null
  /** More about the order. */
  description?: string | null
  /** Who ordered. */
  soldTo?: SoldToInput | null
  /** Where and when the order is delivered or picked up. */
  deliveryPickup?: DeliveryPickupInput | null
  /** Taxes on the order. */
  taxes?: readonly TaxInput[] | null
  /** Fees on the order. */
  fees?: readonly FeeInput[] | null
  /** Deposits paid on the order. */
  deposits?: readonly DepositInput[] | null
  /** Payments made on the order so far. */
  tenderHistory?: readonly TenderHistoryInput[] | null
  /** Payments still to come. */
  paymentSchedules?: readonly PaymentScheduleInput[] | null
  /** Items ordered. */
  items?: readonly ItemInput[] | null
  /** More lines below the order. */
  miscText?: string | null
}

export interface SoldToInput {
  /** Address of the buyer. */
  address?: AddressCommonInput | null
  /** Name of the buyer. */
  customerName: string
  /** Customer number of the buyer. */
  customerNumber?: string | null
  /** Telephone of the buyer. */
  telephone1?: TelephoneCommonInput | null
  /** Second telephone of the buyer. */
  telephone2?: TelephoneCommonInput | null
}

export interface DeliveryPickupInput {
  /** Where goods are delivered or picked up. */
  address?: AddressCommonInput | null
  /** What to know for delivery or pickup. */
  instructions?: string | null
  /** Date of delivery or pickup. ISO 8601 date, or date and time with or without an offset. */
  dateTime?: string | null
  /** Telephone for delivery or pickup. */
  phoneNumber1?: TelephoneCommonInput | null
  /** Second telephone for delivery or pickup. */
  phoneNumber2?: TelephoneCommonInput | null
}

export interface FeeInput {
  /** Amount of the fee. */
  amount?: number | string | null
  /** Label of the fee. */
  description?: string | null
}

export interface DepositInput {
  /** Account of the deposit. Only the last four characters are kept. */
  accountNumber?: string | null
  /** Amount deposited. */
  amount?: number | string | null
  /** What is still to be paid. */
  balanceDue?: number | string | null
}

export interface TenderHistoryInput {
  /** Kind of payment. */
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
    | 'PayPal'
    | 'BankTransfer'
    | 'Points'
    | 'OnAccount'
    | 'ForeignCurrency'
    | 'EBT'
    | 'HSA'
    | 'FSA'
    | 'Deposit'
    | 'PaymentLink'
    | 'Other'
    | (string & {})
    | null
  /** When it was paid. ISO 8601 date, or date and time with or without an offset. */
  dateTime?: string | null
  /** Amount paid. */
  amount?: number | string | null
  /** The card, for card tenders. */
  creditDebit?: CreditDebitInput | CardVariantInput | null
}

export interface CreditDebitInput {
  /** First six digits of the card. Accepted and never kept. */
  first6Digits?: string | null
  /** Last four digits of the card. */
  last4Digits: string
  /** Card type. */
  typeCode?: string | null
  /** Name of the cardholder, from the card track data only. A plain text is accepted too. */
  name?: NameInput | string | null
  /** Name of the cardholder as one text. */
  cardholder?: string | null
  /** Expiration (YYMM). Accepted and never kept. */
  expirationDate?: string | null
}

export interface NameInput {
  /** First name, from the card track data only. */
  firstName?: string | null
  /** Last name, from the card track data only. */
  lastName?: string | null
}

export interface PaymentScheduleInput {
  /** Label of the payment. */
  description?: string | null
  /** Amount due on that day. */
  amountDue?: number | string | null
  /** Day the payment is due. ISO 8601 date, or date and time with or without an offset. */
  dueDate?: string | null
}

export interface TenderInput {
  /** Kind of payment. */
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
    | 'PayPal'
    | 'BankTransfer'
    | 'Points'
    | 'OnAccount'
    | 'ForeignCurrency'
    | 'EBT'
    | 'HSA'
    | 'FSA'
    | 'Deposit'
    | 'PaymentLink'
    | 'Other'
    | (string & {})
  /** When it was paid. ISO 8601 date, or date and time with or without an offset. */
  dateTime?: string | null
  /** Amount paid. */
  amount?: number | string | null
  /** The card, for card tenders. */
  creditDebit?: CreditDebitInput | CardVariantInput | null
  /** The gift card it was paid with. */
  giftCard?: GiftCardInput | null
  /** Authorization of the payment. */
  authorizationCode?: string | null
  /** More lines below the payment. */
  miscInfo?: string | null
  /** Signature under the payment. */
  signature?: SignatureInput | null
  /** EMV data of the card. */
  emv?: TenderEmvInput | null
  /** Currency of the payment, ISO 4217. */
  currency?: CurrencyCode | null
  /** Documents about the payment, by a key of your own. */
  supportingDocuments?: Readonly<Record<string, SupportingDocumentInput>> | null
  /** EMV data of the card, by its other name. */
  emvData?: TenderEmvInput | null
}

export interface SignatureInput {
  /** The signature. Base64 of a PNG, JPEG, GIF or BMP image. */
  base64Image?: string | null
  /** MIME type of the image, such as image/png. */
  imageMimeType?: string | null
  /** When it was signed. ISO 8601 date, or date and time with or without an offset. */
  dateTime?: string | null
  /** Terms being signed. */
  text?: string | null
}

export interface TenderEmvInput {
  /** Application identifier. */
  aid?: string | null
  /** Application label. */
  appLabel?: string | null
  /** Preferred name of the application. */
  appPreferredName?: string | null
  /** More EMV data to print, by name. */
  additionalAttributes?: Readonly<Record<string, string>> | null
}

export interface RoundingAdjustmentInput {
  /** The rounding amount. */
  value?: number | string | null
}

export interface TermInput {
  /** Signature under the terms. */
  signature?: SignatureInput | null
  /** Terms when no signature is needed. */
  description?: string | null
  /** Documents about the terms, by a key of your own. */
  supportingDocuments?: Readonly<Record<string, SupportingDocumentInput>> | null
}

/** The card in the second variant of the interface: `Name` is the cardholder, and EMV data stand within. */
export interface CardVariantInput extends Omit<CreditDebitInput, 'last4Digits'> {
  /** Last four digits of the card. */
  last4Digits?: string | null
  /** Name of the cardholder. */
  Name?: NameInput | string | null
  /** EMV data of the card. */
  emvData?: TenderEmvInput | null
  /** EMV data of the card, by its other name. */
  emv?: TenderEmvInput | null
}
