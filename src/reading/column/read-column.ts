import { type Micros, micros, type Sign, sizeOf, sumOf } from '../sums.ts'
import { readTaxes } from '../taxes.ts'
import type { ColumnReading, Inclusion, SentColumn } from './column.ts'
import { type Solution, type SolveOptions, solve, type Way } from './solve.ts'
import { type Groups, noTaxes, pricedGoods, turnOfTaxes, waysOf } from './ways.ts'

/**
 * Reads how goods lead to the total. Each group has a sign of its own, and discounts, tip and rounding may be in the total or not: of the
 * readings in which the column adds, the one nearest to the interface's letter. Failing all, amounts stand as sent.
 */
export function readColumn(sent: SentColumn): ColumnReading {
  return readPlainly(sent) ?? readFully(sent)
}

/**
 * The reading of the interface's letter, or of that with a tip in the total, where the column adds in it: the usual cases, which take no
 * search. Taxes in the prices are part of it, because no other reading comes to the same but one in which tip or rounding is as large as
 * the taxes.
 */
function readPlainly(sent: SentColumn): ColumnReading | undefined {
  const { isReturn, goods, serviceCharge = 0, tip = 0, rounding = 0, taxes, itemTaxes } = sent
  const [amount] = goods
  if (amount === undefined || amount < 0 || serviceCharge < 0 || tip < 0) return undefined
  const turn = (sum: number, isBelow: boolean): Sign => (isReturn && sum !== 0 && sum < 0 !== isBelow ? -1 : 1)
  const [sentOff, sentTax, fees, sentTotal] = [
    sumOf(sent.discounts),
    sumOf(taxes),
    sumOf(sent.fees),
    micros(sent.total),
  ]
  const turns = { discounts: turn(sentOff, true), taxes: turn(sentTax, false), total: turn(sentTotal, false) }
  const [off, tax, total] = [turns.discounts * sentOff, turns.taxes * sentTax, turns.total * sentTotal]
  if (off > 0 || tax < 0 || total < 0 || (isReturn && (fees !== 0 || rounding !== 0))) return undefined
  if (tax !== 0 && (sizeOf(tip) === tax || sizeOf(rounding) === tax)) return undefined
  const left = total - amount - off - fees - micros(serviceCharge)
  const isTipIn = left === tax + micros(tip) && tip > 0 && rounding === 0 && isTipSure(sent)
  const isAdded = left === tax || isTipIn
  if (!isAdded && (left !== 0 || tax === 0)) return undefined
  // Taxes of lines only, which the total doesn't add, are in the prices.
  const isWithin = !isAdded || (taxes.length === 0 && sumOf(itemTaxes) !== 0)
  return {
    goods: { at: 0, turn: 1, from: 'lines', amount },
    discounts: { turn: turns.discounts, repeated: none, against: none },
    fees: { turn: 1, against: none },
    taxes: { turn: turns.taxes, are: isWithin ? 'included' : 'added', ofItems: false, inside: noTaxes },
    serviceCharge: within,
    tip: isTipIn ? within : beside,
    rounding: beside,
    total: turns.total,
    fits: true,
    miss: 0,
  }
}

/** Whether nothing else can make up for a tip: no other goods, no discount that may be said twice, no other payment. */
function isTipSure({ goods, discounts, itemDiscounts, openDiscounts, itemTaxes, isPaid, total }: SentColumn): boolean {
  const isOnce = discounts.length === 0 || (itemDiscounts === 0 && openDiscounts === 0)
  return goods.length === 1 && isOnce && itemTaxes.length === 0 && isPaid?.(sizeOf(total)) !== false
}

const within: Inclusion = { turn: 1, isIn: true }
const beside: Inclusion = { turn: 1, isIn: false }

function readFully(sent: SentColumn): ColumnReading {
  const { unit } = sent
  const taxesAre = readTaxes({ ...sent, goods: [...sent.goods, pricedGoods(sent)] })
  const groups = waysOf(sent, taxesAre)
  const isKnown = sent.total !== undefined && groups.goods[0]?.choice.from !== 'none'
  const options = { furtherOf: (ways: Solution<Groups>['ways']) => furtherOf(ways, sent) }
  const found = isKnown ? solve(groups, unit, options) : undefined
  const other = found && taxesAre === 'unclear' ? solveOtherwise(groups, found, unit, options) : undefined
  const solution = other && found?.ways.taxes.choice.are === 'added' ? other : found
  // Where the total doesn't fit, goods may still lead to the net amount.
  const start = solution ?? (isKnown ? solveNet(groups, sent) : undefined)
  const choice = <Name extends keyof Groups>(name: Name, of?: { ways: Partial<Solution<Groups>['ways']> }) =>
    (of?.ways[name] ?? groups[name][0])?.choice as Groups[Name][number]['choice']
  const isSaid = sumOf(sent.taxes) === 0 || (solution && !other)
  const read = choice('taxes', solution)
  const taxes = isSaid ? read : { ...read, are: solution ? 'unclear' : taxesAre }
  return {
    goods: choice('goods', start),
    discounts: choice('discounts', start),
    fees: choice('fees', start),
    taxes: taxes.are === 'added' ? taxes : { ...taxes, turn: turnOfTaxes(sent) },
    serviceCharge: choice('serviceCharge', solution),
    tip: choice('tip', solution),
    rounding: choice('rounding', solution),
    total: choice('total', solution),
    fits: isKnown ? solution?.miss === 0 : undefined,
    miss: solution?.miss ?? (isKnown ? missByLetter(groups) : 0),
  }
}

/**
 * The other reading of the taxes, if it fits as well as the first and isn't far from the letter: then nothing tells whether they are added
 * or included. But payments that have a tip beside the total tell that it isn't in it.
 */
function solveOtherwise(
  groups: Groups,
  found: Solution<Groups>,
  unit: Micros,
  options: Pick<SolveOptions<Groups>, 'furtherOf'>,
): Solution<Groups> | undefined {
  const isAdded = found.ways.taxes.choice.are === 'added'
  const taxes = groups.taxes.filter(({ choice }) => (choice.are === 'added') !== isAdded)
  const others = { ...groups, taxes }
  const other = taxes.length > 0 ? solve(others, unit, { ...(isAdded && options), within: maxOtherCost }) : undefined
  return other?.miss === found.miss && other.cost <= maxOtherCost ? other : undefined
}

/** Included, and with a tip of the same amount in the total. */
const maxOtherCost = 2

/** A reading is less likely if it leaves beside the total what the payments don't have, or the other way round. */
function furtherOf({ serviceCharge, tip, rounding }: Solution<Groups>['ways'], sent: SentColumn): number {
  if (!sent.isPaid) return 0
  const apart = (way: Way<Inclusion>, amount: number | undefined) => (way.choice.isIn ? 0 : sizeOf(amount))
  const toPay = sizeOf(sent.total) + apart(serviceCharge, sent.serviceCharge) + apart(tip, sent.tip)
  const rounded = rounding.choice.isIn ? 0 : micros(sent.rounding)
  return [toPay + rounded, toPay - rounded].some(sent.isPaid) ? 0 : 3
}

function solveNet({ goods, discounts, fees }: Groups, { net, isReturn }: SentColumn) {
  if (net === undefined) return undefined
  const ways = goods.filter(({ choice }) => choice.from !== 'net')
  const wanted: Way<undefined>[] = [{ choice: undefined, adds: -(isReturn ? sizeOf(net) : micros(net)), cost: 0 }]
  const solution = ways.length > 0 ? solve({ goods: ways, discounts, fees, wanted }, 0) : undefined
  return solution?.miss === 0 ? solution : undefined
}

/** How far the interface's letter is from the total. */
function missByLetter(groups: Groups): Micros {
  return Object.values(groups).reduce((sum, [first]) => sum + (first?.adds ?? 0), 0)
}

const none: readonly never[] = []
