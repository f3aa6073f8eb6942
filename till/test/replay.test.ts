import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LogEntry } from '../src/basics/log.ts'
import type { TillOptions } from '../src/settings/read-settings.ts'
import { openTill as open } from '../src/till.ts'
import { errorResponse, type FakeAnswer, type FakeRequest, startFakeService, taken } from './support/fake-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

const at = (register: string) => ({
  workstation: { id: register, store: { id: '004', name: 'Alder & Finch', address: {} } },
})
const numbers = (bodies: { transactionNumber: string }[]) => bodies.map(({ transactionNumber }) => transactionNumber)
const pendingIn = (spool: string) => readdirSync(join(spool, 'pending')).length
const until = (isSo: () => boolean) => expect.poll(isSo, { interval: 5 }).toBe(true)

/** A till that waits about a hundredth of what a real one does. */
const openTill = (options: TillOptions) => open({ log: () => {}, ...options }, { chance: () => 0.01 })

/** A service with a lever. */
async function startMoodyService() {
  const state: { answer: (request: FakeRequest) => FakeAnswer | undefined | Promise<undefined> } = {
    answer: () => undefined,
  }
  const service = await startFakeService(request => state.answer(request))
  return Object.assign(service, { turn: (answer: typeof state.answer) => (state.answer = answer) })
}

const down = (): FakeAnswer => 'cut'
const posts = (answer: (body: FakeRequest['body']) => FakeAnswer | undefined) => (request: FakeRequest) =>
  request.method === 'POST' ? answer(request.body) : undefined

test('what waits is sent when the service is back, each register in order', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  service.turn(down)
  await using till = await openTill({ ...service.options, spool })
  const sold = ['1', '2', '3', '1', '2', '1'].map((register, index) => sale(`${register}-${index}`, at(register)))
  for (const one of sold) expect((await till.checkout(one)).copy).toBe('queued')
  const before = service.posted().length
  service.turn(() => undefined)
  await until(() => pendingIn(spool) === 0)
  const sent = numbers(service.posted().slice(before))
  for (const register of ['1', '2', '3'])
    expect(sent.filter(number => number.startsWith(register))).toEqual(
      numbers(sold as never).filter(number => number.startsWith(register)),
    )
  expect(new Set(sent).size).toBe(sold.length)
})

test.each<[string, FakeAnswer]>([
  ['fails at', { status: 500, ...errorResponse('Internal Server Error') }],
  ['cuts the connection at', 'cut'],
  ['answers nonsense to', { status: 200, text: '<html>' }],
])('a receipt that the service %s does not hold up the rest', async (_, answer) => {
  await using service = await startMoodyService()
  const spool = newFolder()
  service.turn(down)
  await using till = await openTill({ ...service.options, spool })
  for (const number of ['poison', 'second', 'third']) await till.checkout(sale(number))
  service.turn(posts(body => (body.transactionNumber === 'poison' ? answer : undefined)))
  await until(() => pendingIn(spool) === 1)
  expect((await till.status()).pending).toBe(1)
  expect(readdirSync(join(spool, 'sent'))).toHaveLength(2)
  service.turn(() => undefined)
  await till.flush()
  expect(pendingIn(spool)).toBe(0)
})

test('a refused receipt steps out of the way at once', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  service.turn(down)
  const log: LogEntry[] = []
  await using till = await openTill({ ...service.options, spool, log: entry => log.push(entry) })
  for (const number of ['bad', 'good']) await till.checkout(sale(number))
  service.turn(
    posts(body =>
      body.transactionNumber === 'bad' ? { status: 422, ...errorResponse('Validation error') } : undefined,
    ),
  )
  await until(() => pendingIn(spool) === 0)
  expect(readdirSync(join(spool, 'refused'))).toHaveLength(2)
  expect(log).toContainEqual(expect.objectContaining({ level: 'error', status: 422, referenceId: 'ref-1' }))
})

test('receipts that failed with a service that failed at all are sent as soon as it works', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  service.turn(posts(() => ({ status: 500, ...errorResponse('Internal Server Error') })))
  await using till = await openTill({ ...service.options, spool })
  for (const number of ['1', '2', '3', '4']) await till.checkout(sale(number, at(number)))
  await until(() => service.posted().length > 20)
  service.turn(() => undefined)
  await until(() => pendingIn(spool) === 0)
})

test('a 401 stops all sending, says so once, and a sale that is taken starts it again', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  service.turn(() => ({ status: 401, ...errorResponse('No') }))
  const log: LogEntry[] = []
  await using till = await openTill({ ...service.options, spool, log: entry => log.push(entry) })
  for (const number of ['1', '2', '3']) expect((await till.checkout(sale(number))).copy).toBe('queued')
  const { halt } = await till.status()
  expect(halt).toContain('401')
  expect(log.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({ message: halt, status: 401 }),
  ])
  // It still looks, twice a second at most, whether the service is back.
  const posted = service.posted().length
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(service.posted()).toHaveLength(posted)
  service.turn(() => undefined)
  expect((await till.checkout(sale('4'))).copy).toBe('sent')
  await until(() => pendingIn(spool) === 0)
  expect((await till.status()).halt).toBeUndefined()
})

test('Retry-After keeps what waits back, not a customer', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  service.turn(posts(() => ({ status: 429, headers: { 'retry-after': '3600' }, ...errorResponse('Later') })))
  await using till = await openTill({ ...service.options, spool })
  for (const number of ['1', '2']) await till.checkout(sale(number))
  expect(service.posted()).toHaveLength(2)
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(service.posted()).toHaveLength(2)
  service.turn(() => undefined)
  expect((await till.checkout(sale('3'))).copy).toBe('sent')
  // It took one, so it is over.
  await until(() => pendingIn(spool) === 0)
})

test('a lost answer costs the next sale no confirmation', async () => {
  await using service = await startMoodyService()
  let isFirst = true
  service.turn(
    posts(() => {
      if (!isFirst) return undefined
      isFirst = false
      return 'hang'
    }),
  )
  await using till = await openTill({ ...service.options, spool: newFolder() })
  expect((await till.checkout(sale('1'), { deadline: 200 })).reason).toBe('No answer came in time.')
  expect((await till.checkout(sale('2'))).copy).toBe('sent')
})

test('in an outage a sale waits for a part of its time, and after three most are not sent, until the service is there', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  let time = Date.now()
  service.turn(({ path }) => (path.includes('?') ? undefined : 'hang'))
  const options = { ...service.options, spool, log: () => {} }
  await using till = await open(options, { replays: false, now: () => time })
  expect((await till.checkout(sale('1'), { deadline: 200 })).reason).toBe('No answer came in time.')
  for (const number of ['2', '3']) {
    // A till that has met no silence waits for all of the same time.
    await using fresh = await open({ ...options, spool: newFolder() }, { replays: false })
    const all = fresh.checkout(sale(`fresh-${number}`), { deadline: 600 }).then(() => 'all of its time')
    const end = till.checkout(sale(number), { deadline: 600 })
    expect(await Promise.race([end, all])).toMatchObject({ reason: 'No answer came in time.' })
    await all
  }
  // Of those that come together, none waits.
  const after = await Promise.all(['4', '5', '6'].map(number => till.checkout(sale(number), { deadline: 60_000 })))
  expect(after.map(({ reason }) => reason)).toEqual(Array(3).fill('The service did not answer the previous sales.'))
  expect(numbers(service.posted()).filter(number => !number.startsWith('fresh'))).toEqual(['1', '2', '3'])
  service.turn(() => undefined)
  // The clock is put back, which holds up nobody.
  time -= 3_600_000
  expect((await till.checkout(sale('7'))).copy).toBe('sent')
  expect((await till.checkout(sale('8'))).copy).toBe('sent')
})

test('a receipt that had arrived when the deadline passed is not sent twice', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  const stored = new Map<string, unknown>()
  service.turn(
    posts(body => {
      const isNew = !stored.has(body.requestId)
      stored.set(body.requestId, body)
      return isNew ? 'hang' : { status: 409, headers: { location: '/receipts/r-1' }, ...errorResponse('Used before') }
    }),
  )
  await using till = await openTill({ ...service.options, spool })
  expect((await till.checkout(sale('1'), { deadline: 300 })).copy).toBe('queued')
  await until(() => pendingIn(spool) === 0)
  expect(stored.size).toBe(1)
  expect(readdirSync(join(spool, 'sent'))).toHaveLength(1)
})

test('a connection that the service closed meanwhile costs no confirmation', async () => {
  await using service = await startMoodyService()
  await using till = await openTill({ ...service.options, spool: newFolder() })
  expect((await till.checkout(sale('1'))).copy).toBe('sent')
  let isFirst = true
  service.turn(
    posts(() => {
      if (!isFirst) return undefined
      isFirst = false
      return 'cut'
    }),
  )
  expect((await till.checkout(sale('2'))).copy).toBe('sent')
  expect(numbers(service.posted())).toEqual(['1', '2', '2'])
})

test('what waits pauses while a customer does', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  service.turn(down)
  await using till = await openTill({ ...service.options, spool })
  for (let count = 0; count < 30; count++) await till.checkout(sale(`old-${count}`))
  const order: string[] = []
  service.turn(
    posts(body => {
      order.push(body.transactionNumber)
      return undefined
    }),
  )
  await until(() => order.length > 3)
  const live = await Promise.all([1, 2, 3].map(count => till.checkout(sale(`live-${count}`))))
  expect(live.map(({ copy }) => copy)).toEqual(['sent', 'sent', 'sent'])
  const [first, last] = [
    order.findIndex(number => number.startsWith('live')),
    order.findLastIndex(number => number.startsWith('live')),
  ]
  expect(last - first).toBeLessThanOrEqual(3)
  await until(() => pendingIn(spool) === 0)
})

test('two processes share a spool, and send each receipt once', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  service.turn(down)
  await using one = await openTill({ ...service.options, spool })
  await using other = await openTill({ ...service.options, spool })
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? one : other).checkout(sale(`s-${index}`, at(String(index % 4)))),
    ),
  )
  const before = service.posted().length
  service.turn(() => undefined)
  await until(() => pendingIn(spool) === 0)
  expect(numbers(service.posted().slice(before)).sort()).toEqual(
    Array.from({ length: 20 }, (_, index) => `s-${index}`).sort(),
  )
})

test('a till in test mode sends nothing to a live service, and the other way around', async () => {
  await using live = await startMoodyService()
  await using tester = await openTill({ ...live.options, spool: newFolder(), mode: 'test' })
  expect(await tester.checkout(sale('1'))).toMatchObject({ copy: 'queued', print: true })
  expect((await tester.status()).halt).toBe(
    'The till is in test mode, and the service says it is live; check mode, address and merchant.',
  )
  expect(live.posted()).toEqual([])

  await using trial = await startFakeService(({ method }) =>
    method === 'GET' ? { status: 200, json: [], headers: { 'counterfoil-mode': 'test' } } : undefined,
  )
  await using till = await openTill({ ...trial.options, spool: newFolder() })
  expect(await till.checkout(sale('2'))).toMatchObject({ copy: 'queued', print: true })
  expect(trial.posted()).toEqual([])
  await using right = await openTill({ ...trial.options, spool: newFolder(), mode: 'test' })
  expect((await right.checkout(sale('3'))).copy).toBe('sent')
})

test('what was queued in test mode is never sent live', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  {
    await using tester = await openTill({ ...service.options, spool, mode: 'test' })
    await tester.checkout(sale('1'))
  }
  await using till = await openTill({ ...service.options, spool })
  expect(await till.flush()).toMatchObject({ sent: 0, left: 0 })
  expect(readdirSync(join(spool, 'refused'))).toHaveLength(2)
  expect(service.posted()).toEqual([])
})

test('a full spool and a broken disk: the sale is sent now or not at all, and the log says so', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  const log: LogEntry[] = []
  await using till = await openTill({
    ...service.options,
    spool,
    log: entry => log.push(entry),
    limits: { pendingCount: 0 },
  })
  expect((await till.checkout(sale('1'))).copy).toBe('sent')
  service.turn(posts(() => taken('x', null)))
  expect(await till.checkout(sale('2'))).toMatchObject({ copy: 'none', print: true, notice: expect.any(String) })
  service.turn(down)
  expect(await till.checkout(sale('3'))).toMatchObject({
    copy: 'none',
    print: true,
    notice: expect.not.stringContaining('later'),
  })

  const broken = newFolder()
  service.turn(() => undefined)
  await using other = await openTill({ ...service.options, spool: broken, log: entry => log.push(entry) })
  rmSync(join(broken, 'pending'), { recursive: true })
  expect((await other.checkout(sale('4'))).copy).toBe('sent')
  mkdirSync(join(broken, 'pending'))
  const errors = log.filter(({ level }) => level === 'error').map(({ message, code }) => [message, code])
  expect(errors).toContainEqual(['The spool is full: the receipt is sent now or not at all', undefined])
  expect(errors).toContainEqual(['The receipt could not be put on disk: it is sent now or not at all', 'ENOENT'])
})

test('a spool that was full has room again once what waited is sent', async () => {
  await using service = await startMoodyService()
  const spool = newFolder()
  const log: LogEntry[] = []
  service.turn(down)
  await using till = await openTill({
    ...service.options,
    spool,
    log: entry => log.push(entry),
    limits: { pendingCount: 2 },
  })
  const ends = async (...numbers: string[]) => {
    const copies: string[] = []
    for (const number of numbers) copies.push((await till.checkout(sale(number))).copy)
    return copies
  }
  expect(await ends('1', '2', '3')).toEqual(['queued', 'queued', 'none'])
  expect(log).toContainEqual(
    expect.objectContaining({ level: 'warn', message: expect.stringContaining('nearly full') }),
  )
  service.turn(() => undefined)
  await until(() => pendingIn(spool) === 0)
  service.turn(down)
  expect(await ends('4')).toEqual(['queued'])
})
