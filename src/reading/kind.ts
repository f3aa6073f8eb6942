import type { ItemData } from '../receipt/data/item-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { transactionTypes } from '../standards/codes/tables.ts'

/** What kind of document a receipt is. */
export type DocumentKind = 'sale' | 'return' | 'exchange' | 'order' | 'payment-link' | 'gift'

/** Derives the kind from the transaction type, and from the sign and the items where that is not enough. */
export function documentKind(receipt: ReceiptData): DocumentKind {
  const type = transactionTypes.find(receipt.transactionType)?.code
  const bought = Boolean(receipt.items?.length)
  const returned = Boolean(receipt.returns?.length)
  if (type === 'PaymentLinkTransaction') return 'payment-link'
  if (type === 'ReturnTransaction')
    return (bought || hasGoods(receipt.orders)) && hasGoods(receipt.returns) ? 'exchange' : 'return'
  if (isUndone(receipt)) return 'return'
  if (type === 'OrderTransaction') return 'order'
  if (isUnpriced(receipt)) return 'gift'
  if (receipt.orders?.length && !bought) return 'order'
  return returned && !bought ? 'return' : 'sale'
}

/** A total below 0 and goods that are all above it, or all below, such as of a canceled order: they come back. */
function isUndone({ grandAmount, items = [], orders = [], returns }: ReceiptData): boolean {
  if (grandAmount >= 0) return false
  const lines = [...items, ...orders.flatMap(order => order.items ?? [])]
  if (returns?.length) return lines.length === 0
  const isBelow = ({ price = 0, total = 0, quantity }: ItemData) => price < 0 || total < 0 || (quantity?.value ?? 1) < 0
  return lines.length > 0 && lines.every(line => isBelow(line) === isBelow(lines[0] ?? line))
}

/** A gift receipt: items without any price, nothing paid. */
export function isUnpriced({ grandAmount, items = [], tenders = [], returns = [] }: ReceiptData): boolean {
  return (
    grandAmount === 0 &&
    items.length > 0 &&
    tenders.length === 0 &&
    returns.length === 0 &&
    items.every(item => item.price === undefined && item.total === undefined)
  )
}

/** Whether any part has lines. */
export function hasGoods(parts: readonly { items?: ItemData[] }[] = []): boolean {
  return parts.some(({ items }) => items?.length)
}
