import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Trouble } from '../../src/basics/monitoring/readiness.ts'
import { limitsOf, MailFault } from '../../src/delivery/mail/transport.ts'
import { createMailWatch } from '../../src/delivery/mail/watch.ts'

const minute = 60_000
let now = 0
beforeEach(() => {
  now = 1_800_000_000_000
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

const fault = (more: { badAddress?: boolean } = {}) =>
  new MailFault({ permanent: false, code: '450', detail: '', ...more })

/** What watches a mail server, whose answer to each check the test gives. */
function openWatch() {
  const found: (Trouble | undefined)[] = []
  const checks: PromiseWithResolvers<void>[] = []
  const check = () => {
    const asked = Promise.withResolvers<void>()
    checks.push(asked)
    return asked.promise
  }
  const watch = createMailWatch({ check, now: () => now, onFound: trouble => void found.push(trouble) })
  return {
    ...{ watch, found, checks },
    refuse(count: number) {
      for (let each = 0; each < count; each++) watch.sawAttempt(fault())
    },
  }
}

test('a server is asked on demand, every half minute at most, and what it said holds meanwhile', async () => {
  const { watch, found, checks } = openWatch()
  expect(checks).toHaveLength(0)
  const asked = [watch.isUp(), watch.isUp()]
  expect(checks).toHaveLength(1)
  checks[0]?.resolve()
  expect(await Promise.all(asked)).toEqual([true, true])
  now += 29_999
  expect(await watch.isUp()).toBe(true)
  expect(checks).toHaveLength(1)
  now += 1
  const again = watch.isUp()
  checks[1]?.reject(new Error('Login refused'))
  expect(await again).toBe(false)
  expect(found).toEqual([
    undefined,
    { status: 'warn', reason: expect.stringContaining('doesn’t answer'.replace('’', "'")), error: expect.any(Error) },
  ])
  // A clock that was set back asks again, too.
  now -= 60_000
  const third = watch.isUp()
  checks[2]?.resolve()
  expect([await third, checks.length, found.at(-1)]).toEqual([true, 3, undefined])
})

test('one that hangs is not up after five seconds, and gets one check', async () => {
  const { watch, checks } = openWatch()
  const first = watch.isUp()
  await vi.advanceTimersByTimeAsync(4999)
  let isOver = false
  void first.then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await first).toBe(false)
  now += minute
  const second = watch.isUp()
  expect(checks).toHaveLength(1)
  checks[0]?.resolve()
  expect(await second).toBe(true)
  now += minute
  void watch.isUp()
  expect(checks).toHaveLength(2)
})

test('a probe waits for nothing: it says what is known, once something is', async () => {
  const { watch, checks } = openWatch()
  await expect(watch.probe()).rejects.toThrow('not answered yet')
  checks[0]?.reject(new Error('Away'))
  await vi.advanceTimersByTimeAsync(0)
  expect(await watch.probe()).toMatchObject({ status: 'warn' })
  expect(checks).toHaveLength(1)
  now += minute
  expect(await watch.probe()).toMatchObject({ status: 'warn' })
  expect(checks).toHaveLength(2)
  checks[1]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(await watch.probe()).toBeUndefined()
})

test('one that refuses five mails in a row, for two minutes, is in trouble until it takes one', async () => {
  const { watch, found, refuse } = openWatch()
  refuse(4)
  now += 2 * minute
  expect(found.at(-1)).toBeUndefined()
  now -= 1
  refuse(1)
  expect(found.at(-1)).toBeUndefined()
  now += 1
  refuse(1)
  expect(found.at(-1)).toEqual({
    status: 'warn',
    reason: 'The mail server has accepted none of the last 6 mails, for 2 minutes',
  })
  expect(await watch.probe()).toMatchObject({ reason: expect.stringContaining('none of the last 6') })
  // A bad address says nothing, neither way.
  const { length } = found
  watch.sawAttempt(fault({ badAddress: true }))
  expect(found).toHaveLength(length)
  watch.sawAttempt(undefined)
  expect(found.at(-1)).toBeUndefined()
  now += 10 * minute
  refuse(4)
  now += 3 * minute
  refuse(0)
  watch.sawAttempt(fault({ badAddress: true }))
  expect(await watch.probe()).toBeUndefined()
  refuse(1)
  expect(found.at(-1)).toMatchObject({ reason: expect.stringContaining('none of the last 5 mails, for 3 minutes') })
})

test('a mail that is taken says that the server is there', async () => {
  const { watch, found, checks } = openWatch()
  const asked = watch.isUp()
  checks[0]?.reject(new Error('Away'))
  await asked
  expect(found.at(-1)).toBeDefined()
  watch.sawAttempt(fault())
  expect(found.at(-1)).toMatchObject({ reason: expect.stringContaining('login') })
  watch.sawAttempt(undefined)
  expect(found.at(-1)).toBeUndefined()
})

test('work on a mail may take as long as all its steps', () => {
  const limits = limitsOf({ connectMs: 10_000, greetingMs: 5 * minute, replyMs: 10 * minute })
  expect(limits).toEqual({
    sendMs: 10_000 + 45 * minute,
    attemptMs: 10_000 + 48 * minute,
    jobMs: 20_000 + 97 * minute,
  })
})

test('a fault says what is known of it, and nothing it wasn’t told', () => {
  expect(fault()).toMatchObject({
    reason: 'other',
    badAddress: false,
    enhanced: undefined,
    message: expect.stringContaining('450'),
  })
  const told = new MailFault({
    ...{ permanent: true, code: '550', detail: 'No', reason: 'unknown_mailbox', badAddress: true, enhanced: '5.1.1' },
  })
  expect(told).toMatchObject({
    permanent: true,
    detail: 'No',
    reason: 'unknown_mailbox',
    badAddress: true,
    enhanced: '5.1.1',
  })
})
