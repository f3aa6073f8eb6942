import { parseReceipt, type ReceiptData } from 'counterfoil'
import { expect, test } from 'vitest'
import { salesByHand } from '../../../test/reading/sales/by-hand.ts'
import { compareDialects, type Found, firstDifference } from '../../../test/reading/sales/compare.ts'
import { type Choices, canonicalOf } from '../../../test/reading/sales/dimensions.ts'
import { reportOf } from '../../../test/reading/sales/report.ts'
import { spell } from '../../../test/reading/sales/spell.ts'
import { makeSale, saleKinds, type TrueSale } from '../../../test/reading/sales/true-sale.ts'
import { aReceipt } from '../../../test/support/receipts.ts'
import { isExhaustive } from '../../../test/support/scope.ts'
import { type Counted, countReceipt } from '../../src/statistics/counting/receipt/count-receipt.ts'

/** A sale counts the same, whatever dialect its till speaks. `SALES`, `FROM` and `DIALECTS` as in `test/reading/dialects.test.ts`. */
const sales = Number(process.env.SALES ?? (isExhaustive ? 20_000 : 120))
const from = Number(process.env.FROM ?? 0)
const limit = Number(process.env.DIALECTS ?? (isExhaustive ? 8 : 14))

/** What tells how a till spells, rather than what it sold. */
const ofSpelling = ['mixed_signs', 'discounts_ignored', 'taxes_from_items', 'gross_known', 'net_known']

/** What is of the amounts that a till chooses to send: gross and net, and a total with tip and rounding in it, or without. */
const ofTotals = ['gross', 'net', 'grand', 'sold', 'refunds'] as const

test.each(saleKinds.map((kind, at) => ({ kind, at })))(
  'every dialect of one sale counts the same: $kind',
  ({ kind, at }) => {
    const count = Math.ceil(sales / saleKinds.length)
    const seeds = Array.from({ length: count }, (_, turn) => from + at + turn * saleKinds.length)
    const comparison = (sale: TrueSale) => compareDialects(sale, countDifferences(sale), limit)
    const comparisons = seeds.map(seed => comparison(makeSale(seed, kind)))
    const failed = comparisons.some(({ failures }) => failures.length > 0)
    if (failed) expect.fail(reportOf(comparisons))
    expect(comparisons.length).toBe(count)
  },
  1_200_000,
)

test.each(Object.entries(salesByHand))('counts the same in each spelling: %s', (_, { same, spellings, counts }) => {
  const all = Object.entries(spellings).map(([spelling, fields]) => {
    const sent = aReceipt({ receiptDateTime: '2026-06-12T15:20:00-04:00', ...same, ...fields })
    return { spelling, counted: countOf(parseReceipt(sent)) }
  })
  for (const { spelling, counted } of all) {
    expect(counted.change.adds, spelling).toMatchObject(counts)
    expect(counted.change.lines, spelling).toEqual(all[0]!.counted.change.lines)
  }
})

/** What is counted otherwise than of the canonical spelling; of totals, than of one that sends the same ones. */
function countDifferences(sale: TrueSale): (choices: Choices) => Found {
  const canon = canonicalOf(sale)
  const counts = new Map<string, Counted>()
  const counted = (choices: Choices): Counted => {
    const key = JSON.stringify(choices)
    const found = counts.get(key) ?? count(sale, choices)
    counts.set(key, found)
    return found
  }
  return choices => {
    const own = counted(choices)
    const base = counted(canon)
    const { gross, net, tip, rounding } = choices
    const like = counted({ ...canon, gross, net, tip, rounding })
    const [expected, found] = [textOf(base, like), textOf(own, own)]
    return expected === found
      ? { where: [], example: '' }
      : { where: ['statistics'], example: firstDifference(expected, found) }
  }
}

function count(sale: TrueSale, choices: Choices): Counted {
  return countOf(parseReceipt(spell(sale, choices)))
}

function countOf(receipt: ReceiptData): Counted {
  const date = receipt.receiptDateTime ?? ''
  const locale = { requested: null, chosen: 'en-US', source: 'default' as const, languages: ['en-US'] }
  return countReceipt({ receipt, date, dateAt: Date.parse(date), receivedAt: Date.parse(date), locale, offers: 0 })
}

/** @param totals whose totals are told */
function textOf({ bucket, change }: Counted, totals: Counted): string {
  const other = new Set<string>([...ofSpelling, ...ofTotals])
  const adds = Object.entries(change.adds).filter(([name]) => !other.has(name))
  const told = ofTotals.map(name => [name, totals.change.adds[name] ?? 0])
  const parts = (change.parts ?? []).map(part => JSON.stringify(part)).sort()
  const { lines, categories, labels } = change
  // The type is counted as it was sent.
  const { transactionType: _, ...place } = bucket
  const all = [['bucket', place], ...adds.sort(), ...told, ...parts, { lines, categories, labels }]
  return all.map(each => JSON.stringify(each)).join('\n')
}
