import { type Choices, choicesFor, type Dimension, dimensionNames } from './dimensions.ts'
import { type TaxRule, trades } from './trades.ts'
import { sumOf, type TrueAmount, type TrueLine, type TrueSale, type TrueTax } from './true-sale.ts'

/** What a small sale may have besides its goods. */
const features = {
  lineDiscount: sale => ({
    sold: sale.sold.map(line => discounted(line, -7)),
    back: sale.sold.length > 0 ? sale.back : sale.back.map(line => discounted(line, 7)),
  }),
  coupon: ({ sold }) => ({ sold: [...sold, { ...line('Puzzle', -80), price: -80 }] }),
  couponBack: ({ back }) => ({ back: [...back, line('Puzzle', 80)] }),
  discount: ({ kind }) => ({ discounts: [named('Coupon', kind === 'return' ? 11 : -11)] }),
  fee: () => ({ fees: [named('Restocking', 3)] }),
  feePaidBack: () => ({ fees: [named('Delivery', -3)] }),
  service: ({ kind }) => ({ serviceCharge: kind === 'return' ? -19 : 19 }),
  addedTax: sale => ({ taxing: 'added', taxes: [taxOf(sale, 5)] }),
  includedTax: sale => ({ taxing: 'included', taxes: [taxOf(sale, 5)] }),
  tip: () => ({ tip: 13 }),
  roundedUp: () => ({ rounding: 1 }),
  roundedDown: () => ({ rounding: -1 }),
  change: () => ({ change: 23 }),
  due: () => ({ due: 29 }),
  earlier: () => ({ earlier: [{ type: 'Cash', amount: 17, day: '2026-02-03' }] }),
} as const satisfies Record<string, (sale: TrueSale) => Partial<TrueSale>>

type Feature = keyof typeof features

/** Features that exclude each other, or that a kind doesn't have. */
const excluded: readonly (readonly Feature[])[] = [
  ['fee', 'feePaidBack'],
  ['addedTax', 'includedTax'],
  ['roundedUp', 'roundedDown'],
  ['change', 'due'],
]
const onlyInReturns: readonly Feature[] = ['feePaidBack', 'couponBack']
const onlyInSales: readonly Feature[] = ['coupon']
const notWhereMoneyGoesBack: readonly Feature[] = ['tip', 'change', 'due', 'earlier']

const goods: readonly Pick<TrueSale, 'kind' | 'sold' | 'back'>[] = [
  { kind: 'sale', sold: [line('Atlas of tides', 200)], back: [] },
  { kind: 'sale', sold: [{ ...line('Atlas of tides', -200), price: -200 }], back: [] },
  { kind: 'order', sold: [line('Atlas of tides', 200)], back: [] },
  { kind: 'return', sold: [], back: [line('Atlas of tides', -200)] },
  { kind: 'exchange-pays', sold: [line('Atlas of tides', 200)], back: [line('Puzzle', -80)] },
  { kind: 'exchange-refunds', sold: [line('Puzzle', 80)], back: [line('Atlas of tides', -200)] },
  { kind: 'exchange-even', sold: [line('Puzzle', 80)], back: [line('Puzzle', -80)] },
]

/**
 * Every small sale: one of a few sorts of goods, with up to that many other amounts. All amounts differ, and none is the sum of others, so
 * two of them have one spelling only if nothing in it can tell them apart.
 *
 * @param most how many other amounts a sale has
 */
export function smallSales(most: number): TrueSale[] {
  const sets = subsetsOf(Object.keys(features) as Feature[], most)
  const possible = sets.filter(set => excluded.every(pair => !pair.every(each => set.includes(each))))
  return goods.flatMap(each =>
    possible
      .filter(set => (sumOf(each.sold) < 0 ? set.length === 0 : fits(each.kind, set)))
      .map((set, at) => settled(set.reduce(withFeature, plain(each, at)))),
  )
}

/** Every spelling of a sale in the dimensions that decide what is what: gross and net amounts only tell more. */
export function* everySpelling(sale: TrueSale): Generator<Choices> {
  const telling: readonly Dimension[] = [
    'gross',
    'net',
    'sums',
    'applied',
    'balance',
    'orderSays',
    'taxesAt',
    'history',
  ]
  const lists = choicesFor(sale)
  const names = dimensionNames.filter(name => !telling.includes(name) && lists[name].length > 1)
  const first = Object.fromEntries(dimensionNames.map(name => [name, lists[name][0]!])) as unknown as Choices
  const at = names.map(() => 0)
  for (;;) {
    yield { ...first, ...Object.fromEntries(names.map((name, index) => [name, lists[name][at[index]!]!])) }
    const next = at.findIndex((place, index) => place + 1 < lists[names[index]!].length)
    if (next < 0) return
    at.fill(0, 0, next)
    at[next]!++
  }
}

function fits(kind: TrueSale['kind'], set: readonly Feature[]): boolean {
  if (kind === 'exchange-even') return set.length === 0
  if (kind !== 'return' && set.some(each => onlyInReturns.includes(each))) return false
  if (kind !== 'sale' && set.some(each => onlyInSales.includes(each))) return false
  const goesBack = kind === 'return' || kind === 'exchange-refunds'
  return !goesBack || !set.some(each => notWhereMoneyGoesBack.includes(each))
}

function withFeature(sale: TrueSale, feature: Feature): TrueSale {
  return { ...sale, ...features[feature](sale) }
}

function plain(of: Pick<TrueSale, 'kind' | 'sold' | 'back'>, seed: number): TrueSale {
  const none = { discounts: [], fees: [], serviceCharge: 0, taxes: [], tip: 0, rounding: 0, earlier: [], tenders: [] }
  const trade = trades.find(({ name }) => name === 'books')!
  return {
    ...none,
    ...of,
    seed,
    trade,
    at: '11-12T10:15',
    taxing: 'none',
    total: 0,
    toPay: 0,
    change: 0,
    paid: 0,
    due: 0,
  }
}

/** The same with its sums, and paid in cash. */
function settled(sale: TrueSale): TrueSale {
  const { sold, back, discounts, fees, serviceCharge, taxing, taxes, tip, rounding, earlier, due, change } = sale
  const added = taxing === 'added' ? sumOf(taxes) : 0
  const total = sumOf([...sold, ...back]) + sumOf(discounts) + sumOf(fees) + serviceCharge + added
  const toPay = total + tip + rounding
  const paid = toPay - sumOf(earlier) - due
  const tenders = paid === 0 ? [] : [{ type: 'Cash' as const, amount: paid + change }]
  return { ...sale, total, toPay, paid, tenders }
}

function line(label: string, amount: number): TrueLine {
  const price = Math.abs(amount)
  return { label, sku: label.slice(0, 2), taxed: 'full', quantity: 1, price, gross: amount, discounts: [], amount }
}

function discounted(line: TrueLine, off: number): TrueLine {
  return { ...line, discounts: [named('Club price', off)], amount: line.gross + off }
}

function named(label: string, amount: number): TrueAmount {
  return { label, amount }
}

const rule: TaxRule = { taxTypeCode: 'Sales', percent: 0.05, on: ['full'] }

/** A tax of which only the amount is said: rate and base tell more. */
function taxOf({ kind }: TrueSale, amount: number): TrueTax {
  const sign = kind === 'return' || kind === 'exchange-refunds' ? -1 : 1
  return { rule, amount: sign * amount, base: 0, saysRate: false, saysBase: false }
}

function subsetsOf<One>(list: readonly One[], most: number): One[][] {
  const [first, ...rest] = list
  if (first === undefined || most === 0) return [[]]
  return [...subsetsOf(rest, most), ...subsetsOf(rest, most - 1).map(set => [first, ...set])]
}
