import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LogEntry } from '../src/basics/log.ts'
import type { Outcome } from '../src/operations/outcome.ts'
import { createReplay } from '../src/replay/replay.ts'
import { fileOf, outcomes, senderThat, spoolOf } from './support/waiting.ts'

const { accepted, refused, halted, busy, failed, silent } = outcomes
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A till that waits all that it may, on a clock that stands; a service that takes what isn't told otherwise. */
function tillWith(ids: string[], answers: Record<string, Outcome | Promise<Outcome>> = {}) {
  const begin = performance.now()
  const log: LogEntry[] = []
  const looks: number[] = []
  const folder = spoolOf(...ids)
  const rest = senderThat(file => answers[file] ?? accepted)
  const lock = {
    isFree: true,
    holds: 0,
    async hold() {
      lock.holds++
      return lock.isFree
    },
    release: async () => {},
  }
  const replay = createReplay({
    ...{ spool: folder.spool, sender: rest.sender, lock, concurrency: 1, chance: () => 1 },
    sees: () => looks.push(Math.round((performance.now() - begin) / 100) / 10),
    now: () => Date.parse('2026-11-21T18:00:00Z'),
    log: entry => log.push(entry),
  })
  return { ...folder, ...rest, answers, log, looks, lock, replay }
}

const [a, b] = [fileOf('7-a'), fileOf('7-b')] as [string, string]

describe('it looks', () => {
  test('every five seconds if nothing waits, and not any more when it is stopped', async () => {
    const { lock, looks, probes, replay } = tillWith([])
    replay.queued(a)
    replay.saw(silent)
    replay.saw(accepted)
    await seconds(60)
    expect([looks, probes]).toEqual([[], []])
    replay.start()
    await seconds(11)
    expect([looks, lock.holds]).toEqual([[60, 65, 70], 0])
    await replay.stop()
    replay.queued(a)
    await seconds(60)
    expect(looks).toEqual([60, 65, 70])
  })

  test('at once while something gets through, and ever more rarely while nothing does', async () => {
    const { asked, looks, replay } = tillWith(['7-a', '7-b'], { [a]: refused, [b]: failed })
    replay.start()
    await seconds(12)
    // With its third failure the second steps aside, and nothing is left to try.
    expect([asked, looks]).toEqual([
      [a, b, b, b],
      [0, 0, 0.5, 1.5, 6.5, 11.5],
    ])
  })

  test('as after a first failure again, once one got through', async () => {
    const till = tillWith(['7-a'], { [a]: busy })
    till.replay.start()
    await seconds(4)
    expect(till.looks).toEqual([0, 0.5, 1.5, 3.5])
    till.answers[a] = accepted
    till.pending.add(b)
    till.answers[b] = busy
    await seconds(4.5)
    expect(till.looks.slice(4)).toEqual([7.5, 8])
    // Busy is not away.
    expect(till.probes).toEqual([])
  })

  test('every second while another process has the lock', async () => {
    const { asked, lock, looks, replay } = tillWith(['7-a'])
    lock.isFree = false
    replay.start()
    await seconds(2.5)
    expect([asked, looks]).toEqual([[], [0, 1, 2]])
  })

  test('for nothing to send while the till is halted', async () => {
    const { asked, lock, way, looks, replay } = tillWith(['7-a'], { [a]: halted })
    replay.start()
    await seconds(5.5)
    expect([asked, looks]).toEqual([
      [a, a],
      [0, 5],
    ])
    way.halt = halted
    await seconds(5)
    expect([asked.length, looks, lock.holds]).toEqual([2, [0, 5, 10], 2])
  })

  test('after the time that a busy service asks for, and a little more, whether a look or a checkout asked it', async () => {
    for (const isLive of [false, true]) {
      const { answers, looks, pending, replay } = tillWith(['7-a'], { [a]: { ...busy, retryAfter: 60_000 } })
      replay.start()
      if (isLive) replay.saw({ ...busy, retryAfter: 60_000 })
      await seconds(0.1)
      replay.queued(b)
      await seconds(71.7)
      answers[a] = accepted
      expect(looks).toEqual(isLive ? [] : [0])
      await seconds(0.3)
      expect([looks.at(-1), pending.size]).toEqual([72, 0])
      await replay.stop()
    }
  })

  test('in five seconds, if a busy service was there before its time', async () => {
    const { asked, pending, replay } = tillWith([])
    replay.start()
    replay.saw({ ...busy, retryAfter: 3_600_000 })
    await seconds(1)
    replay.saw(accepted)
    pending.add(a)
    await seconds(5)
    expect(asked).toEqual([a])
  })

  test('in time, however fast sales follow each other', async () => {
    const { looks, pending, replay } = tillWith(['7-a'], { [a]: busy })
    replay.start()
    await seconds(0.1)
    for (let count = 0; count < 20; count++) {
      replay.saw(accepted)
      replay.queued(b)
      await seconds(0.1)
    }
    expect([looks.length, pending.size]).toEqual([5, 1])
    await replay.stop()
  })

  test('in a folder that can’t be read, and says so once for each reason', async () => {
    const till = tillWith([])
    const list = till.spool.list
    const faulty = (code: string) => {
      till.spool.list = () => Promise.reject(Object.assign(new Error('no'), { code }))
    }
    faulty('EIO')
    till.replay.start()
    await seconds(11)
    faulty('EACCES')
    await seconds(5)
    till.spool.list = list
    await seconds(5)
    faulty('EACCES')
    await seconds(5)
    expect(till.log).toEqual(
      ['EIO', 'EACCES', 'EACCES'].map(code => ({ level: 'error', message: 'The spool could not be read', code })),
    )
  })
})

describe('a service that is away', () => {
  test('is asked ever more rarely whether it is back, and gets nothing until it says so', async () => {
    const { asked, probes, way, answers, pending, looks, replay } = tillWith(['7-a'], { [a]: silent })
    way.isUp = false
    replay.start()
    await seconds(0.4)
    expect([asked, probes]).toEqual([[a], []])
    for (const [after, count] of [
      [0.1, 1],
      [1, 2],
      [2, 3],
      [4, 4],
      [8, 5],
      [10, 6],
      [10, 7],
    ] as const) {
      await seconds(after)
      expect(probes).toHaveLength(count)
    }
    Object.assign(way, { isUp: true })
    Object.assign(answers, { [a]: accepted })
    await seconds(10)
    expect([asked, pending.size, looks]).toEqual([[a, a], 0, [0, 45.5]])
  })

  test('has a second to say so at first, and then three', async () => {
    const { sender, probes, replay } = tillWith([])
    sender.probe = signal => {
      probes.push(signal)
      return new Promise(resolve => signal.addEventListener('abort', () => resolve(false)))
    }
    replay.start()
    await seconds(0)
    replay.saw(silent)
    await seconds(0.9)
    expect(probes.map(({ aborted }) => aborted)).toEqual([false])
    await seconds(0.2)
    expect(probes.map(({ aborted }) => aborted)).toEqual([true])
    await seconds(0.5)
    await seconds(2.8)
    expect(probes.map(({ aborted }) => aborted)).toEqual([true, false])
    await seconds(0.2)
    expect(probes.map(({ aborted }) => aborted)).toEqual([true, true])
    // Whoever stops it doesn't wait for that.
    await seconds(1)
    expect(probes.map(({ aborted }) => aborted)).toEqual([true, true, false])
    await replay.stop()
    expect(probes[2]?.aborted).toBe(true)
  })

  test('that fails with an answer is there', async () => {
    const all = Object.fromEntries(['7-a', '8-a', '9-a'].map(id => [fileOf(id), failed]))
    const { probes, looks, replay } = tillWith(['7-a', '8-a', '9-a'], all)
    replay.start()
    await seconds(2)
    expect([probes, looks]).toEqual([[], [0, 0.5, 1.5]])
  })

  test('as a checkout finds out, gets nothing more of a round, unless somebody flushes', async () => {
    for (const isFlush of [false, true]) {
      const first = Promise.withResolvers<Outcome>()
      const { asked, way, replay } = tillWith(['7-a', '7-b'], { [a]: first.promise })
      way.isUp = false
      if (isFlush) void replay.flush()
      else replay.start()
      await seconds(1)
      replay.saw(silent)
      first.resolve(accepted)
      await seconds(0)
      expect(asked).toEqual(isFlush ? [a, b] : [a])
      await replay.stop()
    }
  })
})

describe('what a checkout met', () => {
  test('without an answer is a question whether the service is there, one at a time', async () => {
    const { probes, way, replay } = tillWith([])
    replay.start()
    await seconds(1)
    for (const outcome of [halted, refused, busy]) replay.saw(outcome)
    await seconds(1)
    expect(probes).toEqual([])
    way.isUp = false
    replay.saw(silent)
    await seconds(0)
    expect(probes).toHaveLength(1)
    replay.saw(silent)
    await seconds(0.4)
    expect(probes).toHaveLength(1)
  })

  test('and left waiting is sent half a second later, unless the service is away', async () => {
    const { asked, looks, probes, way, pending, replay } = tillWith([])
    const [young, younger] = [0, 1].map(count => fileOf('7-x', `20261121T175959.${count}00Z`)) as [string, string]
    replay.start()
    await seconds(1)
    // Another process's checkout may be sending it.
    pending.add(younger)
    pending.add(young)
    replay.queued(young)
    await seconds(0.4)
    expect(asked).toEqual([])
    await seconds(0.2)
    expect(asked).toEqual([young])
    pending.delete(younger)
    // The look that this one came before is none of its own.
    await seconds(5)
    expect(looks).toEqual([0, 1.5, 1.5, 6.5])
    expect(asked).toEqual([young])
    way.isUp = false
    replay.saw(silent)
    await seconds(4)
    const before = probes.length
    pending.add(younger)
    for (let count = 0; count < 10; count++) {
      replay.queued(younger)
      await seconds(0.1)
    }
    expect(probes).toHaveLength(before)
    // It is back, as a sale finds out.
    replay.saw(accepted)
    await seconds(0.6)
    expect(asked).toEqual([young, younger])
  })

  test('if it was taken, makes all due that failed with the service', async () => {
    const files = ['7-a', '8-a'].map(id => fileOf(id))
    const { asked, answers, replay } = tillWith(['7-a', '8-a'], Object.fromEntries(files.map(file => [file, failed])))
    replay.start()
    await seconds(1.7)
    expect(asked).toEqual([...files, ...files, ...files])
    for (const file of files) answers[file] = accepted
    replay.saw(accepted)
    await seconds(0.6)
    expect(asked.slice(6)).toEqual(files)
  })

  test('if it was taken, ends a rest and an absence, and sends what waits', async () => {
    const { asked, way, answers, looks, probes, pending, replay } = tillWith(['7-a'], { [a]: silent })
    way.isUp = false
    replay.start()
    await seconds(30)
    const before = probes.length
    answers[a] = accepted
    replay.saw({ ...busy, retryAfter: 3_600_000 })
    replay.saw(accepted)
    await seconds(0.6)
    expect([asked, probes.length, pending.size]).toEqual([[a, a], before, 0])
    // Nothing waits, so nothing is hurried.
    await seconds(1)
    for (let count = 0; count < 5; count++) {
      replay.saw(accepted)
      await seconds(0.6)
    }
    expect(looks).toEqual([0, 30.5])
    await seconds(6)
    replay.saw(accepted)
    await seconds(0.6)
    expect(looks).toEqual([0, 30.5, 35.5, 40.5])
  })
})

test('a customer keeps what waits back for five seconds at most', async () => {
  const { asked, way, replay } = tillWith(['7-a'])
  way.liveCount = 1
  replay.start()
  await seconds(4.9)
  expect(asked).toEqual([])
  await seconds(0.2)
  expect(asked).toEqual([a])
})

describe('whoever flushes', () => {
  test('is told what became of all', async () => {
    const other = fileOf('8-a')
    const { asked, replay } = tillWith(['7-a', '7-b', '8-a'], { [b]: refused, [other]: failed })
    expect(await replay.flush()).toEqual({ sent: 1, refused: 1, left: 1 })
    expect([replay.hasFailed(other), replay.hasFailed(a)]).toEqual([true, false])
    // Something got through, so it had another chance.
    expect(asked).toEqual([a, b, other, other])
  })

  test.each<[string, Outcome]>([
    ['halted', halted],
    ['busy', busy],
    ['silent', silent],
  ])('is told why nothing gets through: %s', async (_, outcome) => {
    const { replay } = tillWith(['7-a', '7-b'], { [b]: outcome })
    expect(await replay.flush()).toEqual({ sent: 1, refused: 0, left: 1, reason: outcome.message })
  })

  test('is told if files are in trouble, or another process sends', async () => {
    const till = tillWith(['7-a', '7-b'])
    till.faults.move.add(b)
    const reason = 'Some files could not be read or moved: "counterfoil-till status" names them.'
    expect(await till.replay.flush()).toEqual({ sent: 1, refused: 0, left: 1, reason })
    till.lock.isFree = false
    const busyLock = 'Another process is sending what waits in this spool.'
    expect(await till.replay.flush()).toEqual({ sent: 0, refused: 0, left: 1, reason: busyLock })
    till.lock.isFree = true
    till.faults.move.clear()
    expect(await till.replay.flush()).toEqual({ sent: 1, refused: 0, left: 0 })
    expect(till.asked).toEqual([a, b])
  })

  test('has all tried, whatever failed before, and however long the service asked for a pause', async () => {
    const till = tillWith(['7-a'], { [a]: failed })
    for (let count = 0; count < 3; count++) await till.replay.flush()
    till.way.halt = halted
    till.replay.saw({ ...busy, retryAfter: 3_600_000 })
    till.replay.saw(silent)
    till.answers[a] = accepted
    expect(await till.replay.flush()).toEqual({ sent: 1, refused: 0, left: 0 })
    expect(till.way.halt).toBeUndefined()
    // The rest is over, too.
    till.way.isUp = true
    till.replay.start()
    await seconds(0)
    expect(till.looks).toEqual([0])
  })

  test('waits for the look under way, and the next look for them', async () => {
    const [first, second] = [Promise.withResolvers<Outcome>(), Promise.withResolvers<Outcome>()]
    const till = tillWith(['7-a', '8-a'], { [a]: first.promise, [fileOf('8-a')]: second.promise })
    till.replay.start()
    await seconds(1)
    const flushed = till.replay.flush()
    await seconds(4)
    expect(till.asked).toEqual([a])
    first.resolve(busy)
    await seconds(0)
    expect(till.asked).toEqual([a, a])
    till.answers[a] = accepted
    second.resolve(accepted)
    expect(await flushed).toMatchObject({ sent: 0, left: 2 })
  })
})
