import type { ItemData } from '../../receipt/data/item-data.ts'
import type { FeeData, TaxData } from '../../receipt/data/money-data.ts'
import { inSignOf, type Micros, micros, microsOf, pricedTotal, type Sign, shownAmount, sumOf } from '../sums.ts'
import type { ColumnReading, Inclusion, SentColumn, TaxReading } from './column.ts'
import { discountWays } from './discount-ways.ts'
import type { Way } from './solve.ts'

/** The ways to read each group of a column, the nearest to the letter first. */
export type Groups = { [Name in Exclude<keyof ColumnReading, 'fits' | 'miss'>]: Way<ColumnReading[Name]>[] }

/** All ways to read a column. @param taxesAre what rates and bases say of them */
export function waysOf(sent: SentColumn, taxesAre: TaxReading): Groups {
  return {
    goods: goodsWays(sent),
    discounts: discountWays(sent),
    fees: feeWays(sent),
    taxes: taxWays(sent, taxesAre),
    serviceCharge: serviceChargeWays(sent),
    tip: tipWays(sent),
    rounding: roundingWays(sent),
    total: totalWays(sent),
  }
}

function goodsWays(sent: SentColumn): Way<ColumnReading['goods']>[] {
  const { goods, discounts, fees, isReturn, mayPayBack, paidOn, openDiscounts, unit } = sent
  const ways: Way<ColumnReading['goods']>[] = []
  const add = (
    cost: number,
    adds: Micros,
    from: ColumnReading['goods']['from'],
    more: { at?: number; turn?: Sign; amount?: Micros } = {},
  ) => ways.push({ cost, adds, choice: { at: 0, turn: 1, from, amount: adds, ...more } })
  for (const [at, amount] of goods.entries()) {
    add(0, amount, 'lines', { at })
    if (openDiscounts !== 0) add(2, amount + openDiscounts, 'reduced', { at, amount })
    if (!isReturn && amount < 0 && !isBackByQuantity(sent)) add(mayPayBack ? 9 : 4, -amount, 'lines', { at, turn: -1 })
  }
  const byPrices = pricedGoods(sent)
  if (byPrices !== 0 && !goods.includes(byPrices)) add(goods.length ? 2 : 1, byPrices, 'prices')
  const before = microsOf(sent.gross === undefined ? undefined : grossSigned(sent, sent.gross))
  const after = microsOf(isReturn && sent.net ? Math.abs(sent.net) : sent.net)
  if (before !== undefined && !goods.includes(before)) add(goods.length ? 5 : 0, before, 'gross')
  // Discounts of the receipt may be all that there are, those of lines, too.
  if (before === undefined && discounts.length > 0 && sent.itemDiscounts !== 0 && goods.length === 1)
    add(5, (goods[0] ?? 0) - sent.itemDiscounts, 'gross')
  if (after !== undefined && goods.length === 0) {
    // After discounts and fees, as the interface has it, or not.
    const start = after + Math.abs(sumOf(discounts))
    for (const sum of new Set([start - sumOf(fees), start])) {
      // A gross amount a cent away is no other one: the column says how far it is.
      const isOther = before === undefined || Math.abs(sum - before) > unit
      if (isOther) add(before === undefined ? 0 : 6, sum, 'net')
    }
  }
  if (paidOn) add(7, paidOn, 'none')
  if (ways.length === 0) add(0, 0, 'none')
  return ways
}

/** A gross amount with the sign of goods that come to it, before or after what is off single lines. */
export function grossSigned({ goods, itemDiscounts, isReturn }: SentColumn, gross: number): number {
  if (isReturn) return Math.abs(gross)
  return goods.map(sum => inSignOf([sum - itemDiscounts, sum], gross)).find(found => found !== undefined) ?? gross
}

/** Whether quantities say why the goods are below 0: pieces that came back, beside some that were sold. */
function isBackByQuantity({ sold }: SentColumn): boolean {
  const isOf = (sign: Sign) => (line: ItemData) =>
    sign * (line.quantity?.value ?? 1) > 0 && sign * (shownAmount(line) ?? 0) > 0
  return sold.some(isOf(1)) && sold.some(isOf(-1))
}

/** What lines come to by price and quantity, where they have no total. */
export function pricedGoods({ sold, back, isReturn, unit }: SentColumn): Micros {
  const sumOfLines = (lines: readonly ItemData[]) =>
    lines.reduce((sum, line) => sum + (pricedTotal(line, unit) ?? 0), 0)
  const all = sumOfLines(sold)
  return (isReturn ? Math.abs(all) : all) - Math.abs(sumOfLines(back))
}

/** In a return, a fee that the shop keeps makes the refund smaller; one with the sign of the total is paid back. There may be both. */
function feeWays({ fees, isReturn, mayPayBack, total = 0 }: SentColumn): Way<ColumnReading['fees']>[] {
  const all = sumOf(fees)
  const way = (cost: number, turn: Sign, against: readonly FeeData[] = []) => ({
    cost,
    adds: turn * (all - 2 * sumOf(against)),
    choice: { turn, against },
  })
  if (fees.length === 0) return [way(0, 1)]
  // What is charged on what was sold is above 0.
  if (!isReturn) return all < 0 || mayPayBack ? [way(0, 1), way(3, -1)] : [way(0, 1)]
  // What leaves nothing to pay back was kept.
  const first: Sign = (total || -all) < 0 ? -1 : 1
  return [way(0, first), way(1, opposite(first)), ...partsAgainst(fees).map(against => way(2, 1, against))]
}

/** Which of several fees may be of another sign than the others: some of the first few. */
function partsAgainst(fees: readonly FeeData[]): FeeData[][] {
  if (fees.length < 2 || fees.length > mostFees) return []
  const parts = Array.from({ length: 2 ** fees.length - 1 }, (_, part) => part)
  return parts.slice(1).map(part => fees.filter((_, at) => (part >> at) % 2 === 1))
}

const mostFees = 4

function taxWays(sent: SentColumn, taxesAre: TaxReading): Way<ColumnReading['taxes']>[] {
  const { taxes, goods, gross = 0, isReturn, mayPayBack, itemTaxes } = sent
  const all = sumOf(taxes)
  const way = (cost: number, turn: Sign, are: TaxReading, sum = all, ofItems = false, inside = noTaxes) => ({
    cost,
    adds: are === 'added' ? turn * sum : 0,
    choice: { turn, are, ofItems, inside },
  })
  if (all === 0) {
    const ofItems = sumOf(itemTaxes)
    if (ofItems === 0) return [way(0, 1, 'added')]
    return [way(0, 1, 'included'), way(1, 1, 'added', ofItems, true)]
  }
  const usual = turnOfTaxes(sent)
  const added = taxesAre === 'included' ? 5 : 0
  const included = { added: 5, included: 0, unclear: 1 }[taxesAre]
  const ways = [way(added, usual, 'added'), way(included, usual, 'included')]
  // In a return, taxes go the way of the goods, as they do on what was sold.
  if (!isReturn && (mayPayBack || (goods[0] ?? gross) < 0))
    ways.push(way(added + (mayPayBack ? 1 : 2), opposite(usual), 'added'))
  // Sold without the tax that is in its price, as to a tourist.
  else if (!isReturn && all < 0) ways.push(way(added + 3, 1, 'added'))
  for (const inside of partsOf(taxes)) {
    const sum = all - sumOf(taxes.filter((_, at) => inside.has(at)))
    ways.push(way(6, usual, 'added', sum, false, inside))
  }
  return ways.sort((one, another) => one.cost - another.cost)
}

/**
 * What of several taxes may be in the prices, while the others are added: those of a kind, or the others. A levy has no rate, and is a kind
 * of its own beside taxes that have one.
 */
function partsOf(taxes: readonly TaxData[]): ReadonlySet<number>[] {
  if (taxes.length > mostTaxes) return []
  const areRated = taxes.some(({ percent }) => percent !== undefined)
  const kindOf = (tax: TaxData | undefined) => (areRated && tax?.percent === undefined ? '' : tax?.taxTypeCode)
  const kinds = Map.groupBy(taxes.keys(), at => kindOf(taxes[at]))
  if (kinds.size < 2) return []
  const parts = [...kinds.values()].map(kind => new Set(kind))
  const others = (part: ReadonlySet<number>) => new Set([...taxes.keys()].filter(at => !part.has(at)))
  return kinds.size === 2 ? parts : parts.flatMap(part => [part, others(part)])
}

/** More taxes than any receipt has: trying each kind of them takes the square of their number. */
const mostTaxes = 24

/** Of the taxes that are added, all are. */
export const noTaxes: ReadonlySet<number> = new Set()

/** What taxes are multiplied by to go the way of the goods. */
export function turnOfTaxes({ taxes, goods, mayPayBack }: SentColumn): Sign {
  const goesBack = mayPayBack && (goods[0] ?? 0) < 0
  return sumOf(taxes) < 0 === goesBack ? 1 : -1
}

/** Usually in the total. */
function serviceChargeWays({ serviceCharge }: SentColumn): Way<Inclusion>[] {
  const { sent, turn } = turned(serviceCharge)
  if (sent === 0) return [inclusion(0, 0, turn, true)]
  return [inclusion(0, sent, turn, true), inclusion(3, sent, turn, false), inclusion(4, sent, opposite(turn), true)]
}

/** Usually beside the total. */
function tipWays({ tip }: SentColumn): Way<Inclusion>[] {
  const { sent, turn } = turned(tip)
  if (sent === 0) return [inclusion(0, 0, turn, false)]
  return [inclusion(0, sent, turn, false), inclusion(1, sent, turn, true), inclusion(3, sent, opposite(turn), true)]
}

/** A rounding goes up or down, so its sign counts; in a return, it is that of what is paid back or of the till. */
function roundingWays({ rounding, isReturn, total = 0 }: SentColumn): Way<Inclusion>[] {
  const sent = micros(rounding)
  const turn: Sign = isReturn && total < 0 ? -1 : 1
  const first = inclusion(0, sent, turn, false)
  return sent === 0 ? [first] : [first, inclusion(1, sent, turn, true), inclusion(2, sent, opposite(turn), true)]
}

/** What is below 0 is turned over. */
function turned(amount: number | undefined): { sent: Micros; turn: Sign } {
  const sent = micros(amount)
  return { sent, turn: sent < 0 ? -1 : 1 }
}

function inclusion(cost: number, sent: Micros, turn: Sign, isIn: boolean): Way<Inclusion> {
  return { cost, adds: isIn ? turn * sent : 0, choice: { turn, isIn } }
}

function totalWays({ total, isReturn, mayPayBack }: SentColumn): Way<Sign>[] {
  const sent = micros(total)
  const turn: Sign = isReturn && sent < 0 ? -1 : 1
  const first = { cost: 0, adds: -turn * sent, choice: turn }
  return sent === 0 ? [first] : [first, { cost: mayPayBack ? 1 : 4, adds: turn * sent, choice: opposite(turn) }]
}

function opposite(turn: Sign): Sign {
  return turn === 1 ? -1 : 1
}
