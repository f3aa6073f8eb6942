import type { ItemData, OrderData } from '../../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import { orderActions } from '../../../standards/codes/tables.ts'

/** How the customer gets the items. */
export type Handover = 'delivery' | 'pickup'

/** How an order reaches the customer, according to the order, else its receipt. Undefined if neither says. */
export function orderHandover(order: OrderData, receipt: ReceiptData): Handover | undefined {
  return handoverOf(order.action ?? '') ?? handoverOf(receipt.transactionType)
}

/** The same for a whole receipt: what all its orders say, else its type. */
export function receiptHandover(receipt: ReceiptData): Handover | undefined {
  const [one, ...others] = new Set((receipt.orders ?? []).map(order => orderHandover(order, receipt)))
  return others.length ? undefined : (one ?? handoverOf(receipt.transactionType))
}

function handoverOf(code: string): Handover | undefined {
  return orderActions.find(code)?.handover
}

/** The items that the customer gets, sold or ordered: without voided lines, and without canceled or returned orders. */
export function handedOut(receipt: Pick<ReceiptData, 'items' | 'orders'>): ItemData[] {
  const ordered = (receipt.orders ?? []).filter(({ action = '' }) => !orderActions.find(action)?.isUndone)
  return [receipt, ...ordered].flatMap(({ items = [] }) => items).filter(isHandedOut)
}

function isHandedOut({ price = 0, total = 0, quantity }: ItemData): boolean {
  return price >= 0 && total >= 0 && (quantity?.value ?? 1) >= 0
}
