import { describe, expect, test } from 'vitest'
import { databases, receipt, startService } from '../support/service.ts'

const path = (query: string) => `/ws/rest/v1/merchants/demo/statistics?${query}`

describe.each(databases)('statistics, on %s', database => {
  test('count receipts by day and currency, exactly, folded or not', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    const sale = (day: string, more: object) =>
      shop.create(
        receipt({
          receiptType: 'PaperOnly',
          receiptDateTime: `2026-06-${day}T12:00:00-05:00`,
          currency: 'USD',
          ...more,
        }),
      )
    await sale('07', { grandAmount: 0.1, grossAmount: 0.1, netAmount: 0.1 })
    await sale('07', { grandAmount: 0.2, grossAmount: 0.3 })
    await sale('09', { grandAmount: 10, currency: 'EUR' })
    const ask = async () => (await shop.ask(path('fromDate=2026-06-07&toDate=2026-06-09'))).json
    const unfolded = await ask()
    await shop.service.fold.run()
    const folded = await ask()
    expect(folded.freshness.pending).toBe(0)
    expect({ ...folded, freshness: unfolded.freshness }).toEqual(unfolded)

    expect(folded.currencies).toEqual(['USD', 'EUR'])
    expect(folded.rows).toHaveLength(3)
    expect(folded.rows[0]).toMatchObject({
      start: '2026-06-07T00:00:00Z',
      end: '2026-06-08T00:00:00Z',
      date: '2026-06-07',
      receipts: 2,
      sales: 2,
      amounts: [
        { currency: 'USD', grossAmount: '0.40', grossKnown: 2, netAmount: '0.10', netKnown: 1, grandAmount: '0.30' },
      ],
    })
    expect(folded.rows[1]).toMatchObject({ date: '2026-06-08', receipts: 0, amounts: [] })
    expect(folded.rows[2]).toMatchObject({ receipts: 1, amounts: [{ currency: 'EUR', grandAmount: '10.00' }] })
    expect(folded.totals).toMatchObject({
      receipts: 3,
      amounts: [
        { currency: 'USD', grandAmount: '0.30', averageBasket: '0.15' },
        { currency: 'EUR', grandAmount: '10.00' },
      ],
    })
  })
})
