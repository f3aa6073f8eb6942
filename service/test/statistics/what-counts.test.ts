import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putKey } from '../../src/merchants/api-keys.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { receipt, startService, type TestService } from '../support/service.ts'

interface Example {
  title: string
  receipts: Record<string, unknown>[]
  /** By what they are of: a date, `all`, or a grouping and its group. */
  expected: [of: string, figures: Record<string, string>][]
}

const page = readFileSync(new URL('../../../docs/what-counts.md', import.meta.url), 'utf8')
const examples = page
  .split(/^### /m)
  .slice(1)
  .map(section => section.split(/^## /m)[0] ?? '')
  .map(exampleOf)

// What counts is decided before the database adds it up; statistics.test.ts asks both.
describe('the page "What counts as what"', () => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ withoutWorker: true })
  })
  afterAll(() => shop.stop())

  test('has an example of each kind of receipt', () => {
    expect(examples.length).toBe(20)
    for (const { title, receipts, expected } of examples)
      expect([title, receipts.length > 0, expected.length > 0]).toEqual([title, true, true])
  })

  test.each(examples.map((example, at) => [example.title, example, `shop-${at}`] as const))(
    '%s',
    async (_, { receipts, expected }, merchant) => {
      await saveMerchant(shop.service, merchant, { name: 'Shop' })
      await putKey(
        shop.service.db,
        { merchantId: merchant, id: merchant, secret: 'a-secret-of-the-shop', label: '' },
        Date.now(),
      )
      const credentials = `${merchant}:a-secret-of-the-shop`
      for (const [at, sent] of receipts.entries()) {
        const body = receipt({ currency: 'USD', receiptType: 'PaperOnly', transactionNumber: `T-${at}`, ...sent })
        const url = shop.receipts().replace('/demo/', `/${merchant}/`)
        expect((await shop.ask(url, { method: 'POST', body, credentials })).status).toBe(200)
      }
      const ask = async (query: string) => {
        const about = `/ws/rest/v1/merchants/${merchant}/statistics?fromDate=2026-01-01&toDate=2026-12-31&${query}`
        return (await shop.ask(about, { credentials })).json
      }
      const found = async (of: string) => {
        if (of === 'all') return (await ask('interval=all')).rows[0]
        const [grouping, ...id] = of.split(' ')
        if (id.length === 0) return (await ask('')).rows.find(({ date }: { date: string }) => date === of)
        const { rows } = await ask(`interval=all&groupBy=${grouping}`)
        return rows.find(({ group }: { group: { id: string } }) => group.id === id.join(' '))
      }
      for (const [of, figures] of expected) {
        const row = await found(of)
        const { amounts: [amounts = {}] = [], ...counts } = row
        const all = Object.fromEntries(Object.keys(figures).map(name => [name, String(counts[name] ?? amounts[name])]))
        expect([of, all]).toEqual([of, figures])
      }
    },
  )
})

function exampleOf(section: string): Example {
  const [title = ''] = section.split('\n')
  const [, json = '[]'] = /```json\n([\s\S]*?)```/.exec(section) ?? []
  const [head = [], , ...rows] = section
    .split('\n')
    .filter(line => line.startsWith('|'))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
  const expected = rows.map(([of = '', ...cells]): Example['expected'][number] => [
    of,
    Object.fromEntries(cells.map((cell, at) => [head[at + 1] ?? '', cell] as const).filter(([, cell]) => cell !== '')),
  ])
  return { title, receipts: JSON.parse(json), expected }
}
