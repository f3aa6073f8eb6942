import type { TaxData } from '../../receipt/data/money-data.ts'
import { type Micros, micros, sumOf } from '../sums.ts'
import type { ColumnReading, LedgerRow, SentColumn } from './column.ts'

/** What a column's rows are made of: the amounts, with the signs that the reading gave them. */
export interface SpelledColumn
  extends Pick<
    SentColumn,
    | 'goods'
    | 'facts'
    | 'gross'
    | 'net'
    | 'discounts'
    | 'fees'
    | 'taxes'
    | 'serviceCharge'
    | 'tip'
    | 'rounding'
    | 'total'
  > {
  reading: ColumnReading
}

/**
 * The rows from the goods to the total and what stands beside it. Where the column adds, so does every sum in it; where it doesn't, the
 * amounts stand as sent, and none claims to be a sum. A sum that would only repeat the row above or below is left out.
 */
export function rowsOf(column: SpelledColumn): LedgerRow[] {
  const { reading } = column
  const after = besides(column)
  const total: LedgerRow[] =
    column.total === undefined ? [] : [{ role: 'total', amount: micros(column.total), why: why(reading.total) }]
  return [...(reading.fits === false ? rowsAsSent(column) : rowsThatAdd(column)), ...total, ...after]
}

function rowsThatAdd(column: SpelledColumn): LedgerRow[] {
  const { reading } = column
  const { goods } = reading
  const body = bodyOf(column)
  const from = goods.from === 'none' || goods.from === 'prices' ? undefined : goods.amount
  const rows: LedgerRow[] = []
  let running = from
  const isReduced = goods.from === 'reduced'
  const before = column.goods[goods.at]
  const itemDiscounts = goods.from === 'lines' && body.some(isOff) ? column.facts().itemDiscounts : 0
  if (itemDiscounts !== 0) {
    const sum = (from ?? 0) - itemDiscounts
    rows.push(sumRow('gross', sum, column), { role: 'itemDiscounts', amount: itemDiscounts, why: 'sum' })
  } else if (isReduced && from !== undefined) {
    const amount = reducedBy(column)
    rows.push(sumRow('subtotal', from, column), { role: 'itemDiscounts', amount, why: 'sum' })
    running = from + amount
  } else if (goods.from === 'gross' && before !== undefined) rows.push({ role: 'gross', amount: from, why: 'gross' })
  else if (from !== undefined && body.length > 0) rows.push(sumRow('subtotal', from, column))
  const netAt = placeOfNet(body)
  const isFollowed = body.findLastIndex(({ amount }) => amount) >= netAt
  for (const [at, row] of body.entries()) {
    if (at === netAt && isFollowed && running !== undefined && running !== from)
      rows.push(sumRow('net', running, column))
    rows.push(row)
    if (running !== undefined) running += row.amount ?? 0
  }
  return withNetAsSent(column, rows)
}

/** What is off the lines below their sum, because their totals don't have it. */
export function reducedBy({ facts }: Pick<SpelledColumn, 'facts'>): Micros {
  const { openDiscounts, itemDiscounts } = facts()
  return openDiscounts || itemDiscounts
}

/** Whether a net amount that was sent is none of the sums of the rows, and not what is left without the taxes in it. */
function withNetAsSent(column: SpelledColumn, rows: LedgerRow[]): LedgerRow[] {
  const net = optional(column.net)
  if (
    net === undefined ||
    rows.some(({ role, amount }) => (role === 'subtotal' || role === 'net' || role === 'gross') && amount === net)
  )
    return rows
  const { reading, total, goods, discounts, fees, taxes, serviceCharge } = column
  const sums: Micros[] = [micros(total), ...goods]
  let running = goods[reading.goods.at] ?? optional(column.gross)
  if (running === undefined) return rows
  for (const group of [sumOf(discounts), sumOf(fees), micros(serviceCharge), sumOf(taxes)]) {
    running += group
    sums.push(running)
  }
  const included = reading.taxes.are === 'added' ? 0 : sumOf(taxes.length ? taxes : column.facts().itemTaxes)
  // Taxes of what was sold and of what came back may go either way.
  const known = [0, included, -included].flatMap(tax => sums.map(sum => sum - tax))
  if (known.some(sum => Math.abs(sum) === Math.abs(net))) return rows
  return withNet(rows, net)
}

/** The rows with the net amount as sent, where the interface has it: after discounts and fees. */
function withNet(rows: readonly LedgerRow[], net: Micros): LedgerRow[] {
  const at = rows.findIndex(({ role }) => role === 'tax' || charges.has(role))
  return rows.toSpliced(at < 0 ? rows.length : at, 0, { role: 'netAsSent', amount: net, why: 'net' })
}

function rowsAsSent(column: SpelledColumn): LedgerRow[] {
  const { goods } = column
  const gross = optional(column.gross)
  const net = optional(column.net)
  const isSum = gross !== undefined && (goods.includes(gross) || goods.length === 0)
  const body = bodyOf(column)
  const rows: LedgerRow[] =
    gross === undefined ? [] : [{ role: isSum ? 'subtotal' : 'gross', amount: gross, why: 'gross' }]
  return [...rows, ...(net === undefined || net === gross ? body : withNet(body, net))]
}

/** The rows between the goods and the total that aren't sums. */
function bodyOf(column: SpelledColumn): LedgerRow[] {
  const { discounts, fees, taxes, reading } = column
  const { serviceCharge, tip, rounding } = reading
  const charge = inside('serviceCharge', column.serviceCharge, serviceCharge)
  const taxRows: LedgerRow[] =
    reading.taxes.are === 'added'
      ? taxes
          .filter(saysSomething)
          .map(entry => ({ role: 'tax', amount: optional(entry.amount), entry, why: why(reading.taxes.turn) }))
      : []
  return [
    ...discounts
      .filter(({ amount, name }) => amount || name)
      .map(
        (entry): LedgerRow => ({
          role: 'discount',
          amount: optional(entry.amount),
          entry,
          why: why(reading.discounts.turn),
        }),
      ),
    ...fees
      .filter(({ amount, description }) => amount || description)
      .map((entry): LedgerRow => ({ role: 'fee', amount: optional(entry.amount), entry, why: why(reading.fees) })),
    ...(isChargeTaxed(column) ? [...charge, ...taxRows] : [...taxRows, ...charge]),
    ...inside('tip', column.tip, tip),
    ...inside('rounding', column.rounding, rounding),
  ]
}

/** Whether the service charge stands before the taxes: the net amount has it, or the base of the only tax. */
function isChargeTaxed({ serviceCharge = 0, reading, goods, discounts, fees, taxes, net }: SpelledColumn): boolean {
  if (!serviceCharge) return false
  const before = (goods[reading.goods.at] ?? 0) + sumOf(discounts) + sumOf(fees)
  const bases = [micros(net), taxes.length === 1 ? micros(taxes[0]?.taxableAmount) : 0].map(Math.abs)
  return bases.includes(Math.abs(before + micros(serviceCharge)))
}

/** Whether a tax has anything to print. */
function saysSomething({ amount, taxableAmount, description, percent }: TaxData): boolean {
  return Boolean(amount || taxableAmount || description || percent !== undefined)
}

function besides({ serviceCharge, tip, rounding, reading }: SpelledColumn): LedgerRow[] {
  return [
    ...inside('serviceCharge', serviceCharge, { ...reading.serviceCharge, isIn: !reading.serviceCharge.isIn }),
    ...inside('tip', tip, { ...reading.tip, isIn: !reading.tip.isIn }),
    ...inside('rounding', rounding, { ...reading.rounding, isIn: !reading.rounding.isIn }),
  ]
}

function inside(
  role: LedgerRow['role'],
  amount: number | undefined,
  { isIn, turn }: ColumnReading['tip'],
): LedgerRow[] {
  return amount && isIn ? [{ role, amount: micros(amount), why: why(turn) }] : []
}

function isOff({ role, amount }: LedgerRow): boolean {
  return role === 'discount' && Boolean(amount)
}

/** Where the net amount stands: above the first tax; without taxes, above the service charge, tip or rounding that follow. */
function placeOfNet(body: readonly LedgerRow[]): number {
  const tax = body.findIndex(({ role }) => role === 'tax')
  return tax >= 0 ? tax : body.findIndex(({ role }) => charges.has(role))
}

const charges: ReadonlySet<LedgerRow['role']> = new Set(['serviceCharge', 'tip', 'rounding'])

/** The same rows with another receipt's amounts: a single changed amount would make its sums false, and change rows. */
export function rowsLike(like: readonly LedgerRow[], column: SpelledColumn): LedgerRow[] {
  const { gross, net, discounts, fees, taxes, serviceCharge, tip, rounding, total } = column
  const entries = {
    discount: discounts.filter(({ amount, name }) => amount || name).values(),
    fee: fees.filter(({ amount, description }) => amount || description).values(),
    tax: taxes.values(),
  }
  const amounts = { serviceCharge, tip, rounding, total }
  return like.map(row => {
    const { role, why } = row
    if (role === 'discount' || role === 'fee' || role === 'tax') {
      const entry = entries[role].next().value
      return entry ? { role, amount: optional(entry.amount), entry, why } : row
    }
    if (role === 'serviceCharge' || role === 'tip' || role === 'rounding' || role === 'total')
      return { ...row, amount: optional(amounts[role]) }
    if (role === 'itemDiscounts') return { ...row, amount: column.facts().itemDiscounts }
    return why === 'gross'
      ? { ...row, amount: optional(gross) }
      : why === 'net'
        ? { ...row, amount: optional(net) }
        : row
  })
}

/** A row of what the rows above come to; of an amount that was sent, if one says it. */
function sumRow(role: LedgerRow['role'], amount: Micros, { gross, net }: SpelledColumn): LedgerRow {
  return { role, amount, why: optional(gross) === amount ? 'gross' : optional(net) === amount ? 'net' : 'sum' }
}

function why(turn: 1 | -1): LedgerRow['why'] {
  return turn === 1 ? 'sent' : 'turned'
}

function optional(amount: number | undefined): Micros | undefined {
  return amount === undefined ? undefined : micros(amount)
}
