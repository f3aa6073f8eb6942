import type { Reshape } from '../schema/field.ts'
import {
  amount,
  field,
  type Infer,
  id,
  lastFour,
  lines,
  listOf,
  object,
  required,
  text,
  withheld,
} from '../schema/schema.ts'
import { isBlank } from '../tidy/blank.ts'
import { discountData, monetaryAmount, taxData } from './money-data.ts'
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
    value: field(amount, 'How many, or how much.'),
    units: field(withheld('number'), 'Deprecated; must not be used: send value.'),
    unitOfMeasureCode: field(text, 'Unit, such as Each, GAL or LB.'),
  },
  unitsAsValue,
)
export type QuantityCommonData = Infer<typeof quantityCommonData>

/** Of `accountNumber` only the last four characters are kept. With `authNumber` the card could be spent, so it is not. */
export const giftCardData = object(
  'GiftCardData',
  {
    accountNumber: field(lastFour, 'Number of the gift card. Only its last four characters are kept.'),
    authNumber: field(withheld('string'), 'Authorization of the gift card. Accepted and never kept.'),
    balance: field(monetaryAmount, 'What is left on the gift card. A plain number is accepted too.'),
  },
  balanceAsMoney,
  { neverStored: ['authNumber'] },
)
export type GiftCardData = Infer<typeof giftCardData>

export const itemData = object('ItemData', {
  name: required(text, 'Name of the item, as printed.'),
  description: field(text, 'More about the item.'),
  classCode: field(id, 'Merchandise class.'),
  sku: field(id, 'Stock keeping unit.'),
  upc: field(id, 'Universal product code.'),
  serialNumber: field(id, 'Serial number of this piece.'),
  modelNumber: field(id, 'Model.'),
  brand: field(text, 'Brand.'),
  industry: field(text, 'Industry.'),
  manufacturer: field(text, 'Manufacturer.'),
  price: field(amount, 'Unit price.'),
  total: field(amount, 'Unit price times quantity, minus discount, as the till computed it.'),
  priceNotation: field(text, 'Code appended to the printed price, such as a non-taxable marker.'),
  quantity: field(quantityCommonData, 'How many were sold, and in which unit.'),
  discounts: field(listOf(discountData), 'Discounts on this item, each with its own label.'),
  miscInfo: field(lines, 'More lines below the item.'),
  category: field(text, 'Name of the category that groups items on the receipt; the name, not a code.'),
  customCategory1: field(text, 'A category of the merchant.'),
  customCategory2: field(text, 'A further category of the merchant.'),
  giftCard: field(giftCardData, 'The gift card that was sold or loaded.'),
  supportingDocuments: field(supportingDocuments, 'Documents about the item, by a key of your own.'),
  taxes: field(listOf(taxData), 'Taxes on this item.'),
})
export type ItemData = Infer<typeof itemData>

export const returnData = object('ReturnData', {
  originalStoreNumber: field(id, 'Store of the original sale.'),
  originalRegister: field(id, 'Register of the original sale.'),
  originalTransactionNumber: field(id, 'Transaction number of the original sale.'),
  items: field(listOf(itemData), 'Items that came back.'),
  miscText: field(lines, 'More lines below the return.'),
})
export type ReturnData = Infer<typeof returnData>
