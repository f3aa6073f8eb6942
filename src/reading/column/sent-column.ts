import type { ItemData, OrderData } from '../../receipt/data/item-data.ts'
import type { TaxData } from '../../receipt/data/money-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { DocumentKind } from '../kind.ts'
import { linesOf } from '../lines.ts'
import { paidBy, paidToday } from '../payment.ts'
import {
  amountOf,
  isAfterDiscounts,
  isBeforeDiscounts,
  type Micros,
  micros,
  type Sign,
  sum,
  sumOf,
  sumOfShown,
} from '../sums.ts'
import { withTendersSpelled } from '../tenders.ts'
import type { LineFacts, SentColumn } from './column.ts'

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
  const paid = isPaidOn ? paidToday(withTendersSpelled(receipt)) : undefined
  return {
    isReturn,
    mayPayBack: returned.length > 0,
    goods,
    besideOrders: own,
    sold,
    back,
    ...lineFacts(sold, back, { taxes, unit }),
    paidOn: paid && isReturn ? Math.abs(paid) : paid,
    isPaid: receipt.tip || rounding ? paidBy(receipt) : undefined,
    // 0 is none: of goods that come to 0, their lines say it.
    gross: receipt.grossAmount || undefined,
    net: receipt.netAmount || undefined,
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
    ...lineFacts(items, none, { taxes, unit }),
    gross: order.grossAmount || undefined,
    net: order.netAmount || undefined,
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

/** Reads lines for them. @param receipt its own taxes, and what its till rounds to */
function lineFacts(
  sold: readonly ItemData[],
  back: readonly ItemData[],
  { taxes, unit }: { taxes: readonly TaxData[] | undefined; unit: Micros },
): LineFacts {
  let [itemDiscounts, before, untold] = [0, 0, 0]
  const add = (line: ItemData, side: Sign) => {
    const off = side * sumOf(line.discounts)
    if (isBeforeDiscounts(line)) before += off
    else itemDiscounts += off
    if (!isAfterDiscounts(line, unit)) untold += off
  }
  for (const line of sold) if (line.discounts) add(line, 1)
  for (const line of back) if (line.discounts) add(line, -1)
  const itemTaxes = taxes?.length ? none : taxesByKind([sold, back])
  return { itemDiscounts, openDiscounts: before || untold, itemTaxes }
}

/** The taxes of lines, added up by name, type and rate. */
function taxesByKind(lists: readonly (readonly ItemData[])[]): readonly TaxData[] {
  const entries: TaxData[] = []
  for (const lines of lists) for (const { taxes } of lines) if (taxes) entries.push(...taxes)
  if (entries.length === 0) return none
  const found = new Map<string, TaxData>()
  for (const tax of entries) {
    const key = [tax.percent, tax.taxTypeCode, tax.description].join('\n')
    const { amount, taxableAmount } = found.get(key) ?? {}
    found.set(key, {
      ...tax,
      amount: amountOf(sum([amount, tax.amount])),
      ...(tax.taxableAmount !== undefined && { taxableAmount: amountOf(sum([taxableAmount, tax.taxableAmount])) }),
    })
  }
  return [...found.values()]
}

const none: readonly never[] = []
