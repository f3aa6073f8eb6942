import type { Choices } from './dimensions.ts'
import type { TrueSale } from './true-sale.ts'

/** Spellings of a sale that are spellings of another one, too: nothing in the receipt tells them apart. */
export interface Ambiguity {
  name: string
  /** What the other reading is. */
  otherwise: string
  /** Which of both is taken. */
  choice: string
  /** Whether a spelling is one. Absent: no dialect of ours writes it, because it would leave out what the sale is about. */
  applies?(sale: TrueSale, choices: Choices): boolean
}

/** All that are known. Dialects leave them out; `docs/reading.md` lists them. */
export const ambiguities: readonly Ambiguity[] = [
  {
    name: 'goods taken back above 0 in `items` or `orders`, under SaleTransaction',
    otherwise: 'goods that were sold',
    choice: 'sold: only `returns`, ReturnTransaction, a quantity or a total below 0 says that goods come back',
    applies: ({ kind }, { type, back }) =>
      kind === 'return' && type === 'SaleTransaction' && /^(items|orders) \+/.test(back),
  },
  {
    name: 'goods taken back with totals below 0 in `items` or `orders`, under SaleTransaction with a total above 0',
    otherwise: 'a credit, which takes no piece back, under a total without a sign',
    choice: 'without a tax a credit: money goes back, under the title of a sale; with one a sale',
    applies: ({ kind }, { type, back, total }) =>
      kind === 'return' &&
      type === 'SaleTransaction' &&
      total === '+' &&
      /totals −/.test(back) &&
      !back.startsWith('returns'),
  },
  {
    name: 'an order in `items` under SaleTransaction',
    otherwise: 'a sale of the same goods',
    choice: 'a sale: only `orders` or OrderTransaction says that goods were ordered',
  },
  {
    name: 'a line of `items` below 0 whose quantity is above 0, beside others under ReturnTransaction',
    otherwise: 'goods that come back, less a coupon',
    choice: 'a return less a coupon: only a quantity below 0 says which of the lines come back',
    applies: ({ kind }, { back }) => kind.startsWith('exchange') && back === 'items, totals −',
  },
  {
    name: 'goods sold below 0 in `items`',
    otherwise: 'goods that are taken back in `items`',
    choice: 'taken back',
  },
  {
    name: 'a part payment without `balanceDue` and without earlier payments',
    otherwise: 'the last payment of a sale whose earlier ones are not said',
    choice: 'what was paid is said, and nothing is said to be due',
  },
  {
    name: 'a tax of 0, or taxes that come to 0',
    otherwise: 'a tax of 0 that is included in the prices',
    choice: 'added: the column is the same',
  },
  {
    name: 'a tender that is short by the tip',
    otherwise: 'a part payment: the rest is due',
    choice: 'a tender has its tip in it, unless the sums say that the tip was paid apart',
  },
  {
    name: 'change that is sent nowhere, with the tender as what was kept',
    otherwise: 'an exact payment',
    choice: 'exact: change that was not sent is not printed',
  },
]

/** The ambiguity of a spelling, if it has one. */
export function ambiguityOf(sale: TrueSale, choices: Choices): Ambiguity | undefined {
  return ambiguities.find(({ applies }) => applies?.(sale, choices))
}
