import { barcodeTypes } from '../../barcode/barcode.ts'
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

/** What an order entry reports. The interface names no values, so others are accepted and printed as sent. */
export const orderActions = ['New', 'Update', 'Payment', 'Pickup', 'Delivery', 'Complete', 'Return', 'Cancel'] as const

export const barcodeType = oneOf(barcodeTypes)

export const orderData = object('OrderData', {
  number: field(id, 'Order number.'),
  action: field(code(orderActions), 'What happened to the order.'),
  barcodeNumber: field(barcodeText, "Text of the order's barcode; must be compatible with barcodeType."),
  barcodeType: field(barcodeType, "Type of the order's barcode. Default Code128."),
  grossAmount: field(amount, 'Before discounts, fees and taxes.'),
  netAmount: field(amount, 'After discounts and fees, before taxes.'),
  totalAmount: field(amount, 'After all discounts, fees and taxes.'),
  description: field(text, 'More about the order.'),
  soldTo: field(soldToData, 'Who ordered.'),
  deliveryPickup: field(deliveryPickupData, 'Where and when the order is delivered or picked up.'),
  taxes: field(listOf(taxData), 'Taxes on the order.'),
  fees: field(listOf(feeData), 'Fees on the order.'),
  deposits: field(listOf(depositData), 'Deposits paid on the order.'),
  tenderHistory: field(listOf(tenderHistoryData), 'Payments made on the order so far.'),
  paymentSchedules: field(listOf(paymentScheduleData), 'Payments still to come.'),
  items: field(listOf(itemData), 'Items ordered.'),
  miscText: field(lines, 'More lines below the order.'),
})
export type OrderData = Infer<typeof orderData>
