import type { DiscountData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { amountOf, micros, sum, sumOf } from './sums.ts'

/** What discounts took off, in the currency's major unit. */
export interface Savings {
  /** All discounts, on lines, in orders and on the receipt; 0 where there are none. */
  total: number
  /** Those on lines, as a negative amount, where the step from gross to net cannot be followed without them. */
  onItems: number | undefined
}

/** Reads the discounts of a receipt. Discounts that add to the price are none. */
export function readSavings(receipt: ReceiptData): Savings {
  const { items = [], orders = [], grossAmount, netAmount, fees } = receipt
  const onItems = takenOff(items.flatMap(item => item.discounts ?? []))
  const onOrders = takenOff(orders.flatMap(order => order.items ?? []).flatMap(item => item.discounts ?? []))
  const onReceipt = takenOff(receipt.discounts)
  const explains =
    grossAmount !== undefined &&
    netAmount !== undefined &&
    micros(grossAmount) + onItems + onReceipt + sumOf(fees) === micros(netAmount)
  return {
    total: amountOf(-(onItems + onOrders + onReceipt)),
    onItems: explains && onItems !== 0 ? amountOf(onItems) : undefined,
  }
}

function takenOff(discounts: readonly DiscountData[] | undefined) {
  return sum((discounts ?? []).map(({ amount = 0 }) => Math.min(0, amount)))
}
