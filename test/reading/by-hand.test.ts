import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/engine.ts'
import { auditReceipt } from '../../src/reading/audit.ts'
import { aReceipt } from '../support/receipts.ts'
import { salesByHand } from './sales/by-hand.ts'
import { sumFaultsOf } from './sales/column-faults.ts'
import { mediaOf } from './sales/media.ts'
import { columnOf, unitsIn, words } from './sales/printed.ts'

let engine: Engine
beforeAll(async () => {
  engine = await createEngine()
})
afterAll(() => engine.close())

test.each(Object.entries(salesByHand))('has one receipt in each spelling, which adds: %s', (_, sale) => {
  const all = Object.entries(sale.spellings).map(([spelling, fields]) => {
    const sent = aReceipt({ receiptDateTime: '2026-06-12T15:20:00-04:00', ...sale.same, ...fields })
    return { spelling, sent, media: mediaOf(engine, sent) }
  })
  const [{ media: first }] = all as [(typeof all)[0]]
  for (const { spelling, sent, media } of all) {
    for (const name of ['subject', 'text', 'slip'] as const) expect(media[name], spelling).toBe(first[name])
    const odd = auditReceipt(sent).map(({ code }) => code)
    const allowed = ['unknown_code', 'discount_positive', ...(sale.odd ? [sale.odd] : [])]
    expect(
      odd.filter(code => !allowed.includes(code)),
      spelling,
    ).toEqual([])
  }
  expect(unitsIn(/[^:]*$/.exec(first.subject)![0], 2)).toBe(Math.round(sale.paid * 100))
  for (const name of ['text', 'slip'] as const) {
    const column = columnOf(first[name], 2)
    expect(sumFaultsOf(column, sale.isForeign ? 'unknown' : 'all'), name).toEqual([])
    const isSum = (label: string) => [words.subtotal, words.gross, words.itemDiscounts].some(set => set.has(label))
    const amounts = column.above.filter(({ label }) => !isSum(label)).map(({ amount }) => amount)
    expect([...amounts, column.total?.amount], name).toEqual(sale.column.map(amount => Math.round(amount * 100)))
  }
})
