import type { DiscountData, FeeData, TaxData } from '../../receipt/data/money-data.ts'
import type { LineFacts } from '../line-facts.ts'
import { type Micros, micros, sumOf } from '../sums.ts'
import type { TaxReading } from '../taxes.ts'
import { type Solution, solve, type Way } from './solve.ts'

/**
 * What a row of the ledger is. `subtotal`, `net` and `total` are what the rows above come to; `gross` is an amount of its own, from which
 * the rows below lead on; `netAsSent` is what the till calls net, where no rows come to it. Below the total stands what the till counts
 * beside it.
 */
export type RowRole =
  | 'subtotal'
  | 'gross'
  | 'itemDiscounts'
  | 'discount'
  | 'fee'
  | 'serviceCharge'
  | 'net'
  | 'netAsSent'
  | 'tax'
  | 'tip'
  | 'rounding'
  | 'total'

/** A row of the ledger between the goods and what was paid. */
export interface LedgerRow {
  role: RowRole
  /** As printed; undefined if none was sent. */
  amount: Micros | undefined
  /** The discount, fee or tax that it is. */
  entry?: DiscountData | FeeData | TaxData
  /** Why it has this amount: sent so, or with the other sign; or what the rows come to, which the till sent as gross or net, or didn't send. */
  why: 'sent' | 'turned' | 'gross' | 'net' | 'sum'
}

/** The amounts of a receipt or an order as sent, goods already with their signs. */
export interface SentColumn {
  /** Whether money goes back: all is above 0 but for what makes the refund smaller. */
  isReturn: boolean
  /** Whether the total may be below 0, because goods came back. */
  mayPayBack: boolean
  /** What the goods come to, in each way of reading them, the plainest first; empty if no line has an amount. */
  goods: readonly Micros[]
  /** What was paid on orders, whose till may send that as its total. */
  paidOn: Micros | undefined
  /** Whether payments, with what is due and was paid before, come to an amount; undefined if nothing says. */
  isPaid?: ((amount: Micros) => boolean) | undefined
  /** What else the lines say. */
  facts(): LineFacts
  gross: number | undefined
  net: number | undefined
  discounts: readonly DiscountData[]
  fees: readonly FeeData[]
  taxes: readonly TaxData[]
  serviceCharge: number | undefined
  tip: number | undefined
  rounding: number | undefined
  total: number | undefined
  unit: Micros
}

/** How a column is read: what each group of amounts is multiplied by, and what is in the total. */
export interface ColumnReading {
  /** What the goods come to, in which of the ways; `turn` where those sold were sent with the other sign. */
  goods: { at: number; turn: 1 | -1; from: 'lines' | 'reduced' | 'prices' | 'gross' | 'net' | 'none'; amount: Micros }
  discounts: { turn: 1 | -1; repeated: readonly DiscountData[] }
  fees: 1 | -1
  taxes: { turn: 1 | -1; are: TaxReading; ofItems: boolean }
  serviceCharge: Inclusion
  tip: Inclusion
  rounding: Inclusion
  total: 1 | -1
  /** Whether the rows come to the total exactly; undefined if nothing says what the goods come to. */
  fits: boolean | undefined
  /** How far the rows are from the total, where they don't. */
  miss: Micros
}

/** A column of a receipt or an order. */
export interface LedgerColumn {
  /** The amounts of the column in the one spelling. */
  rows: readonly LedgerRow[]
  reading: ColumnReading
  /** Whether taxes are in the prices or added to them. */
  taxes: TaxReading
  /** The taxes, whether they stand in rows or not. */
  taxEntries: readonly TaxData[]
  /** What the goods come to; undefined if no line has an amount. */
  goods: Micros | undefined
  /** What is off single lines, as a negative amount. */
  readonly itemDiscounts: Micros
  /** What was sent as gross, with the signs of the column. */
  gross: number | undefined
  /** What the rows come to after discounts and fees, before taxes; as sent unless the column adds. */
  net: number | undefined
  netSent: number | undefined
  /** Whether nothing contradicts the rows: they come to the total, or no amount says what the goods come to. */
  fits: boolean
}

/** Whether an amount is in the total, and what it is multiplied by. */
export interface Inclusion {
  turn: 1 | -1
  isIn: boolean
}

/**
 * Reads how goods lead to the total. Each group has a sign of its own, and discounts, tip and rounding may be in the total or not: of the
 * readings in which the column adds, the one nearest to the interface's letter. Failing all, amounts stand as sent.
 */
export function readColumn(sent: SentColumn): ColumnReading {
  const plain = readPlainly(sent)
  if (plain) return plain
  const { unit } = sent
  const { taxesAre } = sent.facts()
  const groups: Groups = {
    goods: goodsWays(sent),
    discounts: discountWays(sent),
    fees: feeWays(sent),
    taxes: taxWays(sent),
    serviceCharge: inclusionWays(sent.serviceCharge, { isReturn: sent.isReturn, isUsuallyIn: true }),
    tip: inclusionWays(sent.tip, { isReturn: sent.isReturn, isUsuallyIn: false }),
    rounding: roundingWays(sent),
    total: totalWays(sent),
  }
  const isKnown = sent.total !== undefined && groups.goods[0]?.choice.from !== 'none'
  const found = isKnown ? solve(groups, unit, ways => furtherOf(ways, sent)) : undefined
  const other = found && taxesAre === 'unclear' ? solveOtherwise(groups, found, unit) : undefined
  const solution = other && found?.ways.taxes.choice.are === 'added' ? other : found
  // Where the total doesn't fit, goods may still lead to the net amount.
  const start = solution ?? (isKnown ? solveNet(groups, sent) : undefined)
  const choice = <Name extends keyof typeof groups>(name: Name) =>
    (solution?.ways[name] ?? groups[name][0])?.choice as (typeof groups)[Name][number]['choice']
  const isSaid = sumOf(sent.taxes) === 0 || (solution && !other)
  const total = choice('total')
  const taxes = isSaid ? choice('taxes') : { ...choice('taxes'), are: solution ? 'unclear' : taxesAre }
  if (taxes.are !== 'added') taxes.turn = turnOfTaxes(sent)
  return {
    goods: start?.ways.goods.choice ?? choice('goods'),
    discounts: start?.ways.discounts.choice ?? choice('discounts'),
    fees: start?.ways.fees.choice ?? choice('fees'),
    taxes,
    serviceCharge: choice('serviceCharge'),
    tip: choice('tip'),
    rounding: choice('rounding'),
    total,
    fits: isKnown ? solution?.miss === 0 : undefined,
    miss: solution?.miss ?? (isKnown ? missByLetter(groups) : 0),
  }
}

/**
 * The reading of the interface's letter, where the column adds in it: the usual case, which takes no search. Taxes in the prices are part
 * of it, because no other reading without tip and rounding comes to the same.
 */
function readPlainly(sent: SentColumn): ColumnReading | undefined {
  const { isReturn, goods, discounts, fees, taxes, serviceCharge = 0, tip, rounding, total = 0 } = sent
  const [amount] = goods
  if (isReturn || amount === undefined || amount < 0 || total < 0 || serviceCharge < 0 || tip || rounding)
    return undefined
  const [off, tax] = [sumOf(discounts), sumOf(taxes)]
  if (off > 0 || tax < 0) return undefined
  const sum = amount + off + sumOf(fees) + micros(serviceCharge)
  const isAdded = sum + tax === micros(total)
  if (!isAdded && (sum !== micros(total) || taxes.length === 0)) return undefined
  // Taxes of lines only, which the total doesn't add, are in the prices.
  const isWithin = !isAdded || (taxes.length === 0 && sumOf(sent.facts().itemTaxes) !== 0)
  const beside: Inclusion = { turn: 1, isIn: false }
  return {
    goods: { at: 0, turn: 1, from: 'lines', amount },
    discounts: { turn: 1, repeated: none },
    fees: 1,
    taxes: { turn: 1, are: isWithin ? 'included' : 'added', ofItems: false },
    serviceCharge: { turn: 1, isIn: true },
    tip: beside,
    rounding: beside,
    total: 1,
    fits: true,
    miss: 0,
  }
}

type Groups = {
  [Name in 'goods' | 'discounts' | 'fees' | 'taxes' | 'serviceCharge' | 'tip' | 'rounding' | 'total']: Way<
    ColumnReading[Name]
  >[]
}

/**
 * The other reading of the taxes, if it fits as well as the first and isn't far from the letter: then nothing tells whether they are added
 * or included.
 */
function solveOtherwise(groups: Groups, found: Solution<Groups>, unit: Micros): Solution<Groups> | undefined {
  const isAdded = found.ways.taxes.choice.are === 'added'
  const taxes = groups.taxes.filter(({ choice }) => (choice.are === 'added') !== isAdded)
  const other = taxes.length > 0 ? solve({ ...groups, taxes }, unit) : undefined
  return other?.miss === found.miss && other.cost <= maxOtherCost ? other : undefined
}

/** Included, and with a tip of the same amount in the total. */
const maxOtherCost = 2

/** A reading is less likely if it leaves beside the total what the payments don't have, or the other way round. */
function furtherOf({ serviceCharge, tip, rounding }: Solution<Groups>['ways'], sent: SentColumn): number {
  if (!sent.isPaid) return 0
  const beside = (way: Way<Inclusion>, amount: number | undefined) => (way.choice.isIn ? 0 : Math.abs(micros(amount)))
  const toPay = Math.abs(micros(sent.total)) + beside(serviceCharge, sent.serviceCharge) + beside(tip, sent.tip)
  const rounded = rounding.choice.isIn ? 0 : micros(sent.rounding)
  return [toPay + rounded, toPay - rounded].some(sent.isPaid) ? 0 : 3
}

function solveNet({ goods, discounts, fees }: Groups, { net, isReturn }: SentColumn) {
  const after = optional(net, isReturn)
  if (after === undefined) return undefined
  const ways = goods.filter(({ choice }) => choice.from !== 'net')
  const wanted: Way<undefined>[] = [{ choice: undefined, adds: -after, cost: 0 }]
  const solution = ways.length > 0 ? solve({ goods: ways, discounts, fees, wanted }, 0) : undefined
  return solution?.miss === 0 ? solution : undefined
}

/** How far the interface's letter is from the total. */
function missByLetter(groups: Readonly<Record<string, readonly Way<unknown>[]>>): Micros {
  return Object.values(groups).reduce((sum, [first]) => sum + (first?.adds ?? 0), 0)
}

function goodsWays({
  goods,
  gross,
  net,
  discounts,
  fees,
  isReturn,
  mayPayBack,
  paidOn,
  facts,
  unit,
}: SentColumn): Way<ColumnReading['goods']>[] {
  const { byPrices, itemDiscounts, openDiscounts } = facts()
  const ways: Way<ColumnReading['goods']>[] = []
  const add = (
    cost: number,
    adds: Micros,
    from: ColumnReading['goods']['from'],
    at = 0,
    turn: 1 | -1 = 1,
    amount = adds,
  ) => ways.push({ cost, adds, choice: { at, turn, from, amount } })
  for (const [at, sum] of goods.entries()) {
    add(at === 0 ? 0 : 1 + at / 8, sum, 'lines', at)
    const off = openDiscounts || itemDiscounts
    if (off !== 0) add(2 + at / 8, sum + off, 'reduced', at, 1, sum)
    if (!isReturn && sum < 0) add(mayPayBack ? 9 : 4, -sum, 'lines', at, -1)
  }
  if (byPrices !== 0 && !goods.includes(byPrices)) add(goods.length ? 2 : 1, byPrices, 'prices')
  const before = optional(gross, isReturn)
  const after = optional(net, isReturn)
  if (before !== undefined && !goods.includes(before)) add(goods.length ? 5 : 0, before, 'gross')
  if (after !== undefined && goods.length === 0) {
    // After discounts and fees, as the interface has it, or not.
    const [off, more] = [Math.abs(sumOf(discounts)), sumOf(fees)]
    for (const [at, sum] of [...new Set([after + off - more, after + off])].entries()) {
      // A gross amount a cent away is no other one: the column says how far it is.
      const isOther = before === undefined || Math.abs(sum - before) > unit
      if (isOther) add((before === undefined ? 0 : 6) + at / 2, sum, 'net')
    }
  }
  if (paidOn !== undefined && paidOn !== 0) add(7, paidOn, 'none')
  if (ways.length === 0) add(0, 0, 'none')
  return ways
}

function discountWays(sent: SentColumn): Way<ColumnReading['discounts']>[] {
  const { discounts, isReturn, mayPayBack } = sent
  const all = sumOf(discounts)
  if (all === 0) return [{ cost: 0, adds: 0, choice: { turn: 1, repeated: none } }]
  // Below 0, as the interface has them; in a return they make what is paid back smaller.
  const turn = all > 0 ? -1 : 1
  const ways: Way<ColumnReading['discounts']>[] = [
    { cost: turn === 1 || isReturn ? 0 : 2, adds: turn * all, choice: { turn, repeated: none } },
    { cost: 3 - (mayPayBack ? 1 : 0), adds: -turn * all, choice: { turn: turn === 1 ? -1 : 1, repeated: none } },
  ]
  for (const [at, repeated] of repeatedIn(sent).entries()) {
    const others = all - sumOf(repeated)
    ways.push({ cost: 0.5 + at / 4, adds: turn * others, choice: { turn, repeated } })
    if (mayPayBack && others !== 0)
      ways.push({ cost: 3, adds: -turn * others, choice: { turn: turn === 1 ? -1 : 1, repeated } })
  }
  return ways
}

/**
 * Those that may be discounts of lines once more, under whatever name, in each way: all together, as a sum, by name or one by one. Of those
 * one by one, each line's stands for one, and a till says its own first.
 */
function repeatedIn({ discounts, facts }: SentColumn): (readonly DiscountData[])[] {
  const { lineDiscounts } = facts()
  const left = new Map<Micros, number>()
  const sums = new Map<string, Micros>()
  const add = (name: string, amount: Micros) => sums.set(name, (sums.get(name) ?? 0) + amount)
  for (const [list, of] of lineDiscounts.entries())
    for (const { amount, name = '' } of of) {
      const off = micros(amount)
      left.set(Math.abs(off), (left.get(Math.abs(off)) ?? 0) + 1)
      for (const key of [`${list} ${name}`, `${list}`, name, 'all']) add(key, off)
      add('both', list === 0 ? off : -off)
    }
  const wholes = new Set(['0', '1', 'both', 'all'].map(key => Math.abs(sums.get(key) ?? 0)))
  const known = new Set([...sums.values(), ...left.keys()].map(Math.abs))
  const sizeOf = ({ amount }: DiscountData) => Math.abs(micros(amount))
  const takes = (amount: Micros) => {
    const count = left.get(amount) ?? 0
    left.set(amount, count - 1)
    return count > 0
  }
  const each = discounts.toReversed().filter(discount => takes(sizeOf(discount)))
  const found = [
    wholes.has(Math.abs(sumOf(discounts))) ? discounts : none,
    discounts.filter(discount => wholes.has(sizeOf(discount))),
    each,
    discounts.filter(discount => known.has(sizeOf(discount))),
  ]
  return found.filter(list => sumOf(list) !== 0)
}

/** In a return, a fee that the shop keeps makes the refund smaller; one with the sign of the total is paid back. */
function feeWays({ fees, isReturn, total = 0 }: SentColumn): Way<ColumnReading['fees']>[] {
  const all = sumOf(fees)
  const way = (cost: number, choice: 1 | -1) => ({ cost, adds: choice * all, choice })
  if (all === 0) return [way(0, 1)]
  if (!isReturn) return [way(0, 1), way(3, -1)]
  const paidBack = all > 0 ? 1 : -1
  const isPaidBack = all * total > 0
  const kept = paidBack === 1 ? -1 : 1
  return isPaidBack ? [way(0, paidBack), way(1, kept)] : [way(0, kept), way(1, paidBack)]
}

function taxWays(sent: SentColumn): Way<ColumnReading['taxes']>[] {
  const { taxes, isReturn, mayPayBack } = sent
  const { itemTaxes, taxesAre } = sent.facts()
  const all = sumOf(taxes)
  const way = (cost: number, adds: Micros, turn: 1 | -1, are: TaxReading, ofItems = false) => ({
    cost,
    adds,
    choice: { turn, are, ofItems },
  })
  if (all === 0) {
    const ofItems = sumOf(itemTaxes)
    return taxes.length === 0 && ofItems !== 0
      ? [way(0, 0, 1, 'included'), way(1, ofItems, 1, 'added', true)]
      : [way(0, 0, 1, 'added')]
  }
  const usual = turnOfTaxes(sent)
  const other: 1 | -1 = usual === 1 ? -1 : 1
  const added = taxesAre === 'included' ? 5 : 0
  const included = { added: 5, included: 0, unclear: 1 }[taxesAre]
  const ways = [
    way(added, usual * all, usual, 'added'),
    way(included, 0, usual, 'included'),
    // In a return, taxes go the way of the goods.
    ...(isReturn ? [] : [way(added + (mayPayBack ? 1 : 2), other * all, other, 'added')]),
  ]
  return ways.sort((one, another) => one.cost - another.cost)
}

/** What taxes are multiplied by to go the way of the goods. */
function turnOfTaxes({ taxes, goods, mayPayBack }: SentColumn): 1 | -1 {
  const goesBack = mayPayBack && (goods[0] ?? 0) < 0
  return sumOf(taxes) < 0 === goesBack ? 1 : -1
}

function inclusionWays(
  amount: number | undefined,
  { isReturn, isUsuallyIn }: { isReturn: boolean; isUsuallyIn: boolean },
): Way<Inclusion>[] {
  const sent = micros(amount)
  if (sent === 0) return [{ cost: 0, adds: 0, choice: { turn: 1, isIn: isUsuallyIn } }]
  const turn: 1 | -1 = sent < 0 ? -1 : 1
  const other: 1 | -1 = turn === 1 ? -1 : 1
  const isOdd = turn === -1 && !isReturn ? 1 : 0
  const within = { cost: isOdd + (isUsuallyIn ? 0 : 1), adds: turn * sent, choice: { turn, isIn: true } }
  const beside = { cost: isOdd + (isUsuallyIn ? 3 : 0), adds: 0, choice: { turn, isIn: false } }
  const turned = { cost: isUsuallyIn ? 4 : 3, adds: other * sent, choice: { turn: other, isIn: true } }
  return isUsuallyIn ? [within, beside, turned] : [beside, within, turned]
}

/** A rounding goes up or down, so its sign counts; in a return, it is that of what is paid back or of the till. */
function roundingWays({ rounding, isReturn, total = 0 }: SentColumn): Way<Inclusion>[] {
  const sent = micros(rounding)
  const turn: 1 | -1 = isReturn && total < 0 ? -1 : 1
  const other: 1 | -1 = turn === 1 ? -1 : 1
  if (sent === 0) return [{ cost: 0, adds: 0, choice: { turn, isIn: false } }]
  return [
    { cost: 0, adds: 0, choice: { turn, isIn: false } },
    { cost: 1, adds: turn * sent, choice: { turn, isIn: true } },
    { cost: 2, adds: other * sent, choice: { turn: other, isIn: true } },
  ]
}

function totalWays({ total, isReturn, mayPayBack }: SentColumn): Way<1 | -1>[] {
  const sent = micros(total)
  const turn: 1 | -1 = isReturn && sent < 0 ? -1 : 1
  const other: 1 | -1 = turn === 1 ? -1 : 1
  const ways: Way<1 | -1>[] = [{ cost: 0, adds: -turn * sent, choice: turn }]
  if (sent !== 0) ways.push({ cost: mayPayBack ? 1 : 4, adds: turn * sent, choice: other })
  return ways
}

function optional(amount: number | undefined, isReturn: boolean): Micros | undefined {
  return amount === undefined ? undefined : isReturn ? Math.abs(micros(amount)) : micros(amount)
}

const none: readonly never[] = []
