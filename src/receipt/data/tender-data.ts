import {
  amount,
  code,
  dateTime,
  field,
  fieldOf,
  type Infer,
  id,
  lastFour,
  lines,
  mapOf,
  object,
  required,
  text,
  withheld,
} from '../schema/schema.ts'
import { cardVariant, tenderVariant } from './card-variant.ts'
import { currencyCode } from './currency-code.ts'
import { giftCardData } from './item-data.ts'
import { signatureData, supportingDocuments } from './signing-data.ts'

/**
 * Tender types with a wording of their own. The interface names none, so others are accepted and printed as sent.
 */
export const tenderTypeCodes = [
  'Cash',
  'CreditDebit',
  'Credit',
  'Debit',
  'GiftCard',
  'GiftCertificate',
  'Check',
  'TravelersCheck',
  'StoreCredit',
  'Coupon',
  'Voucher',
  'MobilePayment',
  'PayPal',
  'BankTransfer',
  'Points',
  'OnAccount',
  'ForeignCurrency',
  'EBT',
  'HSA',
  'FSA',
  'Deposit',
  'PaymentLink',
  'Other',
] as const

export const nameData = object('NameData', {
  firstName: field(text, 'First name, from the card track data only.'),
  lastName: field(text, 'Last name, from the card track data only.'),
})
export type NameData = Infer<typeof nameData>

export const tenderEmvData = object('TenderEmvData', {
  aid: field(id, 'Application identifier.'),
  appLabel: field(text, 'Application label.'),
  appPreferredName: field(text, 'Preferred name of the application.'),
  additionalAttributes: field(mapOf(text), 'More EMV data to print, by name.'),
})
export type TenderEmvData = Infer<typeof tenderEmvData>

/**
 * Of the card number only the last four digits are ever kept. The cardholder is `name` in one variant of the interface
 * and a plain text in the other, which is kept as `cardholder`.
 */
export const creditDebitData = object(
  'CreditDebitData',
  {
    first6Digits: field(withheld('string'), 'First six digits of the card. Accepted and never kept.'),
    last4Digits: required(lastFour, 'Last four digits of the card.'),
    typeCode: field(text, 'Card type.'),
    name: field(nameData, 'Name of the cardholder, from the card track data only. A plain text is accepted too.'),
    cardholder: field(text, 'Name of the cardholder as one text.'),
    expirationDate: field(withheld('string'), 'Expiration (YYMM). Accepted and never kept.'),
  },
  cardVariant,
  {
    variants: { emv: fieldOf(tenderEmvData), emvData: fieldOf(tenderEmvData), Name: fieldOf(nameData) },
    notInMinimal: ['first6Digits', 'expirationDate', 'name', 'Name', 'cardholder'],
  },
)
export type CreditDebitData = Infer<typeof creditDebitData>

export const tenderData = object(
  'TenderData',
  {
    tenderTypeCode: required(code(tenderTypeCodes), 'Kind of payment.'),
    dateTime: field(dateTime, 'When it was paid.'),
    amount: field(amount, 'Amount paid.'),
    creditDebit: field(creditDebitData, 'The card, for card tenders.'),
    giftCard: field(giftCardData, 'The gift card it was paid with.'),
    authorizationCode: field(id, 'Authorization of the payment.'),
    miscInfo: field(lines, 'More lines below the payment.'),
    signature: field(signatureData, 'Signature under the payment.'),
    emv: field(tenderEmvData, 'EMV data of the card.'),
    currency: field(currencyCode, 'Currency of the payment, ISO 4217.'),
    supportingDocuments: field(supportingDocuments, 'Documents about the payment, by a key of your own.'),
  },
  tenderVariant,
  { variants: { emvData: fieldOf(tenderEmvData) } },
)
export type TenderData = Infer<typeof tenderData>

export const tenderHistoryData = object('TenderHistoryData', {
  tenderTypeCode: field(code(tenderTypeCodes), 'Kind of payment.'),
  dateTime: field(dateTime, 'When it was paid.'),
  amount: field(amount, 'Amount paid.'),
  creditDebit: field(creditDebitData, 'The card, for card tenders.'),
})
export type TenderHistoryData = Infer<typeof tenderHistoryData>
