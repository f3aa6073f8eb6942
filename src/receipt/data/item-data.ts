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
  sentAs,
  text,
  withheld,
} from '../schema/schema.ts'
import { isBlank } from '../tidy/clean.ts'
import { discountData, monetaryAmount, taxData } from './money-data.ts'
import { supportingDocuments } from './signing-data.ts'

/** `units` is deprecated: it is used only if `value` is missing. */
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

/** The balance is a number in one variant of the interface, a MonetaryAmount in the other. */
const balanceAsMoney: Reshape = (sent, here) => {
  if (isBlank(sent.balance) || typeof sent.balance === 'object') return sent
  here.moved('balance', 'balance.amount')
  return { ...sent, balance: { amount: sent.balance } }
}

const quantityCommonData = object(
  'QuantityCommonData',
  {
    value: field(amount, 'Quantity.'),
    units: field(withheld('number', { deprecated: true }), 'Deprecated: send value instead.'),
    unitOfMeasureCode: field(text, 'Unit of measure, such as Each, GAL or LB.'),
  },
  unitsAsValue,
)

/** How much of an item, and in which unit. */
export type QuantityCommonData = Infer<typeof quantityCommonData>

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

/** A line of goods (spec, "ItemData"), in a sale, an order or a return. */
export const itemData = object('ItemData', {
  name: required(text, 'Item name, as printed.'),
  description: field(text, 'Item description.'),
  classCode: field(id, 'Merchandise class.'),
  sku: field(id, 'Stock keeping unit.'),
  upc: field(id, 'Universal product code.'),
  serialNumber: field(id, 'Serial number.'),
  modelNumber: field(id, 'Model number.'),
  brand: field(text, 'Brand.'),
  industry: field(text, 'Industry.'),
  manufacturer: field(text, 'Manufacturer.'),
  price: field(amount, 'Unit price.'),
  total: field(amount, 'Unit price times quantity, minus discount, as computed by the till.'),
  priceNotation: field(text, 'Code appended to the printed price, such as a non-taxable marker.'),
  quantity: field(quantityCommonData, 'Quantity sold, and its unit.'),
  discounts: field(listOf(discountData), 'Discounts on this item, each with its own label.'),
  miscInfo: field(lines, 'Additional lines printed below the item.'),
  category: field(text, 'Category name (not a code). Items are grouped by it on the receipt.'),
  customCategory1: field(text, 'Merchant-defined category.'),
  customCategory2: field(text, 'Second merchant-defined category.'),
  giftCard: field(giftCardData, 'Gift card sold or loaded.'),
  supportingDocuments: field(supportingDocuments, 'Documents about the item, under keys you choose.'),
  taxes: field(listOf(taxData), 'Taxes on this item.'),
})

/** What was bought, ordered or brought back. */
export type ItemData = Infer<typeof itemData>

/** Goods that came back (spec, "ReturnData"), by the sale they are from. */
export const returnData = object('ReturnData', {
  originalStoreNumber: field(id, 'Store number of the original sale.'),
  originalRegister: field(id, 'Register of the original sale.'),
  originalTransactionNumber: field(id, 'Transaction number of the original sale.'),
  items: field(listOf(itemData), 'Items returned.'),
  miscText: field(lines, 'Additional lines printed below the return.'),
})

/** The items returned from one earlier sale. */
export type ReturnData = Infer<typeof returnData>
