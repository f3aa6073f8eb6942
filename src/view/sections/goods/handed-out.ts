import type { ItemData } from '../../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import { orderActions } from '../../../standards/codes/tables.ts'

/** The items that the customer gets, sold or ordered: without voided lines, and without canceled or returned orders. */
export function handedOut(receipt: Pick<ReceiptData, 'items' | 'orders'>): ItemData[] {
  const ordered = (receipt.orders ?? []).filter(({ action = '' }) => !orderActions.find(action)?.isUndone)
  return [receipt, ...ordered].flatMap(({ items = [] }) => items).filter(isHandedOut)
}

function isHandedOut({ price = 0, total = 0, quantity }: ItemData): boolean {
  return price >= 0 && total >= 0 && (quantity?.value ?? 1) >= 0
}
