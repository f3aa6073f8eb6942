import { expect, test } from 'vitest'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { isExhaustive } from '../support/scope.ts'
import { dialectsOf } from './sales/dialects.ts'
import { canonicalOf, choicesFor, dimensionNames } from './sales/dimensions.ts'
import { hasOtherReading } from './sales/readings.ts'
import { spell } from './sales/spell.ts'
import { trades } from './sales/trades.ts'
import { makeSale, saleKinds, sumOf, type TrueSale } from './sales/true-sale.ts'

const sales = Array.from({ length: 1100 }, (_, seed) => makeSale(seed))

test('true sales add up', () => {
  for (const sale of sales) {
    const { seed, sold, back, discounts, fees, serviceCharge, taxing, taxes, total, tip, rounding, toPay } = sale
    const added = taxing === 'added' ? sumOf(taxes) : 0
    const goods = sumOf([...sold, ...back])
    if (sale.kind !== 'deposit')
      expect(total, `sale ${seed}`).toBe(goods + sumOf(discounts) + sumOf(fees) + serviceCharge + added)
    expect(toPay, `sale ${seed}`).toBe(total + tip + rounding)
    expect(sumOf(sale.tenders) - sale.change, `sale ${seed}`).toBe(sale.paid)
    expect(sumOf(sale.earlier) + sale.paid + sale.due, `sale ${seed}`).toBe(toPay)
    for (const line of [...sold, ...back]) expect(line.amount).toBe(line.gross + sumOf(line.discounts))
  }
})

test('true sales are of all kinds, trades and currencies, with all that a receipt can have', () => {
  const has = (name: string, find: (sale: TrueSale) => boolean) =>
    expect([name, sales.filter(find).length > 10]).toEqual([name, true])
  for (const kind of saleKinds) has(kind, sale => sale.kind === kind)
  for (const { name } of trades) has(name, sale => sale.trade.name === name)
  for (const taxing of ['none', 'added', 'included']) has(taxing, sale => sale.taxing === taxing)
  has('two taxes', ({ taxes }) => taxes.length === 2)
  has('weighed goods', ({ sold, back }) => [...sold, ...back].some(({ unit }) => unit))
  has('a coupon', ({ sold }) => sold.some(({ amount }) => amount < 0))
  has('discounts of lines and of the receipt', ({ sold, discounts }) => {
    return discounts.length > 0 && sold.some(line => line.discounts.length > 0)
  })
  has('a fee kept of a return', ({ kind, fees }) => kind === 'return' && sumOf(fees) > 0)
  has('a fee paid back', ({ kind, fees }) => kind === 'return' && sumOf(fees) < 0)
  has('a service charge', ({ serviceCharge }) => serviceCharge > 0)
  has('a tip', ({ tip }) => tip > 0)
  has('rounding up', ({ rounding }) => rounding > 0)
  has('rounding down', ({ rounding }) => rounding < 0)
  has('change', ({ change }) => change > 0)
  has('two tenders', ({ tenders }) => tenders.length === 2)
  has('payments before', ({ earlier }) => earlier.length > 0)
})

test('dialects begin with the canonical one, and have each choice beside each other', () => {
  for (const sale of sales.slice(0, isExhaustive ? 110 : 44)) {
    const [first, ...others] = [...dialectsOf(sale)]
    expect(first!.choices).toEqual(canonicalOf(sale))
    const lists = choicesFor(sale)
    const open = dimensionNames.filter(name => lists[name].length > 1)
    const seen = new Set(
      [first!, ...others].flatMap(({ choices }) =>
        open.flatMap(one => open.map(other => `${one} ${choices[one]}, ${other} ${choices[other]}`)),
      ),
    )
    // Ambiguous spellings have pairs of their own: where goods are, and what the type says.
    for (const one of open)
      for (const other of open)
        for (const a of lists[one])
          for (const b of one === other ? [a] : lists[other]) {
            const pair = `${one} ${a}, ${other} ${b}`
            const isPlace = [one, other].some(name => name === 'type' || name === 'back' || name === 'sold')
            if (!isPlace) expect([sale.seed, pair, seen.has(pair)]).toEqual([sale.seed, pair, true])
          }
  }
})

test('each dialect is a valid receipt', () => {
  for (const sale of sales.slice(0, isExhaustive ? 220 : 66))
    for (const { receipt } of dialectsOf(sale, { limit: 10 })) expect(() => parseReceipt(receipt)).not.toThrow()
})

test('a spelling whose amounts fit another reading by chance is found', () => {
  const tip = sales.find(sale => sale.kind === 'tip' && sale.fees.length === 0 && sale.serviceCharge === 0)!
  expect(hasOtherReading(tip, canonicalOf(tip))).toBe(false)
  // A fee and a tax of one amount: 5 − 5 as well as −5 + 5.
  const fee = { label: 'Delivery', amount: 500 }
  const tax = { ...tip.taxes[0]!, amount: -500 }
  const total = tip.total - (tip.taxing === 'added' ? sumOf(tip.taxes) : 0)
  const same: TrueSale = { ...tip, fees: [fee], taxing: 'added', taxes: [tax], total, toPay: total + tip.tip }
  const paid = { ...same, paid: same.toPay, tenders: [{ type: 'Cash' as const, amount: same.toPay }] }
  expect(hasOtherReading(paid, canonicalOf(paid))).toBe(true)
  expect(spell(paid, canonicalOf(paid)).fees).toEqual([{ description: 'Delivery', amount: 5 }])
})
