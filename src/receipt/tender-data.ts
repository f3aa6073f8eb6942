import { cardVariant, tenderVariant } from './card-variant.ts'
import { currencyCode } from './currency-code.ts'
import { giftCardData } from './item-data.ts'
import {
  amount,
  code,
  dateTime,
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
} from './schema.ts'
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

export const nameData = object('NameData', { firstName: text, lastName: text })
export type NameData = Infer<typeof nameData>

export const tenderEmvData = object('TenderEmvData', {
  aid: id,
  appLabel: text,
  appPreferredName: text,
  additionalAttributes: mapOf(text),
})
export type TenderEmvData = Infer<typeof tenderEmvData>

/**
 * Of the card number only the last four digits are ever kept. The cardholder is `name` in one variant of the interface
 * and a plain text in the other, which is kept as `cardholder`.
 */
export const creditDebitData = object(
  'CreditDebitData',
  {
    first6Digits: withheld('string', 'Accepted and never kept.'),
    last4Digits: required(lastFour),
    typeCode: text,
    name: nameData,
    cardholder: text,
    expirationDate: withheld('string', 'Accepted (YYMM) and never kept.'),
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
    tenderTypeCode: required(code(tenderTypeCodes)),
    dateTime: dateTime,
    amount: amount,
    creditDebit: creditDebitData,
    giftCard: giftCardData,
    authorizationCode: id,
    miscInfo: lines,
    signature: signatureData,
    emv: tenderEmvData,
    currency: currencyCode,
    supportingDocuments,
  },
  tenderVariant,
  { variants: { emvData: fieldOf(tenderEmvData) } },
)
export type TenderData = Infer<typeof tenderData>

export const tenderHistoryData = object('TenderHistoryData', {
  tenderTypeCode: code(tenderTypeCodes),
  dateTime: dateTime,
  amount: amount,
  creditDebit: creditDebitData,
})
export type TenderHistoryData = Infer<typeof tenderHistoryData>
