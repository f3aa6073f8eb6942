import type { ItemData } from '../../receipt/data/item-data.ts'
import type { TaxData } from '../../receipt/data/money-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { Notes, WarningCode } from '../../receipt/notes.ts'
import type { LedgerColumn, RowRole } from '../column/column.ts'
import { withWholeDiscount } from '../dialects/piece-discounts.ts'
import { type Ledger, readLedger } from '../ledger.ts'
import { linesOf } from '../lines.ts'
import { addsUp, amountOf, fullPrice, type Micros, micros, shownAmount, sizeOf, sumOf } from '../sums.ts'
import { auditDeposits, auditPaidOn, auditTenders } from './audit-payments.ts'
import { odd } from './odd.ts'

/**
 * Notes sums that do not add up: a column whose rows don't come to its total, as the ledger reads it; and amounts that stand for themselves,
 * each tried in every way a till may have counted it (fees in the net amount or not, change in the tenders or not).
 */
export function auditSums(receipt: ReceiptData, notes: Notes): void {
  const { items, returns = [], orders = [] } = receipt
  const ledger = readLedger(receipt)
  const { unit } = ledger
  auditItems('items', items, unit, notes)
  for (const [at, entry] of returns.entries()) auditItems(`returns[${at}].items`, entry.items, unit, notes)
  const columns = [...ledger.orders.values()]
  for (const [at, order] of orders.entries()) {
    auditItems(`orders[${at}].items`, order.items, unit, notes)
    auditTaxes(`orders[${at}].taxes`, order.taxes, order.items?.length ?? 0, unit, notes)
    auditColumn(`orders[${at}].totalAmount`, 'order_total', columns[at], order.items, notes)
    const column = columns[at]
    if (column && receipt.netAmount === undefined) auditNet(`orders[${at}].netAmount`, column, notes)
    const { deposits = [], totalAmount = receipt.grandAmount } = order
    const paths = deposits.map((_, index) => `orders[${at}].deposits[${index}]`)
    auditDeposits(paths, deposits, totalAmount, ledger, notes)
  }
  auditTaxes('taxes', receipt.taxes, allItems(receipt).length, unit, notes)
  auditAmounts(ledger, notes)
  auditColumn('grandAmount', 'grand_amount', ledger.column, allItems(receipt), notes)
  const { deposit, fees = [], grandAmount } = receipt
  const lacked = Math.abs(sizeOf(ledger.receipt.grandAmount) - sizeOf(grandAmount))
  // The payments have them.
  if (lacked !== 0 && [Math.abs(sumOf(fees)), ...fees.map(fee => sizeOf(fee.amount))].includes(lacked))
    odd('grandAmount', 'grand_amount', grandAmount, micros(ledger.receipt.grandAmount), notes)
  // It may be on something that the receipt doesn't have; but of what it has, no more is left than all.
  const isMore = allItems(receipt).length > 0 && micros(deposit?.balanceDue) > sizeOf(grandAmount)
  if (deposit && isMore) auditDeposits(['deposit'], [deposit], grandAmount, ledger, notes)
  auditTenders(receipt, ledger, notes)
  auditPaidOn(receipt, ledger, notes)
}

function auditItems(path: string, items: readonly ItemData[] = [], unit: Micros, notes: Notes): void {
  for (const [at, sent] of items.entries()) {
    const line = withWholeDiscount(sent, unit)
    const { discounts, price, taxes, total } = line
    auditTaxes(`${path}[${at}].taxes`, taxes, 1, unit, notes)
    if (total === undefined || price === undefined) continue
    const expected = fullPrice(line)
    const discount = sumOf(discounts)
    if (!addsUp(micros(total), [expected + discount, expected - discount], [], unit))
      odd(`${path}[${at}].total`, 'item_total', total, expected - Math.abs(discount), notes)
  }
}

/** A tax may be rounded on every item, so its sum may be off by half a unit for each. `taxableAmount` may include the tax. */
function auditTaxes(path: string, taxes: readonly TaxData[] = [], lines: number, unit: Micros, notes: Notes): void {
  for (const [at, { amount, percent, taxableAmount }] of taxes.entries()) {
    if (amount === undefined || percent === undefined || taxableAmount === undefined || percent < 0 || percent > 1)
      continue
    const onTop = micros(taxableAmount * percent)
    const included = micros((taxableAmount * percent) / (1 + percent))
    if (!addsUp(micros(amount), [onTop, included], [], unit * (1 + lines / 2)))
      odd(`${path}[${at}].amount`, 'tax_amount', amount, onTop, notes)
  }
}

/**
 * Whether a column comes to its total, to the last digit: it is printed as a sum. So are goods of which some have no amount, though by price
 * and quantity they come to it.
 */
function auditColumn(
  path: string,
  code: WarningCode,
  column: LedgerColumn | undefined,
  lines: readonly ItemData[] = [],
  notes: Notes,
): void {
  const total = column?.rows.find(({ role }) => role === 'total')?.amount
  if (!column || total === undefined) return
  const { goods, miss } = column.reading
  const unprinted = goods.from === 'prices' ? goods.amount - (column.goods ?? goods.amount) : 0
  // Lines that don't say what they cost, and what was added to them; or that cost nothing, and a total.
  if (goods.from === 'none' && lines.length > 0) {
    const charged = column.rows.filter(({ role }) => charges.has(role))
    const areFree = lines.every(line => line.price !== undefined && fullPrice(line) === 0)
    const sum = charged.reduce((sum, { amount = 0 }) => sum + amount, 0)
    if (charged.some(({ amount }) => amount) || (areFree && total !== 0)) odd(path, code, total / 1e6, sum, notes)
  }
  if (!column.fits || unprinted !== 0) odd(path, code, total / 1e6, total + miss - unprinted, notes)
}

const charges: ReadonlySet<RowRole> = new Set(['fee', 'tax', 'discount', 'serviceCharge'])

/** A net amount of an order that no rows come to. A receipt's own is tried in more ways. */
function auditNet(path: string, { rows, net, fits }: LedgerColumn, notes: Notes): void {
  const sent = rows.find(({ role }) => role === 'netAsSent')?.amount
  if (sent !== undefined && fits) odd(path, 'net_amount', amountOf(sent), micros(net), notes)
}

/** Gross and net amount, of which the net one leads to the total. */
function auditAmounts({ column, receipt, unit }: Ledger, notes: Notes): void {
  const { grossAmount, netAmount, items = [], orders = [], returns = [] } = receipt
  const [sold, back, ordered] = [items, linesOf(returns), linesOf(orders)].map(lines => lineSums(lines, unit)) as [
    LineSums,
    LineSums,
    LineSums,
  ]
  const given = [back.totals, back.before].map(amount => -Math.abs(amount))
  const discounts = [sumOf(receipt.discounts), sold.discounts, back.discounts, ordered.discounts]
  const fees = column.rows.reduce((sum, { role, amount = 0 }) => (role === 'fee' ? sum + amount : sum), 0)
  const tax = sumOf(column.taxEntries.length ? column.taxEntries : items.flatMap(item => item.taxes ?? []))
  const charges = [fees, micros(receipt.serviceCharge)]
  const lines = allItems(receipt)
  if (grossAmount !== undefined && lines.length > 0 && lines.every(item => (item.total ?? item.price) !== undefined)) {
    // A coupon among the lines may be a discount.
    const coupons = items.reduce((sum, { total = 0 }) => sum - Math.min(0, micros(total)), 0)
    const addends = [...given, ordered.totals, ordered.before, -tax, tax, ...charges, coupons]
    if (!addsUp(micros(grossAmount), [sold.before, sold.totals], addends, unit))
      odd('grossAmount', 'gross_amount', grossAmount, sold.before + ordered.before, notes)
  }
  if (netAmount === undefined) return
  const goods = column.goods === undefined ? [] : [column.goods, column.reading.goods.amount]
  const from = grossAmount === undefined ? goods : [micros(grossAmount), ...goods]
  if (from.length > 0 && !addsUp(micros(netAmount), from, [...discounts, ...charges, -tax, ...given], unit))
    odd('netAmount', 'net_amount', netAmount, (from[0] ?? 0) + (discounts[0] ?? 0), notes)
}

/** The sums of items: by total, by price × quantity before discounts, and the discounts. */
interface LineSums {
  totals: Micros
  before: Micros
  discounts: Micros
}

function lineSums(items: readonly ItemData[], unit: Micros): LineSums {
  const sums = { totals: 0, before: 0, discounts: 0 }
  for (const item of items) {
    const { discounts, price, total } = item
    const discount = sumOf(discounts)
    const sign = (shownAmount(item) ?? 1) < 0 ? -1 : 1
    const before = price === undefined ? micros(total) - sign * discount : sign * fullPrice(item)
    sums.discounts += discount
    sums.before += Math.round(before / unit) * unit
    sums.totals += total === undefined ? before : micros(total)
  }
  return sums
}

function allItems({ items = [], returns, orders }: ReceiptData): ItemData[] {
  return [...items, ...linesOf(returns), ...linesOf(orders)]
}
