import type { ItemData } from '../receipt/data/item-data.ts'
import type { DiscountData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { amountOf, type Micros, micros, sum, sumOf } from './sums.ts'

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
  const onItems = takenOffAll(items)
  let onOrders = 0
  for (const order of orders) onOrders += takenOffAll(order.items)
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

function takenOffAll(items: readonly ItemData[] = []): Micros {
  let taken = 0
  for (const { discounts } of items) if (discounts) taken += takenOff(discounts)
  return taken
}

function takenOff(discounts: readonly DiscountData[] = []): Micros {
  let taken = 0
  for (const { amount = 0 } of discounts) taken += micros(Math.min(0, amount))
  return taken
}
