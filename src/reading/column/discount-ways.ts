import type { ItemData } from '../../receipt/data/item-data.ts'
import type { DiscountData } from '../../receipt/data/money-data.ts'
import { type Micros, micros, type Sign, sizeOf, sumOf } from '../sums.ts'
import type { ColumnReading, SentColumn } from './column.ts'
import type { Way } from './solve.ts'

/** The ways to read a column's discounts: with either sign, and without those that only repeat what is off single lines. */
export function discountWays(sent: SentColumn): Way<ColumnReading['discounts']>[] {
  const { discounts, isReturn, mayPayBack, goods } = sent
  const all = sumOf(discounts)
  const choice = (turn: Sign, repeated = none, against = none) => ({ turn, repeated, against })
  if (all === 0) return [{ cost: 0, adds: 0, choice: choice(1) }]
  // Below 0, as the interface has them; in a return they make what is paid back smaller.
  const turn: Sign = all > 0 ? -1 : 1
  const other: Sign = turn === 1 ? -1 : 1
  // What was sold costs no more by a discount that was sent below 0.
  const isOff = !isReturn && !mayPayBack && turn === 1 && (goods[0] ?? -1) >= 0
  const against = discounts.filter(({ amount = 0 }) => turn * amount > 0)
  return [
    { cost: 0, adds: turn * all, choice: choice(turn) },
    ...(isOff ? [] : [{ cost: 3 - (mayPayBack ? 1 : 0), adds: other * all, choice: choice(other) }]),
    ...(against.length > 0 ? [{ cost: 2, adds: -sumOfSizes(discounts), choice: choice(turn, none, against) }] : []),
    ...repeatedIn(sent).flatMap((repeated, at) => {
      const left = all - sumOf(repeated)
      const way = { cost: 0.5 + at / 4, adds: turn * left, choice: choice(turn, repeated) }
      return mayPayBack ? [way, { cost: 3, adds: other * left, choice: choice(other, repeated) }] : way
    }),
  ]
}

/**
 * Those that may be discounts of lines once more, in each way: one by one under their names, all together, one by one under whatever
 * name, as a sum, by name. Of those one by one, each line's stands for one, and a till says its own first.
 */
function repeatedIn({
  discounts,
  ...lines
}: Pick<SentColumn, 'discounts' | 'sold' | 'back'>): (readonly DiscountData[])[] {
  const [sold, back] = [discountsOf(lines.sold), discountsOf(lines.back)]
  const left = new Map<Micros | string, number>()
  const sums = new Map<string, Micros>()
  for (const { amount, name = '' } of [...sold, ...back]) {
    for (const key of [sizeOf(amount), `${name} ${sizeOf(amount)}`]) left.set(key, (left.get(key) ?? 0) + 1)
    sums.set(name, (sums.get(name) ?? 0) + micros(amount))
  }
  const [ofSold, ofBack] = [sumOf(sold), sumOf(back)]
  const wholes = new Set([ofSold, ofBack, ofSold - ofBack, ofSold + ofBack].map(Math.abs))
  const known = new Set<unknown>([...[...sums.values()].map(Math.abs), ...left.keys(), ...wholes])
  const takes = (key: Micros | string) => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0
  }
  const found = [
    discounts.filter(({ name = '', amount }) => takes(`${name} ${sizeOf(amount)}`)),
    wholes.has(Math.abs(sumOf(discounts))) ? discounts : none,
    discounts.toReversed().filter(({ amount }) => takes(sizeOf(amount))),
    discounts.toReversed().filter(({ amount }) => wholes.delete(sizeOf(amount))),
    discounts.filter(({ amount }) => known.has(sizeOf(amount))),
  ]
  return found.filter(list => sumOf(list) !== 0)
}

function discountsOf(lines: readonly ItemData[]): DiscountData[] {
  const found: DiscountData[] = []
  for (const { discounts } of lines) if (discounts) found.push(...discounts)
  return found
}

function sumOfSizes(discounts: readonly DiscountData[]): Micros {
  return discounts.reduce((sum, { amount }) => sum + sizeOf(amount), 0)
}

const none: readonly DiscountData[] = []
