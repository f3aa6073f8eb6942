import { PrintError } from 'counterfoil'
import { expect, test } from 'vitest'
import { printers } from '../src/merchants/engines.ts'
import { until } from './support/mail-server.ts'
import { receipt, startService, type TestService } from './support/service.ts'

/** Holds up all that needs an engine, until told to go on. Counts what has begun. */
function holdEngines(shop: TestService) {
  const gate = Promise.withResolvers<void>()
  const { use, withReceiptEngine } = shop.service.engines
  const held = { begun: 0, release: gate.resolve }
  shop.service.engines.use = async (merchant, work) => {
    held.begun += 1
    await gate.promise
    return use(merchant, work)
  }
  shop.service.engines.withReceiptEngine = async (merchant, stored, work) => {
    held.begun += 1
    await gate.promise
    return withReceiptEngine(merchant, stored, work)
  }
  return held
}

test('rejects creates beyond the limit with a 503 and delay, storing the rest', async () => {
  await using shop = await startService({ withoutWorker: true, waiting: { create: 3 } })
  await shop.ask('/healthz', { credentials: null })
  const held = holdEngines(shop)
  const post = () => shop.ask(shop.receipts(), { method: 'POST', body: receipt() })
  const all = Array.from({ length: 75 }, post)
  await until(async () => (await metric(shop, 'counterfoil_refused_total{work="create"}')) === 8)
  held.release()
  const replies = await Promise.all(all)
  const refused = replies.filter(({ status }) => status === 503)
  expect(refused).toHaveLength(8)
  expect(refused[0]?.headers.get('retry-after')).toBe('2')
  expect(refused[0]?.json).toMatchObject({ message: 'Service Unavailable', code: null, errors: {} })
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(67)
  expect((await post()).status).toBe(200)
})

test('rejects PDFs beyond the limit, and drops those whose client left', async () => {
  await using shop = await startService({ withoutWorker: true, waiting: { pdf: 2 } })
  const id = await shop.create(receipt())
  const held = holdEngines(shop)
  const pdf = (signal?: AbortSignal) => shop.ask(shop.receipts(`/${id}/pdf`), signal && { signal })
  const left = new AbortController()
  const printing = Array.from({ length: printers }, () => pdf())
  await until(() => held.begun === printers)
  const waiting = [pdf(left.signal), pdf(left.signal)].map(asked => expect(asked).rejects.toThrow('aborted'))
  await until(async () => (await metric(shop, 'counterfoil_waiting_requests{work="pdf"}')) === 2)
  expect((await pdf()).headers.get('retry-after')).toBe('10')
  left.abort()
  await Promise.all(waiting)
  await until(async () => (await metric(shop, 'counterfoil_waiting_requests{work="pdf"}')) === 0)
  const last = pdf()
  held.release()
  expect((await last).status).toBe(200)
  expect((await Promise.all(printing)).map(({ status }) => status)).toEqual(Array(printers).fill(200))
  expect(held.begun).toBe(printers + 1)
})

test('answers a PDF that takes too long with a 503 and delay', async () => {
  await using shop = await startService({ withoutWorker: true })
  const id = await shop.create(receipt())
  shop.service.engines.withReceiptEngine = async () => {
    throw new PrintError('The document was not printed within 15000 ms.')
  }
  const { status, headers, json } = await shop.ask(shop.receipts(`/${id}/pdf`))
  expect([status, json.message, headers.get('retry-after')]).toEqual([503, 'Service Unavailable', '10'])
})

async function metric(shop: TestService, name: string): Promise<number> {
  const { text } = await shop.ask('/metrics', { credentials: null })
  const line = text.split('\n').find(line => line.startsWith(`${name} `))
  return Number(line?.slice(name.length) ?? 0)
}
