import type { OrderData } from '../../receipt/data/item-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { DocumentKind } from '../kind.ts'
import { linesOf } from '../lines.ts'
import { paidBy, paidToday } from '../payment.ts'
import { type Micros, micros, sum, sumOf, sumOfShown } from '../sums.ts'
import type { SentColumn } from './column.ts'
import { lineFacts } from './line-facts.ts'

/** A receipt's own column. @param receipt whose lines have their signs */
export function receiptColumn(receipt: ReceiptData, kind: DocumentKind, unit: Micros): SentColumn {
  const { items = none, orders = none, discounts = none, fees = none, taxes = none } = receipt
  const isReturn = kind === 'return'
  const returned = linesOf(receipt.returns)
  const own = added(sumOfShown(items), sumOfShown(returned))
  const goods = orders.length > 0 ? goodsWithOrders(own, orders) : own === undefined ? none : [own]
  const lines = isReturn && returned.length > 0 ? [...items, ...returned] : items
  const ordered = own === undefined && orders.length > 0 ? linesOf(orders) : none
  const sold = ordered.length > 0 ? ordered : lines
  const back = isReturn ? none : returned
  const rounding = receipt.roundingAdjustment?.value
  const isPaidOn = orders.length > 0 || receipt.deposit !== undefined
  const paid = isPaidOn ? paidToday(receipt) : undefined
  return {
    isReturn,
    mayPayBack: returned.length > 0,
    goods,
    besideOrders: orders.length > 0 ? own : undefined,
    sold,
    back,
    ...lineFacts(sold, back, taxes),
    paidOn: paid && isReturn ? Math.abs(paid) : paid,
    isPaid: receipt.tip || rounding ? paidBy(receipt) : undefined,
    gross: receipt.grossAmount,
    net: receipt.netAmount,
    discounts,
    fees,
    taxes,
    serviceCharge: receipt.serviceCharge,
    tip: receipt.tip,
    rounding,
    total: receipt.grandAmount,
    unit,
  }
}

/** An order's column, in a receipt that isn't one with it. */
export function orderColumn(order: OrderData, unit: Micros): SentColumn {
  const { items = none, fees = none, taxes = none } = order
  const goods = sumOfShown(items)
  return {
    isReturn: false,
    mayPayBack: false,
    goods: goods === undefined ? none : [goods],
    sold: items,
    back: none,
    ...lineFacts(items, none, taxes),
    gross: order.grossAmount,
    net: order.netAmount,
    discounts: none,
    fees,
    taxes,
    serviceCharge: undefined,
    tip: undefined,
    rounding: undefined,
    total: order.totalAmount,
    unit,
  }
}

/** A total may be of the receipt's goods, of its orders' too, of their totals, or of what is paid on them. */
function goodsWithOrders(own: Micros | undefined, orders: readonly OrderData[]): Micros[] {
  const totals = orders.flatMap(({ totalAmount }) => totalAmount ?? [])
  const deposits = orders.flatMap(order => order.deposits ?? [])
  const all = [
    own,
    added(own, orders.map(orderedGoods).reduce(added, undefined)),
    totals.length > 0 ? added(own, sum(totals)) : undefined,
    deposits.length > 0 ? added(own, sumOf(deposits)) : undefined,
  ]
  return [...new Set(all.filter(each => each !== undefined))]
}

/** What an order's goods come to; of one without lines, as it says. */
function orderedGoods({ items, grossAmount }: OrderData): Micros | undefined {
  return items?.length ? sumOfShown(items) : grossAmount === undefined ? undefined : micros(grossAmount)
}

function added(one: Micros | undefined, other: Micros | undefined): Micros | undefined {
  return one === undefined ? other : one + (other ?? 0)
}

const none: readonly never[] = []
