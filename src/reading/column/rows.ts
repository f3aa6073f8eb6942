import type { DiscountData, FeeData, TaxData } from '../../receipt/data/money-data.ts'
import { type Micros, micros, microsOf, type Sign, sumOf } from '../sums.ts'
import type { Inclusion, LedgerRow, RowRole, SpelledColumn } from './column.ts'

/**
 * The rows from the goods to the total and what stands beside it. Where the column adds, so does every sum in it; where it doesn't, the
 * amounts stand as sent, and none claims to be a sum. A sum that would only repeat the row above or below is left out.
 */
export function rowsOf(column: SpelledColumn): LedgerRow[] {
  const { reading, total } = column
  const body = bodyOf(column)
  const rows = reading.fits === false ? rowsAsSent(column, body) : rowsThatAdd(column, body)
  if (total !== undefined) rows.push({ role: 'total', amount: micros(total), why: why(reading.total) })
  pushCharge(rows, 'serviceCharge', column, false)
  pushCharge(rows, 'tip', column, false)
  pushCharge(rows, 'rounding', column, false)
  return rows
}

function rowsThatAdd(column: SpelledColumn, body: readonly LedgerRow[]): LedgerRow[] {
  const { goods } = column.reading
  // Of lines that print no amount, the first row says what they come to.
  const isKnown = goods.from !== 'none' && (goods.from !== 'prices' || column.goods.length === 0)
  const ordered = orderedIn(column)
  const own = goods.amount - ordered
  const rows: LedgerRow[] = []
  const hasDiscounts = body.some(({ role, amount }) => role === 'discount' && amount)
  const off = goods.from === 'lines' && hasDiscounts ? column.itemDiscounts : 0
  // Off the lines below their sum, because their totals don't have it.
  const open = goods.from === 'reduced' ? column.openDiscounts : 0
  if (goods.from === 'gross' && column.goods[goods.at] !== undefined) rows.push(sumRow('gross', goods.amount, column))
  else if (isKnown && (body.length > 0 || open !== 0 || ordered !== 0))
    rows.push(sumRow(off === 0 ? 'subtotal' : 'gross', own - off, column))
  if (off !== 0 || open !== 0) rows.push({ role: 'itemDiscounts', amount: off || open, why: 'sum' })
  if (ordered !== 0) rows.push({ role: 'orders', amount: ordered, why: 'sum' })
  const netAt = placeOfNet(body)
  const isFollowed = body.findLastIndex(({ amount }) => amount) >= netAt
  let running = goods.amount + open
  for (const [at, row] of body.entries()) {
    const saysMore = running !== own && !areTaxesOn(column, own)
    if (at === netAt && isFollowed && isKnown && saysMore) rows.push(sumRow('net', running, column))
    rows.push(row)
    running += row.amount ?? 0
  }
  return saysNet(column, rows) ? rows : withNet(rows, micros(column.net))
}

/** Whether the taxes say that they are on what the goods come to, so that another amount right above them would be taken for their base. */
function areTaxesOn({ taxes, reading }: SpelledColumn, goods: Micros): boolean {
  const bases = taxes.map(({ taxableAmount }) => microsOf(taxableAmount))
  return reading.taxes.are === 'added' && bases.length > 0 && bases.every(base => base === goods)
}

/** What of the goods is of orders, which stand apart where the receipt has goods of its own. */
function orderedIn({ besideOrders, reading: { goods } }: SpelledColumn): Micros {
  return goods.at > 0 && besideOrders !== undefined ? goods.amount - besideOrders : 0
}

/** Whether the net amount that was sent is one of the sums of the rows, or what is left without the taxes in it; or none was sent. */
function saysNet(column: SpelledColumn, rows: readonly LedgerRow[]): boolean {
  const { reading, total, goods, discounts, fees, taxes, serviceCharge } = column
  const net = microsOf(column.net)
  let running = goods[reading.goods.at] ?? microsOf(column.gross)
  if (net === undefined || running === undefined) return true
  if (rows.some(({ role, amount }) => (role === 'subtotal' || role === 'net' || role === 'gross') && amount === net))
    return true
  const sums: Micros[] = [micros(total), ...goods]
  for (const group of [sumOf(discounts), sumOf(fees), micros(serviceCharge), sumOf(taxes)]) {
    running += group
    sums.push(running)
  }
  const included = reading.taxes.are === 'added' ? 0 : sumOf(taxes.length ? taxes : column.itemTaxes)
  // Taxes of what was sold and of what came back may go either way.
  return [0, included, -included].some(tax => sums.some(sum => Math.abs(sum - tax) === Math.abs(net)))
}

/** The rows with the net amount as sent, where the interface has it: after discounts and fees. */
function withNet(rows: readonly LedgerRow[], net: Micros): LedgerRow[] {
  const at = rows.findIndex(({ role }) => role === 'tax' || charges.has(role))
  return rows.toSpliced(at < 0 ? rows.length : at, 0, { role: 'netAsSent', amount: net, why: 'net' })
}

function rowsAsSent(column: SpelledColumn, body: readonly LedgerRow[]): LedgerRow[] {
  const { goods } = column
  const [gross, net] = [microsOf(column.gross), microsOf(column.net)]
  const rows = net === undefined || net === gross ? [...body] : withNet(body, net)
  if (gross === undefined) return rows
  const isSum = goods.includes(gross) || goods.length === 0
  return [{ role: isSum ? 'subtotal' : 'gross', amount: gross, why: 'gross' }, ...rows]
}

/** The rows between the goods and the total that aren't sums. */
function bodyOf(column: SpelledColumn): LedgerRow[] {
  const { reading } = column
  const rows: LedgerRow[] = []
  pushEntries(rows, 'discount', column.discounts, reading.discounts.turn)
  pushEntries(rows, 'fee', column.fees, reading.fees.turn)
  const isTaxed = isChargeTaxed(column)
  if (isTaxed) pushCharge(rows, 'serviceCharge', column, true)
  if (reading.taxes.are === 'added') pushEntries(rows, 'tax', column.taxes, reading.taxes.turn)
  if (!isTaxed) pushCharge(rows, 'serviceCharge', column, true)
  pushCharge(rows, 'tip', column, true)
  pushCharge(rows, 'rounding', column, true)
  return rows
}

function pushEntries(rows: LedgerRow[], role: EntryRole, entries: readonly Entry[], turn: Sign): void {
  for (const entry of entries)
    if (saysSomething(entry)) rows.push({ role, amount: microsOf(entry.amount), entry, why: why(turn) })
}

/** @param isIn which of those in the total or beside it */
function pushCharge(rows: LedgerRow[], role: ChargeRole, column: SpelledColumn, isIn: boolean): void {
  const amount = column[role]
  const read: Inclusion = column.reading[role]
  if (amount && read.isIn === isIn) rows.push({ role, amount: micros(amount), why: why(read.turn) })
}

type Entry = DiscountData & FeeData & TaxData
type EntryRole = 'discount' | 'fee' | 'tax'
type ChargeRole = 'serviceCharge' | 'tip' | 'rounding'

/** Whether a discount, fee or tax has anything to print. */
function saysSomething({ amount, name, description, taxableAmount, percent }: Entry): boolean {
  return Boolean(amount || name || description || taxableAmount || percent !== undefined)
}

/** Whether the service charge stands before the taxes: the net amount has it, or the base that all of them say. */
function isChargeTaxed({ serviceCharge = 0, reading, goods, discounts, fees, taxes, net }: SpelledColumn): boolean {
  if (!serviceCharge) return false
  const before = (goods[reading.goods.at] ?? 0) + sumOf(discounts) + sumOf(fees)
  const [base, ...others] = new Set(taxes.map(({ taxableAmount }) => micros(taxableAmount)))
  const bases = [micros(net), others.length === 0 ? (base ?? 0) : 0].map(Math.abs)
  return bases.includes(Math.abs(before + micros(serviceCharge)))
}

/** Where the net amount stands: above the first tax; without taxes, above the service charge, tip or rounding that follow. */
function placeOfNet(body: readonly LedgerRow[]): number {
  const tax = body.findIndex(({ role }) => role === 'tax')
  return tax >= 0 ? tax : body.findIndex(({ role }) => charges.has(role))
}

const charges: ReadonlySet<RowRole> = new Set<ChargeRole>(['serviceCharge', 'tip', 'rounding'])

/** The same rows with another receipt's amounts: a single changed amount would make its sums false, and change rows. */
export function rowsLike(like: readonly LedgerRow[], column: SpelledColumn): LedgerRow[] {
  const entries = {
    discount: column.discounts.filter(saysSomething).values(),
    fee: column.fees.filter(saysSomething).values(),
    tax: column.taxes.filter(saysSomething).values(),
  }
  return like.map(row => {
    const { role, why } = row
    if (role === 'discount' || role === 'fee' || role === 'tax') {
      const entry = entries[role].next().value
      return entry ? { ...row, amount: microsOf(entry.amount), entry } : row
    }
    if (role === 'serviceCharge' || role === 'tip' || role === 'rounding' || role === 'total')
      return { ...row, amount: microsOf(column[role]) }
    if (role === 'itemDiscounts') return { ...row, amount: column.itemDiscounts }
    return why === 'gross' || why === 'net' ? { ...row, amount: microsOf(column[why]) } : row
  })
}

/** A row of what the rows above come to; of an amount that was sent, if one says it. */
function sumRow(role: RowRole, amount: Micros, { gross, net }: SpelledColumn): LedgerRow {
  return { role, amount, why: microsOf(gross) === amount ? 'gross' : microsOf(net) === amount ? 'net' : 'sum' }
}

function why(turn: Sign): LedgerRow['why'] {
  return turn === 1 ? 'sent' : 'turned'
}
