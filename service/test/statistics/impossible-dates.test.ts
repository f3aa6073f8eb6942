import { afterAll, beforeAll, expect, test } from 'vitest'
import { receipt, startService, type TestService } from '../support/service.ts'

const dates = [
  '0001-01-01T00:00:00Z',
  '1970-01-01T00:00:00Z',
  '2099-01-01T12:00:00-05:00',
  new Date(Date.now() + 400 * 86_400_000).toISOString(),
]
const merchant = '/ws/rest/v1/merchants/demo'

let service: TestService
let today: string
beforeAll(async () => {
  service = await startService({ withoutWorker: true })
  today = new Date().toISOString().slice(0, 10)
})
afterAll(() => service.stop())

test('a receipt with a date that no sale has counts, is listed and prints as of when it arrived', async () => {
  const ids: string[] = []
  for (const receiptDateTime of dates) {
    const sent = receipt({ receiptType: 'PaperOnly', receiptDateTime, currency: 'USD', grandAmount: 10 })
    const { status, headers, json } = await service.ask(`${merchant}/receipts`, { method: 'POST', body: sent })
    expect(status).toBe(200)
    expect(Number(headers.get('counterfoil-warnings'))).toBeGreaterThan(0)
    ids.push(json.receiptId)
  }
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
  const { json: list } = await service.ask(`${merchant}/receipts?fromDate=${today}&toDate=${tomorrow}`)
  expect(list.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort())

  const { json: found } = await service.ask(
    `${merchant}/statistics?fromDate=${today}&toDate=${tomorrow}&interval=all&timeZone=UTC`,
  )
  expect([found.totals.receipts, found.totals.timesWithoutOffset]).toEqual([dates.length, 0])
  const { json: before } = await service.ask(`${merchant}/statistics?fromDate=1970-01-01&toDate=1970-01-01`)
  expect(before.totals.receipts).toBe(0)

  for (const id of ids) {
    const { json } = await service.ask(`${merchant}/receipts/${id}/structured?format=ekabs`)
    expect(JSON.parse(json.document).head).not.toHaveProperty('date')
    const { json: stored } = await service.ask(`${merchant}/receipts/${id}`)
    expect(dates).toContain(stored.apiRequest.receiptDateTime)
  }
})
