import { setTimeout as pause } from 'node:timers/promises'
import { auditReceipt, parseReceipt } from 'counterfoil'
import { describe, expect, test } from 'vitest'
import { isBeyond } from '../../test/support/cpu.ts'
import { isExhaustive } from '../../test/support/scope.ts'
import { putKey } from '../src/merchants/api-keys.ts'
import { largeReceipt } from '../src/merchants/documents.ts'
import { findMerchant, saveMerchant } from '../src/merchants/merchants.ts'
import { storedOptions } from '../src/receipts/receipts.ts'
import { startMailServer, until } from './support/mail-server.ts'
import {
  databases,
  fewDatabases,
  longTest,
  receipt,
  startService,
  type TestOptions,
  type TestService,
} from './support/service.ts'
import { watchTurns } from './support/turns.ts'

/** The worst that could be wrong with a receipt, played where large ones are read and drawn. */
const jobs = new URL('./support/slow-jobs.ts', import.meta.url)

/** A service with a bakery besides the demo merchant. */
async function twoShops(options: TestOptions = {}): Promise<TestService> {
  const shop = await startService({
    ownBrowsers: true,
    ...options,
    settings: { RECEIPT_BUDGET_MS: '300', ...options.settings },
  })
  await saveMerchant(shop.service, 'bakery', { name: 'Corner Bakery', settings: {} })
  const key = { merchantId: 'bakery', id: 'bakery', secret: 'a-bakery-secret', label: '' }
  await putKey(shop.service.db, key, Date.now())
  return shop
}

/** A receipt that is read and drawn apart. */
function large(what: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const items = Array.from({ length: 200 }, (_, at) => ({
    name: `Rye loaf ${at}`,
    description: 'Baked this morning with our own leaven and rye from the mill in Nether Wallop',
    total: 4.2,
  }))
  const sold = receipt({ items, grandAmount: 840, header: what, ...changes })
  expect(JSON.stringify(sold).length).toBeGreaterThan(largeReceipt)
  return sold
}

const post = (shop: TestService, body: unknown) => shop.ask(shop.receipts(), { method: 'POST', body })

/** The answer to a create of the bakery. */
async function bake(shop: TestService, body: unknown = receipt()): Promise<number> {
  const path = '/ws/rest/v1/merchants/bakery/receipts'
  const { status } = await shop.ask(path, { method: 'POST', body, credentials: 'bakery:a-bakery-secret' })
  return status
}

describe.each(databases)('on %s', database => {
  // It is stopped before a database hears of it.
  longTest(database)('a receipt without end is refused, and another merchant’s are taken meanwhile', async () => {
    await using shop = await twoShops({ database, jobs, withoutWorker: true })
    await bake(shop)
    const taken: number[] = []
    const { result, turns } = await watchTurns(async () => {
      let isOver = false
      const hostile = Promise.all([1, 2].map(() => post(shop, large('endless read')))).finally(() => {
        isOver = true
      })
      for (; !isOver; await pause(20)) taken.push(await bake(shop))
      return hostile
    })
    for (const { status, json } of result) {
      expect(status).toBe(422)
      expect(json.errors).toEqual({ receipt: [{ code: null, message: 'takes too long to process' }] })
    }
    // Two budgets, of which nobody else waited for any.
    expect(taken.length).toBeGreaterThan(5)
    expect(new Set(taken)).toEqual(new Set([200]))
    expect(isBeyond(turns.longest, 125), `${turns.longest} ms`).toBe(false)
    // Its large ones wait for their turn in the same thread, and get it.
    expect(await bake(shop, large('Good morning'))).toBe(200)
  })

  test('is accepted like any other: row, terms, statistics, warnings, and every document', async () => {
    await using shop = await twoShops({ database, withoutWorker: true })
    const { db, engines, accept } = shop.service
    const sold = large('Good morning', {
      receiptDateTime: '2026-10-31T17:45:00Z',
      taxes: [{ percent: 0.2, amount: '140' }],
    })
    const apart = await post(shop, { ...sold, requestId: 'apart' })
    expect([apart.status, apart.headers.get('counterfoil-warnings')]).toEqual([
      200,
      String(auditReceipt(sold as never).filter(({ severity }) => severity !== 'style').length),
    ])
    const id = apart.json.receiptId
    expect((await post(shop, { ...sold, requestId: 'apart' })).headers.get('location')).toMatch(new RegExp(`${id}$`))

    const merchant = await findMerchant(db, 'demo')
    if (!merchant) throw new Error('no demo merchant')
    const apiRequest = JSON.stringify(sold)
    const read = parseReceipt(apiRequest)
    const locale = await engines.use(merchant, engine => engine.locale(read))
    const here = await accept({ merchant, receipt: read, apiRequest, locale, offerIds: [], mailDomain: 'example.com' })
    const rowOf = async (receiptId: string) => {
      const row = await db.selectFrom('receipts').selectAll().where('id', '=', receiptId).executeTakeFirstOrThrow()
      const terms = await db.selectFrom('receipt_terms').select('term').where('receipt_id', '=', receiptId).execute()
      const { id: _, received_at: __, api_request, ...same } = row
      const { requestId: ___, ...sent } = JSON.parse(api_request)
      return { ...same, sent, terms: terms.map(({ term }) => term).sort() }
    }
    expect(await rowOf(id)).toEqual(await rowOf('id' in here ? here.id : ''))
    // Documents are made of the same row, whichever database it is in.
    if (!fewDatabases.includes(database)) return
    const page = await shop.ask(shop.receipts(`/${id}/html`))
    const row = await db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const options = storedOptions(row, [])
    expect(page.text).toBe(await engines.use(merchant, engine => engine.html(row.api_request, options)))
    expect((await shop.ask(shop.receipts(`/${id}/pdf`))).status).toBe(200)
    const picture = await engines.withReceiptEngine(merchant, row, apart =>
      apart.image(row.api_request, { ...options, slip: 'roll80' }),
    )
    expect(Buffer.from(picture).subarray(1, 4).toString()).toBe('PNG')
  })
})

describe('a receipt that can be read but not drawn', () => {
  test('loses its mail alone: that fails at once, and others are sent', async () => {
    await using mailServer = await startMailServer()
    await using shop = await twoShops({ jobs, settings: { SMTP_URL: mailServer.url } })
    const id = await shop.create(large('endless draw'))
    const next = await shop.create(large('Good morning', { customer: { emailAddress: 'ada@example.com' } }))
    await bake(shop)
    const deliveryOf = async (receiptId: string) => (await shop.ask(shop.receipts(`/${receiptId}/deliveries`))).json[0]
    await until(async () => (await deliveryOf(id)).status === 'failed')
    await until(async () => (await deliveryOf(next)).status === 'sent')
    const { attempts } = await deliveryOf(id)
    expect(attempts).toMatchObject([{ outcome: 'failed', code: 'render' }])
    await until(() => mailServer.mails.length === 2)
    for (const form of isExhaustive ? ['html', 'pdf'] : ['html']) {
      const { status, json } = await shop.ask(shop.receipts(`/${id}/${form}`))
      expect([status, json.errors.receipt[0].message]).toEqual([422, 'takes too long to process'])
      expect((await shop.ask(shop.receipts(`/${next}/${form}`))).status).toBe(200)
    }
  })
})

test('a receipt of more pages than a PDF may have gets a 422, and its page all the same', async () => {
  await using shop = await twoShops({ withoutWorker: true, settings: { PDF_MAX_PAGES: '2' } })
  const items = Array.from({ length: 120 }, (_, at) => ({ name: `Rye loaf ${at}`, total: 4.2 }))
  const long = receipt({ items, grandAmount: 504 })
  const id = await shop.create(isExhaustive ? large('Good morning') : long)
  const pdf = await shop.ask(shop.receipts(`/${id}/pdf`))
  expect([pdf.status, pdf.json.errors]).toEqual([
    422,
    { receipt: [{ code: null, message: 'has too many pages to be printed' }] },
  ])
  expect((await shop.ask(shop.receipts(`/${id}/html`))).status).toBe(200)
})
