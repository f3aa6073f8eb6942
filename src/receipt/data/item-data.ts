import { barcodeTypes } from '../../barcode/barcode.ts'
import { tables } from '../../standards/codes/tables.ts'
import type { Reshape } from '../schema/field.ts'
import {
  amount,
  barcodeText,
  code,
  field,
  type Infer,
  id,
  lines,
  listOf,
  object,
  oneOf,
  required,
  text,
  withheld,
} from '../schema/schema.ts'
import { isBlank } from '../tidy/clean.ts'
import { depositData, discountData, feeData, paymentScheduleData, taxData } from './money-data.ts'
import { deliveryPickupData, soldToData } from './party-data.ts'
import { supportingDocuments } from './signing-data.ts'
import { giftCardData, tenderHistoryData } from './tender-data.ts'

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

const quantityCommonData = object(
  'QuantityCommonData',
  {
    value: field(amount, 'Quantity.'),
    units: field(withheld('number', { deprecated: true }), 'Deprecated: send value instead.'),
    unitOfMeasureCode: field(text, 'Unit of measure, such as Each, GAL or LB.'),
  },
  unitsAsValue,
)

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

/** A field for the type of any barcode. */
export const barcodeType = oneOf(barcodeTypes)

/** A delivery, pickup or layaway (spec, "OrderData"), which has sums of its own. */
export const orderData = object('OrderData', {
  number: field(id, 'Order number.'),
  action: field(code(tables.action), 'What happened to the order.'),
  barcodeNumber: field(barcodeText, "Text of the order's barcode. Must be valid for barcodeType."),
  barcodeType: field(barcodeType, "Type of the order's barcode. Defaults to Code128."),
  grossAmount: field(amount, 'Total before discounts, fees and taxes.'),
  netAmount: field(amount, 'Total after discounts and fees, before taxes.'),
  totalAmount: field(amount, 'Total after all discounts, fees and taxes.'),
  description: field(text, 'Order description.'),
  soldTo: field(soldToData, 'Buyer.'),
  deliveryPickup: field(deliveryPickupData, 'Delivery or pickup details of the order.'),
  taxes: field(listOf(taxData), 'Taxes on the order.'),
  fees: field(listOf(feeData), 'Fees on the order.'),
  deposits: field(listOf(depositData), 'Deposits paid on the order.'),
  tenderHistory: field(listOf(tenderHistoryData), 'Payments already made on the order.'),
  paymentSchedules: field(listOf(paymentScheduleData), 'Scheduled payments.'),
  items: field(listOf(itemData), 'Items ordered.'),
  miscText: field(lines, 'Additional lines printed below the order.'),
})

/** Goods that the customer gets later. */
export type OrderData = Infer<typeof orderData>
