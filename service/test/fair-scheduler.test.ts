import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TooBusyError } from '../src/basics/errors/errors.ts'
import { createFairScheduler, type FairSchedulerOptions } from '../src/delivery/scheduling/fair-scheduler.ts'
import { openSchedulers, type Schedulers, type WaitingLimits } from '../src/delivery/scheduling/schedulers.ts'

/** FairScheduler of one work at a time, the first of which stays under way until `open` is called. */
function blocked(options: Partial<FairSchedulerOptions> = {}) {
  const turns = createFairScheduler({ concurrency: 1, maxWaiting: 100, retryAfter: 7, ...options })
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const take = (merchantId: string, name: string, more: { bytes?: number; signal?: AbortSignal } = {}) =>
    turns.take({ merchantId, ...more, run: async () => void done.push(name) })
  const first = turns.take({ merchantId: 'first', run: () => gate.promise })
  return { turns, take, done, first, open: () => gate.resolve() }
}

test('a merchant waits for one task per other merchant, not for all', async () => {
  const { take, done, open } = blocked()
  const all = Array.from({ length: 50 }, (_, at) => take('big', `big ${at}`))
  all.push(take('small', 'small'))
  open()
  await Promise.all(all)
  expect(done.slice(0, 4)).toEqual(['big 0', 'small', 'big 1', 'big 2'])
  expect(done).toHaveLength(51)
})

test('rejects work beyond its room with a retry delay, and loses none', async () => {
  let refused = 0
  const { turns, take, done, open } = blocked({ maxWaiting: 2, onRefused: () => refused++ })
  const waiting = [take('a', 'a 0'), take('a', 'a 1')]
  expect(() => turns.admit('a')).toThrow(TooBusyError)
  await expect(take('a', 'a 2')).rejects.toThrow(TooBusyError)
  await expect(take('a', 'a 3')).rejects.toMatchObject({ retryAfter: 7 })
  open()
  await Promise.all(waiting)
  expect(done).toEqual(['a 0', 'a 1'])
  expect(refused).toBe(3)
  expect(() => turns.admit('a')).not.toThrow()
})

test('drops the newest work of the merchant with the most waiting', async () => {
  const { turns, take, done, open } = blocked({ maxWaiting: 3 })
  const kept = [take('big', 'big 0'), take('big', 'big 1')]
  const lost = take('big', 'big 2')
  const rejected = expect(lost).rejects.toThrow(TooBusyError)
  expect(() => turns.admit('big')).toThrow(TooBusyError)
  expect(() => turns.admit('small')).not.toThrow()
  kept.push(take('small', 'small 0'))
  await rejected
  open()
  await Promise.all(kept)
  expect(done.sort()).toEqual(['big 0', 'big 1', 'small 0'])
})

test('loses no patient work, wherever it stands, and counts what waits', async () => {
  const counts: number[] = []
  const { turns, done, take, open } = blocked({ maxWaiting: 3, onWaiting: count => counts.push(count) })
  const lost = expect(take('big', 'big 0')).rejects.toThrow(TooBusyError)
  const patient = [1, 2].map(at =>
    turns.take({ merchantId: 'big', isPatient: true, run: async () => void done.push(`big ${at}`) }),
  )
  const kept = [...patient, take('small', 'small 0')]
  await lost
  await expect(take('another', 'another 0')).rejects.toThrow(TooBusyError)
  expect(counts.slice(-5)).toEqual([1, 2, 3, 2, 3])
  open()
  await Promise.all(kept)
  expect(done.sort()).toEqual(['big 1', 'big 2', 'small 0'])
})

test('lets wait what just has room', async () => {
  const { take, open } = blocked({ maxBytes: 10 })
  const kept = [take('a', 'first', { bytes: 5 }), take('a', 'second', { bytes: 5 })]
  await expect(take('a', 'third', { bytes: 1 })).rejects.toThrow(TooBusyError)
  open()
  await Promise.all(kept)
})

test('limits waiting bytes, too, but always lets one task wait', async () => {
  const { take, done, open } = blocked({ maxBytes: 10 })
  const kept = take('a', 'large', { bytes: 50 })
  await expect(take('a', 'small', { bytes: 1 })).rejects.toThrow(TooBusyError)
  open()
  await kept
  await take('a', 'again', { bytes: 9 })
  expect(done).toEqual(['large', 'again'])
})

test('drops waiting work whose client leaves, but finishes started work', async () => {
  const { turns, take, done, first, open } = blocked()
  const [waiting, running] = [new AbortController(), new AbortController()]
  const left = take('a', 'left', { signal: waiting.signal })
  const rejected = expect(left).rejects.toThrow('customer left')
  waiting.abort(new Error('customer left'))
  await rejected
  await expect(take('a', 'late', { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
  open()
  await first
  const gate = Promise.withResolvers<string>()
  const begun = turns.take({ merchantId: 'a', signal: running.signal, run: () => gate.promise })
  await turn()
  running.abort(new Error('too late'))
  gate.resolve('finished')
  expect(await begun).toBe('finished')
  expect(done).toEqual([])
})

test('keeps its concurrency limit, and survives failed work', async () => {
  const turns = createFairScheduler({ concurrency: 3, maxWaiting: 100, retryAfter: 1 })
  let running = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) =>
      turns.take({
        merchantId: String(at % 2),
        async run() {
          most = Math.max(most, ++running)
          await turn()
          running -= 1
          if (at === 5) throw new Error('broken')
          return at
        },
      }),
    ),
  )
  expect(most).toBe(3)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})

test.each([
  [0.25, 4],
  [0.75, 2],
  [0.99, 2],
  [1, 1],
  [20, 1],
])('tasks of %d ms start %i at a time, up to 1 ms per turn', async (takes, inATurn) => {
  let clock = 0
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => clock)
  onTestFinished(() => watch.mockRestore())
  const turns = createFairScheduler({ concurrency: 64, maxWaiting: 1000, retryAfter: 1 })
  let done = 0
  const creates = Array.from({ length: 100 }, () =>
    turns.take({
      merchantId: 'a',
      async run() {
        clock += takes
        done += 1
      },
    }),
  )
  const counts: number[] = []
  for (let step = 0, before = 0; step < 11; step++, before = done) {
    await turn()
    counts.push(done - before)
  }
  // The first turn also has those that began when they came.
  expect(counts).toEqual([2 * inATurn, ...Array(10).fill(inATurn)])
  await Promise.all(creates)
  expect(done).toBe(100)
})

describe('each kind of work', () => {
  const kinds = ['create', 'large', 'html', 'pdf', 'templates'] as const
  const openWith = (waiting?: WaitingLimits) => {
    const told: unknown[] = []
    const metrics = {
      refusals: { inc: (of: object) => told.push(['refused', of]) },
      waitingRequests: { set: (of: object, count: number) => told.push([count, of]) },
    }
    return { told, schedulers: openSchedulers(metrics as never, waiting) }
  }

  test('has turns of its own, and its own time to wait when refused', async () => {
    const { told, schedulers } = openWith({ create: 0, large: 0, html: 0, pdf: 0, templates: 0 })
    for (const [at, retryAfter] of [2, 2, 2, 10, 30].entries())
      await expect(schedulers[kinds[at]!].take({ merchantId: 'a', run: async () => {} })).rejects.toMatchObject({
        retryAfter,
      })
    expect(told).toEqual(kinds.map(work => ['refused', { work }]))
    const usual = openWith()
    for (const work of kinds) await usual.schedulers[work].take({ merchantId: 'a', run: async () => {} })
    expect(usual.told).toEqual(kinds.flatMap(work => [1, 0].map(count => [count, { work }])))
  })

  test.each(['large', 'templates'] as const)('holds 64 MiB while it waits: %s', async (kind: keyof Schedulers) => {
    const scheduler = openWith().schedulers[kind]
    const gate = Promise.withResolvers<void>()
    const take = (bytes: number) => scheduler.take({ merchantId: 'a', bytes, run: () => gate.promise })
    const kept = [take(0), take(64 * 1024 ** 2 - 1), take(1)]
    await expect(take(1)).rejects.toThrow(TooBusyError)
    gate.resolve()
    await Promise.all(kept)
  })
})

/** Work that ends when it is told to, in the order in which it begins. */
function printing(options: Partial<FairSchedulerOptions> = {}) {
  const turns = createFairScheduler({
    concurrency: 3,
    perMerchant: 2,
    share: 'time',
    maxWaiting: 100,
    retryAfter: 7,
    ...options,
  })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const print = (name: string, more: { isPatient?: boolean } = {}) => {
    const gate = Promise.withResolvers<void>()
    ends.set(name, gate.resolve)
    const [merchantId = ''] = name.split(' ')
    const run = () => {
      begun.push(name)
      return gate.promise
    }
    return turns.take({ merchantId, ...more, run })
  }
  /** Ends some work, and lets begin what may. */
  const end = async (...names: string[]) => {
    for (const name of names) ends.get(name)?.()
    for (let times = 0; times < 5; times++) await turn()
  }
  return { print, begun, end, turns }
}

describe('slow prints', () => {
  test('of one merchant leave a browser for others', async () => {
    const { print, begun, end } = printing()
    const slow = Array.from({ length: 6 }, (_, at) => print(`slow ${at}`))
    for (const name of ['quick 0', 'other 0', 'quick 1']) {
      const printed = print(name)
      await end(name)
      await printed
      expect(begun.filter(each => each.startsWith('slow'))).toEqual(['slow 0', 'slow 1'])
    }
    for (let at = 0; at < 6; at++) await end(`slow ${at}`)
    await Promise.all(slow)
  })

  test('are a merchant’s own time: others come first until they had as much', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { print, begun, end } = printing({ concurrency: 1, perMerchant: 1 })
    const all = ['slow 0', 'slow 1', 'slow 2', 'quick 0', 'quick 1', 'quick 2', 'quick 3'].map(name => print(name))
    await end()
    for (const [name, seconds] of [
      ['slow 0', 15],
      ['quick 0', 5],
      ['quick 1', 5],
      ['quick 2', 6],
      ['slow 1', 15],
      ['quick 3', 1],
      ['slow 2', 15],
    ] as const) {
      expect(begun.at(-1)).toBe(name)
      vi.advanceTimersByTime(seconds * 1000)
      await end(name)
    }
    await Promise.all(all)
  })

  test('of someone who comes back are no worse off, and no better, than those of who stayed', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { print, begun, end } = printing({ concurrency: 1, perMerchant: 1 })
    for (let at = 0; at < 5; at++) {
      const printed = print(`steady ${at}`)
      await end()
      vi.advanceTimersByTime(10_000)
      await end(`steady ${at}`)
      await printed
    }
    const all = ['new 0', 'new 1', 'new 2', 'steady 5', 'steady 6'].map(name => print(name))
    await end()
    for (const name of ['new 0', 'steady 5', 'new 1', 'steady 6', 'new 2']) {
      expect(begun.at(-1)).toBe(name)
      vi.advanceTimersByTime(10_001)
      await end(name)
    }
    await Promise.all(all)
  })

  test('for mails wait, however many requests do, and are never refused', async () => {
    const { print, begun, end, turns } = printing({ concurrency: 1, perMerchant: 1, maxWaiting: 1 })
    const kept = [print('a 0'), print('a mail', { isPatient: true }), print('b mail', { isPatient: true })]
    await expect(print('a 1')).rejects.toThrow(TooBusyError)
    expect(() => turns.admit('a')).toThrow(TooBusyError)
    await end('a 0', 'a mail', 'b mail')
    await end('a mail', 'b mail')
    await Promise.all(kept)
    expect(begun).toEqual(['a 0', 'b mail', 'a mail'])
  })
})
