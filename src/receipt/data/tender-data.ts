import { tables } from '../../standards/codes/tables.ts'
import { cardBrands } from '../../standards/codes/tender-types.ts'
import type { Reshape } from '../schema/field.ts'
import {
  added,
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
  sentAs,
  text,
  withheld,
} from '../schema/schema.ts'
import { holdsNothing, isBlank, isObject } from '../tidy/clean.ts'
import { currencyCode, monetaryAmount } from './money-data.ts'
import { signatureData, supportingDocuments } from './signing-data.ts'

const nameData = object('NameData', {
  firstName: field(text, 'First name, from card track data only.'),
  lastName: field(text, 'Last name, from card track data only.'),
})

const emvFields = {
  aid: field(id, 'Application identifier.'),
  appLabel: field(text, 'Application label.'),
  appPreferredName: field(text, 'Preferred application name.'),
  additionalAttributes: field(mapOf(text), 'Additional EMV data to print, by name.'),
}

const tenderEmvData = object('TenderEmvData', emvFields)

/** What a chip card's terminal reports (EMV Book 3). */
export type TenderEmvData = Infer<typeof tenderEmvData>

/** What becomes of card data that isn't for receipts. */
const neverShown =
  'Never shown, and no part of a parsed receipt. The service stores it in `apiRequest`, unless the merchant’s `cardData` is `minimal`.'

const first6Digits = field(withheld('string'), `First six digits of the card. ${neverShown}`)
const last4Digits = 'Last four digits of the card.'
const typeCode = field(anyOf(cardBrands), 'Card type.')
const expirationDate = field(withheld('string'), `Expiration date (YYMM). ${neverShown}`)

const named = { description: 'Not blank.', pattern: '\\S' }

/** The interface's further variant of a card, which `cardVariant` recognizes by one of these two names. */
const cardData = object(
  'CardData',
  {
    Name: field(text, 'Cardholder.'),
    expirationDate,
    typeCode,
    first6Digits,
    last4Digits: field(lastFour, last4Digits),
    emvData: field(object('EmvData', emvFields), 'EMV data of the card.'),
  },
  undefined,
  { rules: { anyOf: [{ required: ['Name'], properties: { Name: named } }, { required: ['emvData'] }] } },
)

/**
 * The interface's second card variant, inside `creditDebit`: `Name` is the cardholder (text or NameData), and every field
 * is optional, even the last four digits. Only a field that the first variant lacks tells that it is the second.
 */
const cardVariant: Reshape = (sent, here) => {
  // Any trace of the second once made it that.
  const isSecond = here.isStored || !holdsNothing(sent.Name) || !holdsNothing(sent.emvData)
  const hasNames = sent.Name !== undefined || typeof sent.name === 'string'
  if (!hasNames && sent.emvData === undefined && sent.emv === undefined) return sent
  const { Name, emv, emvData, name, ...card } = sent
  const holder = isBlank(name) ? Name : name
  const from = isBlank(name) ? 'Name' : 'name'
  const to = typeof holder === 'string' ? 'cardholder' : 'name'
  if (from !== to) here.moved(from, to)
  const last4Digits = isSecond && isBlank(card.last4Digits) ? '' : card.last4Digits
  return {
    ...card,
    ...(last4Digits === undefined ? {} : { last4Digits }),
    ...(isBlank(holder) ? {} : { [to]: holder }),
  }
}

/** Tills send EMV data as `emv` or `emvData`, on the tender or inside `creditDebit`; it is kept as the tender's `emv`. */
const tenderVariant: Reshape = (sent, here) => {
  const { emvData, ...tender } = sent
  const card = isObject(tender.creditDebit) ? tender.creditDebit : {}
  const found = [
    ['emv', tender.emv],
    ['emvData', emvData],
    ['creditDebit.emv', card.emv],
    ['creditDebit.emvData', card.emvData],
  ].find(([, value]) => !isBlank(value))
  if (!found || found[0] === 'emv') return sent
  here.moved(found[0] as string, 'emv')
  return { ...tender, emv: found[1] }
}

/**
 * Only the last four digits of the card number are ever kept. The cardholder is `name` in one variant of the interface
 * and plain text in the other, which is kept as `cardholder`.
 */
const creditDebitData = object(
  'CreditDebitData',
  {
    first6Digits,
    last4Digits: required(lastFour, last4Digits),
    typeCode,
    name: field(nameData, 'Cardholder name, from card track data only.'),
    cardholder: added(text, 'Cardholder name as plain text.'),
    expirationDate,
  },
  cardVariant,
  {
    variants: { emv: tenderEmvData.field, emvData: tenderEmvData.field, Name: nameData.field },
    notInMinimal: ['first6Digits', 'expirationDate', 'name', 'Name', 'cardholder'],
  },
)

/** A card: its brand and last four digits. */
export type CreditDebitData = Infer<typeof creditDebitData>

const creditDebit = field(
  sentAs(creditDebitData, [creditDebitData, cardData]),
  'Card details, for card payments, in either variant of the interface.',
)

/** The balance is a number in one variant of the interface, a MonetaryAmount in the other. */
const balanceAsMoney: Reshape = (sent, here) => {
  if (isBlank(sent.balance) || typeof sent.balance === 'object') return sent
  here.moved('balance', 'balance.amount')
  return { ...sent, balance: { amount: sent.balance } }
}

/** Only the last four characters of `accountNumber` are kept, and nothing of `authNumber`, which would let someone spend the card. */
export const giftCardData = object(
  'GiftCardData',
  {
    accountNumber: field(lastFour, 'Gift card number. Only the last four characters are kept.'),
    authNumber: field(withheld('string'), 'Authorization number of the gift card. Accepted but never stored.'),
    balance: field(
      sentAs(monetaryAmount, [amount, monetaryAmount], { isOneOnly: true }),
      'Remaining balance of the gift card: a number or, in the second variant of the interface, an amount with its currency.',
    ),
  },
  balanceAsMoney,
  { neverStored: ['authNumber'] },
)

/** A gift card that was sold, loaded or paid with. */
export type GiftCardData = Infer<typeof giftCardData>

/** A payment at this sale (spec, "TenderData"). */
export const tenderData = object(
  'TenderData',
  {
    tenderTypeCode: required(code(tables.tenderTypeCode), 'Payment type.'),
    dateTime: field(dateText, 'Date and time of payment.'),
    amount: field(amount, 'Amount paid.'),
    creditDebit,
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

/** One means of payment with its amount. */
export type TenderData = Infer<typeof tenderData>

/** A payment before this sale (spec, "TenderHistoryData"). */
export const tenderHistoryData = object('TenderHistoryData', {
  tenderTypeCode: field(code(tables.tenderTypeCode), 'Payment type.'),
  dateTime: field(dateText, 'Date and time of payment.'),
  amount: field(amount, 'Amount paid.'),
  creditDebit,
})

/** What was paid earlier, on the same order or goods. */
export type TenderHistoryData = Infer<typeof tenderHistoryData>
