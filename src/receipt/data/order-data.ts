import { barcodeTypes } from '../../barcode/barcode.ts'
import { tables } from '../../standards/codes/tables.ts'
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
  text,
} from '../schema/schema.ts'
import { itemData } from './item-data.ts'
import { depositData, feeData, paymentScheduleData, taxData } from './money-data.ts'
import { deliveryPickupData, soldToData } from './party-data.ts'
import { tenderHistoryData } from './tender-data.ts'

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
