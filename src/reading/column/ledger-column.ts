import { taxSpelled } from '../lines.ts'
import { amountOf, inSignOf, type Micros, type Sign, sumOf, times, turnedAs } from '../sums.ts'
import type { LedgerColumn, SentColumn, SpelledColumn } from './column.ts'
import { readColumn } from './read-column.ts'
import { rowsLike, rowsOf } from './rows.ts'
import { grossSigned } from './ways.ts'

/** Reads a column; with the reading and the rows of another, if one is given. */
export function ledgerColumn(sent: SentColumn, like?: LedgerColumn): LedgerColumn {
  const reading = like?.reading ?? readColumn(sent)
  const { discounts, fees, taxes } = reading
  const kept = sent.discounts.filter(discount => !discounts.repeated.includes(discount))
  const taxEntries = (taxes.ofItems ? sent.itemTaxes : sent.taxes).map(tax => taxSpelled(tax, taxes.turn))
  const inside = taxEntries.filter((_, at) => taxes.inside.has(at))
  const taxesInside = taxes.are === 'added' ? inside : taxEntries
  const spelled: SpelledColumn = {
    ...withGoodsTurned(sent, reading.goods.turn),
    reading,
    discounts: kept.map(each => turnedAs(discounts, each)),
    fees: sent.fees.map(each => turnedAs(fees, each)),
    taxes: taxEntries.filter((_, at) => !taxes.inside.has(at)),
    serviceCharge: times(reading.serviceCharge.turn, sent.serviceCharge),
    tip: times(reading.tip.turn, sent.tip),
    rounding: times(reading.rounding.turn, sent.rounding),
    total: times(reading.total, sent.total),
  }
  const within = sumOf(taxes.are === 'added' || taxesInside.length > 0 ? taxesInside : sent.itemTaxes)
  const column = {
    ...spelled,
    gross: spelled.gross && grossSigned(spelled, spelled.gross),
    net: netSpelled(spelled, within),
  }
  return {
    rows: like ? rowsLike(like.rows, column) : rowsOf(column),
    reading,
    taxes: taxes.are,
    taxEntries,
    taxesInside,
    goods: column.goods[reading.goods.at],
    itemDiscounts: column.itemDiscounts,
    gross: column.gross,
    net: netOf(column, within) ?? column.net,
    netSent: column.net,
    fits: reading.fits !== false,
  }
}

/** The column with what its goods come to as they were turned, and what is off them. */
function withGoodsTurned(sent: SentColumn, turn: Sign): SentColumn {
  if (turn === 1) return sent
  const { goods, besideOrders, itemDiscounts, openDiscounts } = sent
  return {
    ...sent,
    goods: goods.map(each => times(turn, each)),
    besideOrders: times(turn, besideOrders),
    itemDiscounts: times(turn, itemDiscounts),
    openDiscounts: times(turn, openDiscounts),
  }
}

/** What the rows come to after discounts and fees, less the taxes in the prices; undefined unless the column adds and says what its taxes are. */
function netOf(column: SpelledColumn, within: Micros): number | undefined {
  const { goods, taxes, fits } = column.reading
  if (!fits || taxes.are === 'unclear' || goods.from === 'net' || goods.from === 'none') return undefined
  return amountOf(discountedGoods(column) + sumOf(column.fees) - within)
}

/** What the goods come to after all discounts, as the column is read. */
function discountedGoods({ reading, goods, openDiscounts, discounts }: SpelledColumn): Micros {
  const { from, amount, at } = reading.goods
  const open = from === 'reduced' ? openDiscounts : 0
  return (reading.fits ? amount + open : (goods[at] ?? 0)) + sumOf(discounts)
}

/** The net amount with the sign of what the rows come to; of what is paid back, above 0 in a return and below 0 in an exchange. */
function netSpelled(column: SpelledColumn, within: Micros): number | undefined {
  const { net, total = 0, isReturn } = column
  if (net === undefined) return undefined
  if (isReturn) return Math.abs(net)
  const before = discountedGoods(column)
  const known = [before + sumOf(column.fees), before].flatMap(sum => [sum, sum - within])
  return inSignOf(known, net) ?? (total < 0 ? -Math.abs(net) : net)
}
