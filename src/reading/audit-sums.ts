import type { ItemData, OrderData } from '../receipt/data/item-data.ts'
import type { TaxData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import type { Notes, WarningCode } from '../receipt/notes.ts'
import { addsUp, type Micros, micros, sumOf, unitOf } from './sums.ts'

/**
 * Notes sums that do not add up. Each is tried in every way a till may have counted it (fees in the net amount or not, taxes
 * in prices or not, change in the tenders or not), and noted only if none fits.
 */
export function auditSums(receipt: ReceiptData, notes: Notes): void {
  const unit = unitOf(receipt)
  const { items = [], returns = [], orders = [] } = receipt
  auditItems('items', items, unit, notes)
  for (const [at, entry] of returns.entries()) auditItems(`returns[${at}].items`, entry.items ?? [], unit, notes)
  for (const [at, order] of orders.entries()) auditOrder(`orders[${at}]`, order, unit, notes)
  auditTaxes('taxes', receipt.taxes ?? [], allItems(receipt).length, unit, notes)
  auditTotals(receipt, unit, notes)
  auditTenders(receipt, unit, notes)
}

function auditItems(path: string, items: readonly ItemData[], unit: Micros, notes: Notes): void {
  for (const [at, item] of items.entries()) {
    auditTaxes(`${path}[${at}].taxes`, item.taxes ?? [], 1, unit, notes)
    if (item.total === undefined || item.price === undefined) continue
    const expected = micros(item.price * (item.quantity?.value ?? 1))
    const discount = sumOf(item.discounts)
    const readings = discount > 0 ? [expected + discount, expected - discount] : [expected + discount]
    if (!addsUp(micros(item.total), readings, [], unit))
      odd(`${path}[${at}].total`, 'item_total', item.total, readings[0], notes)
  }
}

/** A tax may be rounded on every item, so its sum may be off by half a unit for each. `taxableAmount` may include the tax. */
function auditTaxes(path: string, taxes: readonly TaxData[], lineCount: number, unit: Micros, notes: Notes): void {
  for (const [at, { amount, percent, taxableAmount }] of taxes.entries()) {
    if (amount === undefined || percent === undefined || taxableAmount === undefined || percent < 0 || percent > 1)
      continue
    const onTop = micros(taxableAmount * percent)
    const included = micros((taxableAmount * percent) / (1 + percent))
    if (!addsUp(micros(amount), [onTop, included], [], unit * (1 + lineCount / 2)))
      odd(`${path}[${at}].amount`, 'tax_amount', amount, onTop, notes)
  }
}

function auditOrder(path: string, order: OrderData, unit: Micros, notes: Notes): void {
  const { items = [], taxes = [], fees = [], deposits = [], grossAmount, netAmount, totalAmount } = order
  auditItems(`${path}.items`, items, unit, notes)
  auditTaxes(`${path}.taxes`, taxes, items.length, unit, notes)
  const base = netAmount ?? grossAmount
  if (base === undefined || totalAmount === undefined) return
  const tax = sumOf(taxes.length > 0 ? taxes : items.flatMap(item => item.taxes ?? []))
  const addends = [tax, sumOf(fees), -sumOf(deposits)]
  if (!addsUp(micros(totalAmount), [micros(base)], addends, unit))
    odd(`${path}.totalAmount`, 'order_total', totalAmount, micros(base) + tax, notes)
}

/** With orders or a deposit, what is paid now isn't the sum of the items, so grandAmount is not checked. */
function auditTotals(receipt: ReceiptData, unit: Micros, notes: Notes): void {
  const { grossAmount, netAmount, grandAmount, items = [], orders = [], returns = [] } = receipt
  const [sold, back, ordered] = [items, allReturned(receipt), orders.flatMap(order => order.items ?? [])].map(lines =>
    lineSums(lines, unit),
  ) as [LineSums, LineSums, LineSums]
  const returned = [back.totals, back.before].map(amount => -Math.abs(amount))
  const discounts = [sumOf(receipt.discounts), sold.discounts, back.discounts, ordered.discounts]
  const tax = sumOf(receipt.taxes ?? items.flatMap(item => item.taxes ?? []))
  const charges = [sumOf(receipt.fees), micros(receipt.serviceCharge)]
  const lines = allItems(receipt)

  if (grossAmount !== undefined && lines.length > 0 && lines.every(item => (item.total ?? item.price) !== undefined)) {
    const addends = [...returned, ordered.totals, ordered.before, -tax, tax, ...charges]
    if (!addsUp(micros(grossAmount), [sold.before, sold.totals], addends, unit))
      odd('grossAmount', 'gross_amount', grossAmount, sold.before + ordered.before, notes)
  }
  if (grossAmount !== undefined && netAmount !== undefined) {
    const addends = [...discounts, ...charges, -tax, ...returned]
    if (!addsUp(micros(netAmount), [micros(grossAmount)], addends, unit))
      odd('netAmount', 'net_amount', netAmount, micros(grossAmount) + (discounts[0] ?? 0), notes)
  }
  const base = netAmount ?? grossAmount
  if (base === undefined || orders.length > 0 || receipt.deposit !== undefined) return
  const others = [
    micros(receipt.tip),
    micros(receipt.roundingAdjustment?.value),
    ...(returns.length > 0 ? returned : []),
  ]
  const addends = [tax, ...charges, ...others, ...(netAmount === undefined ? discounts : [])]
  if (!addsUp(micros(grandAmount), [micros(base)], addends, unit))
    odd('grandAmount', 'grand_amount', grandAmount, micros(base) + tax, notes)
}

/** Tenders in another currency cannot be added, and payments on an order or a deposit don't equal grandAmount. */
function auditTenders(receipt: ReceiptData, unit: Micros, notes: Notes): void {
  const { tenders = [], orders = [], deposit, currency, grandAmount, tenderApplied } = receipt
  const foreign = tenders.some(tender => tender.currency !== undefined && tender.currency !== currency)
  if (tenders.length === 0 || foreign || tenders.some(tender => tender.amount === undefined)) return
  const paid = sumOf(tenders)
  const change = micros(receipt.changeDue)
  if (tenderApplied !== undefined && !addsUp(micros(tenderApplied), [paid], [change, -change], unit))
    odd('tenderApplied', 'tender_applied', tenderApplied, paid, notes)
  if (orders.length > 0 || deposit !== undefined) return
  const others = [receipt.tip, receipt.roundingAdjustment?.value, receipt.balanceDue].map(micros)
  const addends = [change, -change, ...others, ...others.map(other => -other)]
  if (!addsUp(micros(grandAmount), [paid], addends, unit))
    odd('tenders', 'tender_sum', paid / 1e6, micros(grandAmount), notes)
}

/** The sums of items: by total, by price × quantity before discounts, and the discounts. */
interface LineSums {
  totals: Micros
  before: Micros
  discounts: Micros
}

function lineSums(items: readonly ItemData[], unit: Micros): LineSums {
  const sums = { totals: 0, before: 0, discounts: 0 }
  for (const { discounts, price, quantity, total } of items) {
    const discount = sumOf(discounts)
    const before = price === undefined ? micros(total) - discount : micros(price * (quantity?.value ?? 1))
    sums.discounts += discount
    sums.before += Math.round(before / unit) * unit
    sums.totals += total === undefined ? before : micros(total)
  }
  return sums
}

function allReturned(receipt: ReceiptData): ItemData[] {
  return (receipt.returns ?? []).flatMap(entry => entry.items ?? [])
}

function allItems(receipt: ReceiptData): ItemData[] {
  return [
    ...(receipt.items ?? []),
    ...allReturned(receipt),
    ...(receipt.orders ?? []).flatMap(order => order.items ?? []),
  ]
}

function odd(path: string, code: WarningCode, found: number, expected: Micros | undefined, notes: Notes): void {
  notes.warn(path, code, `Sent: ${Number(found.toFixed(6))}; expected, for example: ${(expected ?? 0) / 1e6}.`)
}
