import { isBlank } from './blank.ts'
import type { Reshape } from './field.ts'
import { discountData, monetaryAmount, taxData } from './money-data.ts'
import { amount, type Infer, id, lastFour, lines, listOf, object, required, text, withheld } from './schema.ts'
import { supportingDocuments } from './signing-data.ts'

/** `units` is deprecated: it counts only where `value` is missing. */
const unitsAsValue: Reshape = (sent, here) => {
  if (isBlank(sent.units)) return sent
  const { units, ...rest } = sent
  if (!isBlank(sent.value)) {
    here.warn('units', 'deprecated_units')
    return rest
  }
  here.warn('units', 'deprecated_units')
  here.moved('units', 'value')
  return { ...rest, value: units }
}

/** The balance is a number in one variant of the interface and a MonetaryAmount in the other. */
const balanceAsMoney: Reshape = (sent, here) => {
  if (isBlank(sent.balance) || typeof sent.balance === 'object') return sent
  here.moved('balance', 'balance.amount')
  return { ...sent, balance: { amount: sent.balance } }
}

export const quantityCommonData = object(
  'QuantityCommonData',
  {
    value: amount,
    units: withheld('number', 'Deprecated: send value.'),
    unitOfMeasureCode: text,
  },
  unitsAsValue,
)
export type QuantityCommonData = Infer<typeof quantityCommonData>

/** Of `accountNumber` only the last four characters are kept. With `authNumber` the card could be spent, so it is not. */
export const giftCardData = object(
  'GiftCardData',
  { accountNumber: lastFour, authNumber: withheld('string', 'Accepted and never kept.'), balance: monetaryAmount },
  balanceAsMoney,
  { neverStored: ['authNumber'] },
)
export type GiftCardData = Infer<typeof giftCardData>

export const itemData = object('ItemData', {
  name: required(text),
  description: text,
  classCode: id,
  sku: id,
  upc: id,
  serialNumber: id,
  modelNumber: id,
  brand: text,
  industry: text,
  manufacturer: text,
  price: amount,
  total: amount,
  priceNotation: text,
  quantity: quantityCommonData,
  discounts: listOf(discountData),
  miscInfo: lines,
  category: text,
  customCategory1: text,
  customCategory2: text,
  giftCard: giftCardData,
  supportingDocuments,
  taxes: listOf(taxData),
})
export type ItemData = Infer<typeof itemData>

export const returnData = object('ReturnData', {
  originalStoreNumber: id,
  originalRegister: id,
  originalTransactionNumber: id,
  items: listOf(itemData),
  miscText: lines,
})
export type ReturnData = Infer<typeof returnData>
