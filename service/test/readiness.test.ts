import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queueSizes } from '../src/basics/monitoring/gauges.ts'
import { openLog } from '../src/basics/monitoring/log.ts'
import type { Metrics } from '../src/basics/monitoring/metrics.ts'
import { createReadiness, lateAfter, type Trouble } from '../src/basics/monitoring/readiness.ts'
import { openDatabase } from '../src/database/database.ts'
import { MailFault } from '../src/delivery/mail/transport.ts'
import { createMailWatch } from '../src/delivery/mail/watch.ts'
import type { Call } from '../src/http/operation.ts'
import { healthOperations } from '../src/http/operations/health.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { receipt, startService, type TestOptions, type TestService } from './support/service.ts'

const start = Date.parse('2026-11-22T03:00:00Z')
const minute = 60_000

/** A service whose clock the test sets, and what it says about one check. */
async function startShop(options: TestOptions = {}) {
  const clock = { now: start }
  const shop = await startService({ now: () => clock.now, ...options })
  async function look(): Promise<{ code: number; status: string; retryAfter: string | null; checks: Looked[] }> {
    const { status: code, headers, json } = await shop.ask('/readyz', { credentials: null })
    return { code, retryAfter: headers.get('retry-after'), ...json }
  }
  const check = async (name: string) => (await look()).checks.find(one => one.name === name)
  return { shop, clock, look, check, [Symbol.asyncDispose]: shop.stop }
}

interface Looked {
  name: string
  status: string
  since: string
  reason?: string
}

const at = (milliseconds: number) => new Date(milliseconds).toISOString()
const scrape = async ({ url }: TestService) => (await fetch(`${url}/metrics`)).text()

test('a disk that can’t be written is a 503 that says why and since when', async () => {
  await using night = await startShop({ withoutWorker: true })
  expect(await night.look()).toMatchObject({ code: 200, status: 'ok' })
  const file = join(night.shop.config.dataDir, '.write-test')
  const fill = () => symlinkSync('/dev/full', file)
  fill()
  night.clock.now += minute
  expect(await night.look()).toMatchObject({ code: 503, status: 'fail', retryAfter: '10' })
  // Each try removes its file.
  fill()
  night.clock.now += minute
  expect(await night.check('disk')).toEqual({
    name: 'disk',
    status: 'fail',
    since: at(start + minute),
    reason: "The data folder can't be written (no space left on device)",
  })
  expect(await scrape(night.shop)).toContain('counterfoil_check_status{check="disk"} 2')
  // A clock that is set back doesn't keep the result.
  night.clock.now -= 60 * minute
  expect(await night.check('disk')).toMatchObject({ status: 'ok' })
  night.clock.now += 60 * minute
  night.clock.now += minute
  expect(await night.check('disk')).toEqual({ name: 'disk', status: 'ok', since: at(start - 58 * minute) })
})

test.each([
  [1024 ** 3, undefined],
  [1024 ** 3 - 1, 'The data folder has only 1023 MB left'],
])('%i bytes left on the disk are a warning or not', async (bytes, reason) => {
  await using night = await startShop({ withoutWorker: true, freeBytes: async () => bytes })
  const { code, checks } = await night.look()
  expect(code).toBe(200)
  expect(checks.find(({ name }) => name === 'disk')?.reason).toBe(reason)
})

test('a mail that is due for five minutes is a warning', async () => {
  await using night = await startShop({ withoutWorker: true })
  await night.shop.create(receipt())
  night.clock.now = start + lateAfter - 1
  expect(await night.check('deliveries')).toMatchObject({ status: 'ok' })
  night.clock.now = start + lateAfter + 5000
  expect(await night.look()).toMatchObject({ code: 200, status: 'warn' })
  night.clock.now += 10 * minute
  expect(await night.check('deliveries')).toEqual({
    name: 'deliveries',
    status: 'warn',
    since: at(start + lateAfter + 5000),
    reason: 'The oldest waiting mail has been due for 15 minutes',
  })
  expect(await scrape(night.shop)).toContain('counterfoil_check_status{check="deliveries"} 1')
})

test('a mail server that answers but takes no mail is a warning, until it takes one', async () => {
  let refuses = true
  await using mailServer = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error('4.7.1 Try again later'), { responseCode: 451 }) : null),
  })
  await using night = await startShop({ settings: { SMTP_URL: mailServer.url } })
  const deferred = async (id: string) =>
    until(async () => (await night.shop.ask(night.shop.receipts(`/${id}/deliveries`))).json[0].attempts[0]?.outcome)
  for (let number = 0; number < 5; number++) {
    await deferred(await night.shop.create(receipt()))
    expect(await night.check('mail')).toMatchObject({ status: 'ok' })
    night.clock.now += 1000
  }
  // Retries wait, so only the clock moves; the fifth refusal in two minutes comes now.
  night.clock.now = start + 2 * minute
  await until(async () => (await night.check('mail'))?.status === 'warn')
  expect(await night.check('mail')).toMatchObject({
    reason: expect.stringMatching(/^The mail server has accepted none/),
  })
  expect(await night.look()).toMatchObject({ code: 200 })
  refuses = false
  await night.shop.create(receipt())
  await until(async () => (await night.check('mail'))?.status === 'ok')
  expect(await scrape(night.shop)).toMatch(
    /counterfoil_delivery_failures_total\{outcome="deferred",code="451",reason="unavailable"\} [5-9]/,
  )
})

test('addresses that don’t exist are no trouble of the mail server', () => {
  let now = start
  const found: (Trouble | undefined)[] = []
  const watch = createMailWatch({ check: async () => {}, now: () => now, onFound: trouble => void found.push(trouble) })
  const fault = (badAddress: boolean) => new MailFault({ permanent: true, code: '550', detail: '', badAddress })
  for (let turn = 0; turn < 20; turn++, now += minute) watch.sawAttempt(fault(true))
  expect(found.filter(Boolean)).toEqual([])
  for (let turn = 0; turn < 5; turn++, now += minute) watch.sawAttempt(fault(false))
  expect(found.at(-1)?.reason).toBe('The mail server has accepted none of the last 5 mails, for 4 minutes')
})

test('a probe that can’t tell leaves the last result', async () => {
  let result: Trouble | undefined | Error = { status: 'warn', reason: 'Late' }
  const probe = async () => {
    if (result instanceof Error) throw result
    return result
  }
  let now = start
  const { check } = createReadiness({ probes: { deliveries: probe }, now: () => now, log: openLog('silent') })
  const before = await check()
  expect(before).toEqual([{ name: 'deliveries', status: 'warn', since: start, reason: 'Late' }])
  now += minute
  result = new Error('no answer')
  expect(await check()).toEqual(before)
})

test('a process that is stopping says so, and asks nothing else', async () => {
  const operations = healthOperations({
    metrics: {} as Metrics,
    check: () => Promise.reject(new Error('asked')),
    stoppingSince: () => start,
  })
  const answer = await operations.find(({ path }) => path === '/readyz')?.handle({} as Call)
  expect(answer).toEqual({
    status: 503,
    headers: { 'retry-after': '10' },
    json: {
      status: 'fail',
      checks: [{ name: 'process', status: 'fail', since: at(start), reason: 'The process is stopping' }],
    },
  })
})

test('50 merchants have a queue of their own in the metrics, and the others share one', async () => {
  const byMerchant = Array.from({ length: 60 }, (_, index) => ({ merchantId: `shop-${index}`, count: 100 - index }))
  const sizes = queueSizes(byMerchant)
  expect(sizes.size).toBe(51)
  expect([sizes.get('shop-0'), sizes.get('shop-49'), sizes.get('shop-50')]).toEqual([100, 51, undefined])
  expect(sizes.get('(other)')).toBe(50 + 49 + 48 + 47 + 46 + 45 + 44 + 43 + 42 + 41)
  expect([...sizes.values()].reduce((sum, count) => sum + count)).toBe(60 * 70.5)
  expect(queueSizes([])).toEqual(new Map([['(other)', 0]]))
})

test('a merchant whose queue is empty leaves the metrics', async () => {
  await using night = await startShop({ withoutWorker: true })
  await night.shop.create(receipt())
  expect(await scrape(night.shop)).toContain('counterfoil_deliveries_queued{merchant="demo"} 1')
  const place = await openDatabase({ folder: night.shop.config.dataDir }, { allowRunning: true })
  await place.db.updateTable('deliveries').set({ status: 'failed' }).execute()
  await place.close()
  const text = await scrape(night.shop)
  expect(text).toContain('counterfoil_deliveries_queued{merchant="(other)"} 0')
  expect(text).not.toContain('counterfoil_deliveries_queued{merchant="demo"}')
})

test('a PDF that can’t be printed is counted, and makes the browser a warning', async () => {
  vi.stubEnv('PUPPETEER_EXECUTABLE_PATH', '/nowhere/chromium')
  onTestFinished(() => void vi.unstubAllEnvs())
  await using night = await startShop({ withoutWorker: true })
  const id = await night.shop.create(receipt())
  expect(await night.check('browser')).toBe(undefined)
  expect((await night.shop.ask(night.shop.receipts(`/${id}/pdf`))).status).toBe(503)
  expect(await scrape(night.shop)).toContain('counterfoil_pdf_failures_total 1')
  await until(async () => (await night.check('browser'))?.status === 'warn')
  expect(await night.look()).toMatchObject({ code: 200, status: 'warn' })
})

test('a mail server that hangs is asked once, not again and again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  const check = () => {
    asked += 1
    return new Promise<void>(() => {})
  }
  const watch = createMailWatch({ check, now: Date.now, onFound: () => {} })
  for (let turn = 0; turn < 5; turn++) {
    const isUp = watch.isUp()
    await vi.advanceTimersByTimeAsync(minute)
    expect(await isUp).toBe(false)
  }
  expect(asked).toBe(1)
})
