import { barcodeTypes } from '../barcode/barcode.ts'
import { itemData } from './item-data.ts'
import { depositData, feeData, paymentScheduleData, taxData } from './money-data.ts'
import { deliveryPickupData, soldToData } from './party-data.ts'
import { amount, barcodeText, code, type Infer, id, lines, listOf, object, oneOf, text } from './schema.ts'
import { tenderHistoryData } from './tender-data.ts'

/** What an order entry reports. The interface names no values, so others are accepted and printed as sent. */
export const orderActions = ['New', 'Update', 'Payment', 'Pickup', 'Delivery', 'Complete', 'Return', 'Cancel'] as const

export const barcodeType = oneOf(barcodeTypes)

export const orderData = object('OrderData', {
  number: id,
  action: code(orderActions),
  barcodeNumber: barcodeText,
  barcodeType,
  grossAmount: amount,
  netAmount: amount,
  totalAmount: amount,
  description: text,
  soldTo: soldToData,
  deliveryPickup: deliveryPickupData,
  taxes: listOf(taxData),
  fees: listOf(feeData),
  deposits: listOf(depositData),
  tenderHistory: listOf(tenderHistoryData),
  paymentSchedules: listOf(paymentScheduleData),
  items: listOf(itemData),
  miscText: lines,
})
export type OrderData = Infer<typeof orderData>
