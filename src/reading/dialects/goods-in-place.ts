import type { ItemData, OrderData } from '../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { transactionTypes } from '../../standards/codes/tables.ts'
import { withChanged } from '../changes.ts'
import { hasGoods } from '../kind.ts'
import { sizeOf, sumOfShown } from '../sums.ts'

/**
 * Puts goods where they belong, whichever list the till used: those taken back are in `returns`, and those of an order of which nothing
 * else is said are the receipt's, as are the earlier payments of an only order. Returns and orders that say nothing are none. The same
 * receipt if they already are.
 */
export function withGoodsInPlace(sent: ReceiptData): ReceiptData {
  const receipt = withOrderInPlace(withoutEmptyParts(sent))
  // A deposit that is paid back.
  if (!receipt.items?.length) return isVoided(receipt) ? { ...receipt, grandAmount: -receipt.grandAmount } : receipt
  const { items, returns = [] } = receipt
  // In a sale, a line below 0 stays where it is: it may be voided, or be empties.
  const back = isReturnOf(receipt) ? items : isReturnType(receipt) ? items.filter(hasNegativeQuantity) : []
  if (back.length === 0) return receipt
  const sold = back === items ? [] : items.filter(item => !hasNegativeQuantity(item))
  const { items: _, ...rest } = receipt
  // An only entry without goods says from which sale they are.
  const isOfEntry = returns.length === 1 && !hasGoods(returns)
  const placed = isOfEntry ? [{ ...returns[0], items: back }] : [{ items: back }, ...returns]
  return { ...rest, ...(sold.length && { items: sold }), returns: placed }
}

/** Without returns, or orders, of which none says anything, beside goods; alone they still say what kind of document it is. */
function withoutEmptyParts(receipt: ReceiptData): ReceiptData {
  const { items, returns, orders } = receipt
  if (!items?.length) return receipt
  const areEmpty = (parts: readonly object[] | undefined) =>
    parts?.length && parts.every(part => Object.values(part).every(value => value === undefined || value.length === 0))
  return withChanged(receipt, {
    returns: areEmpty(returns) ? [] : undefined,
    orders: areEmpty(orders) ? [] : undefined,
  })
}

function withOrderInPlace(receipt: ReceiptData): ReceiptData {
  const { items, returns, orders } = receipt
  const order = orders?.length === 1 ? orders[0] : undefined
  if (!order) return receipt
  if (areOrdersGoods(receipt, order)) {
    const { items: _, ...rest } = receipt
    return withOrderInPlace(rest)
  }
  if (order.items?.length && !items?.length && !returns?.length && saysOnly(order, amountsOfOrders)) {
    const { totalAmount = receipt.grandAmount, ...own } = order
    const { orders: _, ...rest } = receipt
    if (Math.abs(totalAmount) === Math.abs(receipt.grandAmount)) return { ...own, ...rest, items: order.items }
  }
  const { tenderHistory, ...others } = order
  if (!tenderHistory?.length || receipt.tenderHistory?.length) return receipt
  return { ...receipt, tenderHistory, orders: saysOnly(others, []) ? [] : [others] }
}

/** Whether a receipt's goods are its order's, said once more: their total is the receipt's. */
function areOrdersGoods({ items, grandAmount }: ReceiptData, order: OrderData): boolean {
  if (!items?.length || items.length !== order.items?.length) return false
  const all = sumOfShown(items)
  const total = sizeOf(order.totalAmount ?? grandAmount)
  if (total !== sizeOf(grandAmount) && total !== all) return false
  return (
    all !== undefined && sizeOf(grandAmount) < 2 * all && items.every((item, at) => isSameLine(item, order.items?.[at]))
  )
}

function isSameLine(one: ItemData, other: ItemData | undefined): boolean {
  const { name, total, price, quantity } = other ?? {}
  return one.name === name && one.total === total && one.price === price && one.quantity?.value === quantity?.value
}

const amountsOfOrders = ['items', 'grossAmount', 'netAmount', 'totalAmount', 'taxes', 'fees', 'tenderHistory']

/** Whether an order has no other fields. */
function saysOnly(order: OrderData, fields: readonly string[]): boolean {
  for (const key in order) if (order[key as keyof OrderData] !== undefined && !fields.includes(key)) return false
  return true
}

/** Whether all lines of a receipt come back: of a return, unless some are sold and some taken back; or if all are below 0, or only the total is. */
function isReturnOf(receipt: ReceiptData): boolean {
  const { transactionType, items = [], returns, orders, grandAmount } = receipt
  if (items.every(hasNegativeQuantity) || isVoided(receipt)) return true
  if (grandAmount < 0) {
    const below = items.filter(item => hasNegativeQuantity(item) || (item.total ?? 0) < 0).length
    if (below === items.length || (below === 0 && !returns?.length && !orders?.length)) return true
  }
  if (!isReturnType({ transactionType }) || hasGoods(returns)) return false
  return !items.some(hasNegativeQuantity) || items.every(item => (item.quantity?.value ?? -1) < 0)
}

/** Whether a sale was undone whose till sends only the payments below 0, under a type of its own. */
function isVoided({ transactionType, grandAmount, returns, orders, tenders = [] }: ReceiptData): boolean {
  if (grandAmount <= 0 || tenders.length === 0 || hasGoods(returns) || orders?.length) return false
  if (!tenders.every(({ amount = 0 }) => amount < 0)) return false
  return /void|storno|cancel|annul|revers/i.test(transactionType) && !transactionTypes.has(transactionType)
}

function isReturnType({ transactionType }: Pick<ReceiptData, 'transactionType'>): boolean {
  return transactionTypes.find(transactionType)?.code === 'ReturnTransaction'
}

function hasNegativeQuantity({ quantity }: ItemData): boolean {
  return quantity?.value !== undefined && quantity.value < 0
}
