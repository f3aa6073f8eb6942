import type { DiscountData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { amountOf, micros, sum, sumOf } from './sums.ts'

/** Discounts, in the currency's major unit. */
export interface Savings {
  /** All discounts, on items, orders and the receipt; 0 if there are none. */
  total: number
  /** Item discounts, as a negative amount, if needed to get from gross to net, or to a total whose prices include tax. */
  onItems: number | undefined
}

/** Reads a receipt's discounts, except those that raise the price. */
export function readSavings(receipt: ReceiptData): Savings {
  const { items = [], orders = [], grossAmount, netAmount, grandAmount, fees, roundingAdjustment } = receipt
  const onItems = takenOff(items.flatMap(item => item.discounts ?? []))
  const onOrders = takenOff(orders.flatMap(order => order.items ?? []).flatMap(item => item.discounts ?? []))
  const onReceipt = takenOff(receipt.discounts)
  const discounted = micros(grossAmount) + onItems + onReceipt + sumOf(fees)
  const afterwards = sum([receipt.serviceCharge, receipt.tip, roundingAdjustment?.value])
  const explains =
    grossAmount !== undefined &&
    ((netAmount !== undefined && discounted === micros(netAmount)) || discounted + afterwards === micros(grandAmount))
  return {
    total: amountOf(-(onItems + onOrders + onReceipt)),
    onItems: explains && onItems !== 0 ? amountOf(onItems) : undefined,
  }
}

function takenOff(discounts: readonly DiscountData[] | undefined) {
  return sum((discounts ?? []).map(({ amount = 0 }) => Math.min(0, amount)))
}
