import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/engine.ts'
import fc from '../support/fast-check.ts'
import { faultsOf, labelsOf, rowsOfPage } from '../support/printed-columns.ts'
import { aReceipt } from '../support/receipts.ts'
import { tries } from '../support/scope.ts'

/**
 * Receipts of tills that add rightly, in each way that the interface allows: whatever they send, no printed column lies, and what was
 * saved is what gross and net are apart. Amounts are made in whole cents.
 */

let engine: Engine
beforeAll(async () => {
  engine = await createEngine()
})
afterAll(() => engine.close())

interface Good {
  cents: number
  quantity: number
  discount: number
}

/** What a till sold, and how it tells of it. */
interface Sale {
  goods: Good[]
  returned: number[]
  discount: number
  fee: number
  tip: number
  service: number
  rounding: number
  tax: 'none' | 'added' | 'included'
  hasGross: boolean
  hasNet: boolean
  pays: 'cash' | 'card' | 'split' | 'part'
}

const amountUpTo = (most: number) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: most }))

const sales: fc.Arbitrary<Sale> = fc.record({
  goods: fc.array(
    fc
      .record({
        cents: fc.integer({ min: 300, max: 90_000 }),
        quantity: fc.integer({ min: 1, max: 3 }),
        part: amountUpTo(60),
      })
      .map(({ cents, quantity, part }) => ({ cents, quantity, discount: Math.floor((cents * quantity * part) / 100) })),
    { minLength: 1, maxLength: 5 },
  ),
  returned: fc.array(fc.integer({ min: 100, max: 9000 }), { maxLength: 2 }),
  discount: amountUpTo(100),
  fee: amountUpTo(900),
  tip: amountUpTo(2000),
  service: amountUpTo(1500),
  rounding: fc.constantFrom(0, 0, 0, 1, 2, -1, -2),
  tax: fc.constantFrom('none', 'added', 'included'),
  hasGross: fc.boolean(),
  hasNet: fc.boolean(),
  pays: fc.constantFrom('cash', 'card', 'split', 'part'),
})

const dollars = (cents: number) => cents / 100

/** The receipt that such a till sends, and what was saved on it. */
function sent(sale: Sale) {
  const { goods, returned, discount, fee, tip, service, rounding, tax, hasGross, hasNet, pays } = sale
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const back = sum(returned)
  const before = sum(goods.map(({ cents, quantity }) => cents * quantity)) - back
  const onItems = sum(goods.map(good => good.discount))
  const after = before - onItems - discount + fee
  const rate = 0.08
  const taxes = tax === 'none' ? 0 : Math.round(tax === 'added' ? after * rate : after - after / (1 + rate))
  const taxable = tax === 'included' ? after - taxes : after
  const grand = after + (tax === 'added' ? taxes : 0) + tip + service + rounding
  const paid = pays === 'part' ? Math.floor(grand / 2) : grand
  const given = pays === 'cash' ? Math.ceil(grand / 2000) * 2000 : paid
  const cash = (amount: number) => ({ tenderTypeCode: 'Cash', amount: dollars(amount) })
  const tenders =
    pays === 'split'
      ? [cash(Math.floor(paid / 3)), { tenderTypeCode: 'Check', amount: dollars(paid - Math.floor(paid / 3)) }]
      : [cash(given)]
  const receipt = aReceipt({
    items: goods.map(({ cents, quantity, discount: off }, at) => ({
      name: `Fern no. ${at + 1}`,
      price: dollars(cents),
      quantity: { value: quantity },
      total: dollars(cents * quantity - off),
      ...(off > 0 && { discounts: [{ amount: dollars(-off), name: 'Club price' }] }),
    })),
    ...(back > 0 && {
      returns: [{ items: returned.map((cents, at) => ({ name: `Pot no. ${at + 1}`, total: dollars(cents) })) }],
    }),
    ...(discount > 0 && { discounts: [{ amount: dollars(-discount), name: 'Coupon' }] }),
    ...(fee > 0 && { fees: [{ amount: dollars(fee), description: 'Planting' }] }),
    ...(taxes !== 0 && {
      taxes: [{ taxTypeCode: 'Sales', percent: rate, taxableAmount: dollars(taxable), amount: dollars(taxes) }],
    }),
    ...(hasGross && { grossAmount: dollars(before) }),
    ...(hasNet && { netAmount: dollars(taxable) }),
    ...(tip > 0 && { tip: dollars(tip) }),
    ...(service > 0 && { serviceCharge: dollars(service) }),
    ...(rounding !== 0 && { roundingAdjustment: { value: dollars(rounding) } }),
    grandAmount: dollars(grand),
    tenders,
    ...(given > paid && { changeDue: dollars(given - paid) }),
    ...(paid < grand && { balanceDue: dollars(grand - paid) }),
  })
  return { receipt, saved: onItems + discount, grand }
}

test('no printed column of a till that adds rightly lies', () => {
  const labels = labelsOf('en-US')
  const seen = { savings: 0, sums: 0 }
  fc.assert(
    fc.property(sales, sale => {
      const { receipt, saved, grand } = sent(sale)
      fc.pre(grand > 0)
      const html = engine.html(receipt)
      const rows = rowsOfPage(html, engine.view(receipt).items?.title ?? '')
      expect(faultsOf(rows, labels)).toEqual([])
      if (rows.some(({ is, label }) => is === 'sum' && labels.total.has(label))) seen.sums++
      const told = /You saved \$([\d,.]+\d)/.exec(html)?.[1]
      if (told === undefined) return
      seen.savings++
      expect(Number(told.replaceAll(',', ''))).toBe(dollars(saved))
    }),
    { seed: 30, numRuns: tries(400) },
  )
  expect(seen.savings).toBeGreaterThan(tries(40))
  expect(seen.sums).toBe(tries(400))
})
