import type { TaxInput } from '../../generated/receipt-input.ts'
import { type Decimal, isZero, minus, numberOf, sum } from '../decimal.ts'
import { given } from '../given.ts'
import type { Sent } from '../sent.ts'
import type { CurrentOrder } from './edits.ts'
import { moneyIn, shippingLinesOf } from './order.ts'

/** A tax as its tax line names it. */
export function taxOf(named: Sent | undefined, amount: Decimal): TaxInput {
  return given<TaxInput>({
    description: named?.text('title'),
    percent: named?.number('rate'),
    amount: numberOf(amount),
  })
}

/** The taxes of the order; failing them those of its lines, by name and rate, or what they come to. */
export function taxesOf(order: Sent, current: CurrentOrder): TaxInput[] {
  const money = moneyIn(order)
  const { isEdited } = current
  const own = order.list(isEdited && order.has('current_tax_lines') ? 'current_tax_lines' : 'tax_lines')
  const total = money.orZero(order, isEdited ? 'current_total_tax' : 'total_tax')
  if (isEdited && own.length === 1 && !isZero(total)) return [taxOf(own[0], total)]
  if (own.length > 0 && (!isEdited || order.has('current_tax_lines')))
    return own.map(tax => taxOf(tax, money.need(tax, 'price')))
  const ofLines = [...order.list('line_items'), ...shippingLinesOf(order)].flatMap(line =>
    line.list('tax_lines').map(tax => ({ tax, amount: current.leftOf(line, money.need(tax, 'price')) })),
  )
  const byRate = [...Map.groupBy(ofLines, ({ tax }) => `${tax.text('title')} ${tax.text('rate')}`).values()]
  if (byRate.length === 0) return isZero(total) ? [] : [taxOf(undefined, total)]
  const rows = byRate.map(each => ({ tax: each[0]?.tax, amount: sum(each.map(({ amount }) => amount)) }))
  return (isEdited ? fitted(rows, total) : rows).map(({ tax, amount }) => taxOf(tax, amount))
}

interface TaxRow {
  tax: Sent | undefined
  amount: Decimal
}

/** What is left of taxes, to the last cent of their total: the largest bears what shares were rounded by. */
function fitted(rows: readonly TaxRow[], total: Decimal): TaxRow[] {
  const miss = minus(total, sum(rows.map(({ amount }) => amount)))
  const largest = rows.reduce(
    (most, row) => (numberOf(row.amount) > numberOf(most.amount) ? row : most),
    rows[0] as TaxRow,
  )
  const isRounding = Math.abs(numberOf(miss)) * 10 ** total.digits <= rows.length
  return rows.map(row => (row === largest && isRounding ? { ...row, amount: sum([row.amount, miss]) } : row))
}
