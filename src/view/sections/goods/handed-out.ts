import type { ItemData } from '../../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import { plainCode } from '../../codes.ts'

/** The items that the customer gets, sold or ordered: without voided lines, and without canceled or returned orders. */
export function handedOut(receipt: Pick<ReceiptData, 'items' | 'orders'>): ItemData[] {
  const ordered = (receipt.orders ?? []).filter(order => !undone.has(plainCode(order.action ?? '')))
  return [receipt, ...ordered].flatMap(({ items = [] }) => items).filter(isHandedOut)
}

/** Order actions that leave the buyer without the items, by `plainCode`. */
const undone = new Set(['cancel', 'cancelled', 'canceled', 'return', 'returned', 'refund'])

function isHandedOut({ price = 0, total = 0, quantity }: ItemData): boolean {
  return price >= 0 && total >= 0 && (quantity?.value ?? 1) >= 0
}
