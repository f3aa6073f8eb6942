import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/engine.ts'
import { isExhaustive } from '../support/scope.ts'
import { compareDialects } from './sales/compare.ts'
import { mediaDifferences } from './sales/media.ts'
import { reportOf } from './sales/report.ts'
import { makeSale, saleKinds, type TrueSale } from './sales/true-sale.ts'

/**
 * A sale has one receipt, whatever dialect its till speaks. `SALES=50 npx vitest run test/reading/dialects.test.ts` tries that many and
 * prints a table of what differs; `FROM=1200` begins at another seed, `DIALECTS=8` takes that many of each.
 */
const sales = Number(process.env.SALES ?? (isExhaustive ? 20_000 : 33))
const from = Number(process.env.FROM ?? 0)
const limit = Number(process.env.DIALECTS ?? (isExhaustive ? 8 : 14))

let engine: Engine
beforeAll(async () => {
  engine = await createEngine({ locales: { default: 'en-US' } })
})
afterAll(() => engine.close())

test.each(saleKinds.map((kind, at) => ({ kind, at })))(
  'every dialect of one sale has one receipt: $kind',
  ({ kind, at }) => {
    const seeds = Array.from(
      { length: Math.ceil(sales / saleKinds.length) },
      (_, turn) => from + at + turn * saleKinds.length,
    )
    const comparison = (sale: TrueSale) => compareDialects(sale, mediaDifferences(engine, sale), limit)
    const comparisons = seeds.map(seed => comparison(makeSale(seed, kind)))
    expect(comparisons.some(({ compared }) => compared > (kind === 'deposit' ? 2 : 4))).toBe(true)
    const failed = comparisons.some(({ failures }) => failures.length > 0)
    if (failed) expect.fail(reportOf(comparisons))
  },
  1_200_000,
)
