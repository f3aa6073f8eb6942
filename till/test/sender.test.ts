import { afterAll, beforeEach, expect, test } from 'vitest'
import type { LogEntry } from '../src/basics/log.ts'
import type { Outcome } from '../src/operations/outcome.ts'
import { createSender } from '../src/operations/sender.ts'
import { readOptions } from '../src/settings/read-settings.ts'
import { errorResponse, type FakeAnswer, startFakeService } from './support/fake-service.ts'
import { recordOf } from './support/sales.ts'

let answer: (body: { requestId: string }) => FakeAnswer | undefined
const service = await startFakeService(({ method, body }) => (method === 'POST' ? answer(body) : undefined))
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(() => {
  answer = () => undefined
  service.requests.length = 0
})

const no = (status: number) => ({ status, ...errorResponse('No') })
const asked = () => service.requests.map(({ method, path }) => (path.startsWith('/healthz') ? 'UP' : method))

/** A sender on a clock that stands; a sale that nobody answers is over as soon as the service has it. */
function newSender() {
  const log: LogEntry[] = []
  const told: Outcome[] = []
  const clock = { now: 1_000_000 }
  const sender = createSender({
    settings: readOptions({ ...service.options, spool: 'x' }).service,
    now: () => clock.now,
    log: entry => log.push(entry),
    onLive: outcome => told.push(outcome),
  })
  const send = async (number: string, deadline = 60_000) => {
    const ending = new AbortController()
    const given = answer
    answer = body => {
      const said = given(body)
      if (said === 'hang') ending.abort()
      return said
    }
    const outcome = await sender.send(recordOf(number), ending.signal, deadline)
    answer = given
    return outcome
  }
  const replay = (number: string) => sender.replay(recordOf(number), new AbortController().signal)
  return { sender, log, told, clock, send, replay }
}

test('the service is asked for its mode once, and again after it was halted', async () => {
  const { sender, send, replay } = newSender()
  await send('1')
  await replay('2')
  expect(asked()).toEqual(['GET', 'POST', 'POST'])
  answer = () => no(401)
  await send('3')
  answer = () => undefined
  await send('4')
  expect(asked().slice(3)).toEqual(['POST', 'GET', 'POST'])
  sender.close()
})

test('nothing is sent to a service that is not the till’s', async () => {
  await using other = await startFakeService(({ method }) =>
    method === 'GET' ? { status: 200, json: [], headers: { 'counterfoil-mode': 'test' } } : undefined,
  )
  const settings = readOptions({ ...other.options, spool: 'x' }).service
  const sender = createSender({ settings, now: () => 0, log: () => {}, onLive: () => {} })
  for (let count = 0; count < 2; count++)
    expect(await sender.replay(recordOf('1'), new AbortController().signal)).toMatchObject({ what: 'mode' })
  expect([sender.halt?.what, other.posted(), other.requests.length]).toEqual(['mode', [], 2])
  sender.close()
})

test('what halts it is said once, until something else does, and ends with a receipt that is taken', async () => {
  const { sender, log, send, replay } = newSender()
  const halts: (string | undefined)[] = []
  for (const status of [401, 401, 403, 500, 422, 429, 200, 401]) {
    answer = () => (status === 200 ? undefined : no(status))
    await (halts.length % 2 ? send : replay)('1')
    halts.push(sender.halt?.what)
  }
  expect(halts).toEqual(['key', 'key', 'merchant', 'merchant', 'merchant', 'merchant', undefined, 'key'])
  expect(log.map(({ level, status }) => [level, status])).toEqual([401, 403, 401].map(status => ['error', status]))
  sender.resume()
  expect(sender.halt).toBeUndefined()
  sender.close()
})

test('after three silent sales none is sent, until the service answers what waited, or that it is there', async () => {
  const { sender, told, clock, send, replay } = newSender()
  await send('0')
  for (const heal of [() => replay('2'), () => sender.probe(AbortSignal.timeout(60_000))]) {
    answer = () => 'hang'
    for (const code of ['deadline', 'deadline', 'deadline', 'away']) expect(await send('1')).toMatchObject({ code })
    answer = () => no(500)
    await replay('2')
    expect(await send('1')).toMatchObject({
      ...{ kind: 'failed', code: 'away', message: 'The service did not answer the previous sales.' },
    })
    answer = () => undefined
    await heal()
    expect((await send('3')).kind).toBe('accepted')
  }
  // What isn't sent tells nothing of the service.
  expect(told.map(outcome => outcome.kind === 'failed')).toEqual([
    false,
    true,
    true,
    true,
    false,
    true,
    true,
    true,
    false,
  ])
  answer = () => 'hang'
  for (let count = 0; count < 3; count++) await send('1')
  clock.now += 1000
  answer = () => no(500)
  expect((await send('4')).kind).toBe('failed')
  expect((await send('5')).kind).toBe('failed')
  // It answers at once, if badly: that costs no customer time.
  expect(told.slice(-2).map(outcome => 'status' in outcome && outcome.status)).toEqual([500, 500])
  sender.close()
})

test('after a silent sale the next has a part of its time, and a service that is down ends nothing', async () => {
  const { sender, send } = newSender()
  await send('0')
  answer = () => 'hang'
  await send('1')
  for (const deadline of [1, 2])
    expect(await sender.send(recordOf('2'), new AbortController().signal, deadline)).toMatchObject({ code: 'deadline' })
  expect(await sender.probe(AbortSignal.abort())).toBe(false)
  expect(await send('3')).toMatchObject({ code: 'away' })
  sender.close()
})

test('a sale whose time a slow disk took says nothing of the service', async () => {
  const { sender, told } = newSender()
  for (let count = 0; count < 4; count++)
    expect(await sender.send(recordOf('1'), AbortSignal.abort(), 4000)).toMatchObject({ code: 'deadline' })
  expect([told, service.requests]).toEqual([[], []])
  sender.close()
})

test('a service that is down is not there, and one that refuses is', async () => {
  const states = [200, 404, 499, 500, 503]
  await using odd = await startFakeService(({ path }) =>
    path.startsWith('/healthz') ? { status: states.shift() ?? 200 } : undefined,
  )
  const settings = readOptions({ ...odd.options, spool: 'x' }).service
  const sender = createSender({ settings, now: () => 0, log: () => {}, onLive: () => {} })
  const found: boolean[] = []
  while (states.length > 0) found.push(await sender.probe(AbortSignal.timeout(60_000)))
  expect(found).toEqual([true, true, true, false, false])
  expect(odd.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  expect(await sender.probe(AbortSignal.abort())).toBe(false)
  sender.close()
})

test('checkouts under way are counted, however they end', async () => {
  const { sender } = newSender()
  const { promise, reject } = Promise.withResolvers<never>()
  const both = [sender.live(() => promise), sender.live(async () => sender.liveCount)]
  expect(sender.liveCount).toBe(2)
  expect(await both[1]).toBe(2)
  expect(sender.liveCount).toBe(1)
  reject(new Error('no'))
  await expect(both[0]).rejects.toThrow('no')
  expect(sender.liveCount).toBe(0)
  sender.close()
})
