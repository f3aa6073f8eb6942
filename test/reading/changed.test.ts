import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/engine.ts'
import { auditReceipt } from '../../src/reading/audit.ts'
import type { WarningCode } from '../../src/receipt/notes.ts'
import { isExhaustive } from '../support/scope.ts'
import { changedAtRandom } from './sales/changed.ts'
import { sumFaultsOf } from './sales/column-faults.ts'
import { dialectsOf } from './sales/dialects.ts'
import { isOrder } from './sales/dimensions.ts'
import { mediaOf } from './sales/media.ts'
import { columnOf } from './sales/printed.ts'
import { randomOf } from './sales/random.ts'
import { makeSale } from './sales/true-sale.ts'

/** How many receipts are changed; `CHANGED=2000 npx vitest run test/reading/changed.test.ts` tries that many, from seed `FROM` on. */
const tries = Number(process.env.CHANGED ?? (isExhaustive ? 20_000 : 100))
const from = Number(process.env.FROM ?? 0)

/** Warnings of the audit that say nothing of a sum. */
const notOfSums: readonly WarningCode[] = ['discount_positive', 'empty_line', 'currency_missing']

let engine: Engine
beforeAll(async () => {
  engine = await createEngine({ locales: { default: 'en-US' } })
})
afterAll(() => engine.close())

test('of receipts changed at random, each column adds, or the audit says so', () => {
  const silent = new Map<string, string[]>()
  let [wrong, told] = [0, 0]
  for (let seed = from; seed < from + tries; seed++) {
    const random = randomOf(seed)
    const sale = makeSale(seed)
    const { digits } = sale.trade
    const sent = random.pick([...dialectsOf(sale, { limit: 8 })]).receipt
    const { receipt, changes } = changedAtRandom(sent, random, digits)
    const media = mediaOf(engine, receipt)
    const { tenders = [] } = receipt as { tenders?: { amount?: number }[] }
    const usual = sale.kind === 'deposit' ? 'advance' : isOrder(sale.kind) ? 'some' : 'all'
    const payments = tenders.some(({ amount }) => amount === undefined) ? 'unknown' : usual
    const faults = (['text', 'slip'] as const).flatMap(name => sumFaultsOf(columnOf(media[name], digits), payments))
    if (faults.length === 0) continue
    wrong++
    if (auditReceipt(receipt).some(({ code }) => !notOfSums.includes(code))) {
      told++
      continue
    }
    const kind = `${sale.kind}: ${faults[0]!.replace(/-?\d+/g, '…')}`
    silent.set(kind, [...(silent.get(kind) ?? []), `seed ${seed}, ${changes.join(', ')}: ${faults[0]}`])
  }
  expect(wrong).toBeGreaterThan(tries / 10)
  if (silent.size > 0) expect.fail(reportOf(silent, wrong, told))
}, 1_200_000)

/** How many columns don't add without a word of the audit, by kind, with the example of the fewest changes. */
function reportOf(silent: ReadonlyMap<string, string[]>, wrong: number, told: number): string {
  const rows = [...silent].sort(([, a], [, b]) => b.length - a.length)
  const table = rows.map(([kind, examples]) => {
    const [example] = [...examples].sort((a, b) => a.length - b.length)
    return `${String(examples.length).padStart(6)}  ${kind}\n        ${example}`
  })
  return [
    `${wrong - told} of ${wrong} columns that don't add are not in the audit, of ${tries} changed receipts`,
    ...table,
  ].join('\n')
}
