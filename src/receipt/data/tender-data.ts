import { cardBrands } from '../../standards/codes/card-brands.ts'
import { tables } from '../../standards/codes/tables.ts'
import {
  amount,
  anyOf,
  code,
  dateText,
  field,
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

export const nameData = object('NameData', {
  firstName: field(text, 'First name, from card track data only.'),
  lastName: field(text, 'Last name, from card track data only.'),
})
export type NameData = Infer<typeof nameData>

export const tenderEmvData = object('TenderEmvData', {
  aid: field(id, 'Application identifier.'),
  appLabel: field(text, 'Application label.'),
  appPreferredName: field(text, 'Preferred application name.'),
  additionalAttributes: field(mapOf(text), 'Additional EMV data to print, by name.'),
})
export type TenderEmvData = Infer<typeof tenderEmvData>

/**
 * Only the last four digits of the card number are ever kept. The cardholder is `name` in one variant of the interface
 * and plain text in the other, which is kept as `cardholder`.
 */
export const creditDebitData = object(
  'CreditDebitData',
  {
    first6Digits: field(withheld('string'), 'First six digits of the card. Accepted but dropped.'),
    last4Digits: required(
      lastFour,
      'Last four digits of the card. May be left out only with `Name` or `emvData`, which the second variant has.',
    ),
    typeCode: field(anyOf(cardBrands), 'Card type.'),
    name: field(nameData, 'Cardholder name, from card track data only. Plain text is also accepted.'),
    cardholder: field(text, 'Cardholder name as plain text.'),
    expirationDate: field(withheld('string'), 'Expiration date (YYMM). Accepted but dropped.'),
  },
  cardVariant,
  {
    variants: { emv: tenderEmvData.field, emvData: tenderEmvData.field, Name: nameData.field },
    notInMinimal: ['first6Digits', 'expirationDate', 'name', 'Name', 'cardholder'],
  },
)
export type CreditDebitData = Infer<typeof creditDebitData>

export const tenderData = object(
  'TenderData',
  {
    tenderTypeCode: required(code(tables.tenderTypeCode), 'Payment type.'),
    dateTime: field(dateText, 'Date and time of payment.'),
    amount: field(amount, 'Amount paid.'),
    creditDebit: field(creditDebitData, 'Card details, for card payments.'),
    giftCard: field(giftCardData, 'Gift card used to pay.'),
    authorizationCode: field(id, 'Authorization code of the payment.'),
    miscInfo: field(lines, 'Additional lines printed below the payment.'),
    signature: field(signatureData, 'Signature for the payment.'),
    emv: field(tenderEmvData, 'EMV data of the card.'),
    currency: field(currencyCode, 'ISO 4217 currency code of the payment.'),
    supportingDocuments: field(supportingDocuments, 'Documents about the payment, under keys you choose.'),
  },
  tenderVariant,
  { variants: { emvData: tenderEmvData.field } },
)
export type TenderData = Infer<typeof tenderData>

export const tenderHistoryData = object('TenderHistoryData', {
  tenderTypeCode: field(code(tables.tenderTypeCode), 'Payment type.'),
  dateTime: field(dateText, 'Date and time of payment.'),
  amount: field(amount, 'Amount paid.'),
  creditDebit: field(creditDebitData, 'Card details, for card payments.'),
})
export type TenderHistoryData = Infer<typeof tenderHistoryData>
