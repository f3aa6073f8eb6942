import { type Decimal, isSame, isZero, shared, sum, zero } from '../decimal.ts'
import type { Sent } from '../sent.ts'
import { type ShopifyMoney, wordIn } from './order.ts'
import { paidIn, paidWith } from './tenders.ts'

/**
 * An order as it is to be paid: `total_price` stays what it was when goods are taken off an order or exchanged, and the payments are
 * those of `current_total_price`. What was paid back later doesn't change the sale.
 */
export interface CurrentOrder {
  total: Decimal
  /** Whether goods are no longer what they were. */
  isEdited: boolean
  /** How many of a line there still are. */
  countOf(line: Sent): Decimal
  /** What of a line's amount is left. */
  leftOf(line: Sent, amount: Decimal): Decimal
}

/**
 * Tells an order that was edited from one that was paid back.
 *
 * @param outstanding what is still to be paid
 */
export function currentOf(order: Sent, money: ShopifyMoney, outstanding: Decimal | undefined): CurrentOrder {
  const total = money.need(order, 'total_price')
  const current = money.isKnown('current_total_price') ? money.of(order, 'current_total_price') : undefined
  const wasEdited = current !== undefined && !isSame(current, total) && !isPaidBack(order)
  const isEdited = wasEdited && isPaidFor(order, current, money, outstanding ?? zero)
  const countOf = (line: Sent) =>
    (isEdited ? line.decimal('current_quantity') : undefined) ?? line.needDecimal('quantity')
  return {
    total: isEdited ? current : total,
    isEdited,
    countOf,
    leftOf(line, amount) {
      const whole = line.decimal('quantity')
      return !isEdited || !whole || isSame(countOf(line), whole) ? amount : shared(amount, countOf(line), whole)
    },
  }
}

function isPaidBack(order: Sent): boolean {
  const transactions = [order, ...order.list('refunds')].flatMap(each => each.list('transactions'))
  if (paidWith(transactions, ['refund']).length > 0) return true
  // Goods that were exchanged are called refunded, too: payments tell, where there are any.
  return transactions.length === 0 && wordIn(order, 'financial_status').endsWith('refunded')
}

/** Whether the payments are for that; an order may come without them. */
function isPaidFor(order: Sent, amount: Decimal, money: ShopifyMoney, outstanding: Decimal): boolean {
  const paid = paidIn(order, money)
  return isZero(paid) || isSame(sum([paid, outstanding]), amount) || isSame(paid, amount)
}
