import type { TaxData } from '../../receipt/data/money-data.ts'
import { taxSpelled } from '../lines.ts'
import { amountOf, type Micros, micros, sumOf, times, turnedAs } from '../sums.ts'
import type { LedgerColumn, SentColumn, SpelledColumn } from './column.ts'
import { readColumn } from './read-column.ts'
import { rowsLike, rowsOf } from './rows.ts'

/** Reads a column; with the reading and the rows of another, if one is given. */
export function ledgerColumn(sent: SentColumn, like?: LedgerColumn): LedgerColumn {
  const reading = like?.reading ?? readColumn(sent)
  const { discounts, fees, taxes } = reading
  const kept = sent.discounts.filter(discount => !discounts.repeated.includes(discount))
  const taxEntries = (taxes.ofItems ? sent.itemTaxes : sent.taxes).map(tax => taxSpelled(tax, taxes.turn))
  const isAllOne = taxes.inside.size === 0
  const inside = isAllOne ? [] : taxEntries.filter((_, at) => taxes.inside.has(at))
  const taxesInside = taxes.are === 'added' ? inside : taxEntries
  const column: SpelledColumn = {
    ...sent,
    reading,
    gross: grossSpelled(sent, reading),
    net: netSpelled(sent, reading),
    discounts: kept.map(each => turnedAs(discounts, each)),
    fees: sent.fees.map(each => turnedAs(fees, each)),
    taxes: isAllOne ? taxEntries : taxEntries.filter((_, at) => !taxes.inside.has(at)),
    serviceCharge: times(reading.serviceCharge.turn, sent.serviceCharge),
    tip: times(reading.tip.turn, sent.tip),
    rounding: times(reading.rounding.turn, sent.rounding),
    total: times(reading.total, sent.total),
  }
  return {
    rows: like ? rowsLike(like.rows, column) : rowsOf(column),
    reading,
    taxes: taxes.are,
    taxEntries,
    taxesInside,
    goods: sent.goods[reading.goods.at],
    itemDiscounts: sent.itemDiscounts,
    gross: column.gross,
    net: netOf(column, taxesInside) ?? column.net,
    netSent: column.net,
    fits: reading.fits !== false,
  }
}

/** What the rows come to after discounts and fees, before taxes; undefined unless the column adds and says what its taxes are. */
function netOf(
  { reading, discounts, fees, itemTaxes, openDiscounts }: SpelledColumn,
  inside: readonly TaxData[],
): number | undefined {
  const { from, amount } = reading.goods
  const { are } = reading.taxes
  if (!reading.fits || are === 'unclear' || from === 'net' || from === 'none') return undefined
  const off = from === 'reduced' ? openDiscounts : 0
  const after = amount + off + sumOf(discounts) + sumOf(fees)
  return amountOf(after - sumOf(are === 'added' || inside.length > 0 ? inside : itemTaxes))
}

/** The gross amount with the sign of the goods, before or after what is off single lines. */
function grossSpelled(sent: SentColumn, { goods }: SpelledColumn['reading']): number | undefined {
  const { gross, isReturn } = sent
  if (gross === undefined || isReturn) return gross && Math.abs(gross)
  const after = sent.goods[goods.at] ?? 0
  return inSignOf([after - sent.itemDiscounts, after], gross) ?? gross
}

/** The net amount with the sign of what the rows come to; of what is paid back, above 0 in a return and below 0 in an exchange. */
function netSpelled(sent: SentColumn, reading: SpelledColumn['reading']): number | undefined {
  const { net, total = 0 } = sent
  if (net === undefined || net === 0) return net
  if (sent.isReturn) return Math.abs(net)
  const before =
    (sent.goods[reading.goods.at] ?? 0) + sumOf(sent.discounts.map(each => turnedAs(reading.discounts, each)))
  const after = before + sumOf(sent.fees.map(each => turnedAs(reading.fees, each)))
  const known = [after, before].flatMap(sum => [sum, sum - reading.taxes.turn * sumOf(sent.taxes)])
  return inSignOf(known, net) ?? (reading.total * total < 0 ? -Math.abs(net) : net)
}

/** The amount with the sign of the first sum that is as large; undefined if none is. */
function inSignOf(sums: readonly Micros[], amount: number): number | undefined {
  const same = sums.find(sum => Math.abs(sum) === Math.abs(micros(amount)))
  return same === undefined ? undefined : Math.sign(same) * Math.abs(amount)
}
