import { expect, test } from 'vitest'
import { OddFileError } from '../src/basics/files.ts'
import type { LogEntry } from '../src/basics/log.ts'
import type { Outcome } from '../src/operations/outcome.ts'
import { createQuarantine } from '../src/replay/quarantine.ts'
import { sendWaiting, type Waiting } from '../src/replay/send-waiting.ts'
import { OtherKeyError } from '../src/spool/seal.ts'
import { recordOf } from './support/sales.ts'
import { fileOf, outcomes, senderThat, spoolOf } from './support/waiting.ts'

const { accepted, refused, halted, busy, failed, silent } = outcomes
const later = Date.parse('2026-11-21T18:00:00Z')

/** What waits, and a service that takes what isn't told otherwise. */
function waitingFor(ids: string[], answers: Record<string, Outcome> = {}, changes: Partial<Waiting> = {}) {
  const log: LogEntry[] = []
  const clock = { now: 0 }
  const { spool, ...folder } = spoolOf(...ids)
  const { sender, way, asked } = senderThat(file => answers[file] ?? accepted)
  const waiting: Waiting = {
    ...{ spool, sender, concurrency: 1, skipRecent: true, ours: new Set(), settled: new Map() },
    ...{ now: () => later, log: entry => log.push(entry), isAway: () => false, signal: new AbortController().signal },
    quarantine: createQuarantine(
      () => clock.now,
      () => 1,
    ),
    ...changes,
  }
  const round = () => sendWaiting(waiting)
  return { ...folder, log, clock, sender, way, asked, answers, waiting, round }
}

const [a, b, c, d] = ['7-a', '7-b', '7-c', '7-d'].map(id => fileOf(id)) as [string, string, string, string]

test('a round sends what waits, and says what came of each', async () => {
  const suppressed = { ...accepted, suppressed: 'bounce', message: 'Mail to it came back.' } as const
  const till = waitingFor(['7-a', '7-b', '7-c'], { [b]: refused, [c]: suppressed })
  expect(await till.round()).toEqual({ sent: 2, refused: 1, tried: 3, troubled: 0, left: 0 })
  expect(till.moved).toEqual([`accepted ${a}`, `refused ${b}`, `accepted ${c}`])
  expect(till.log).toEqual([
    { level: 'info', message: 'Waiting sale sent', file: a, requestId: a, referenceId: a, status: 200 },
    {
      ...{ level: 'error', message: `Waiting sale refused: ${refused.message}`, file: b, requestId: b },
      ...{ referenceId: 'ref-1', status: 422 },
    },
    {
      ...{ level: 'warn', message: 'Waiting sale sent: Mail to it came back.', file: c, requestId: c },
      ...{ referenceId: c, status: 200 },
    },
  ])
})

test.each<[string, Outcome, number]>([
  ['halted', halted, 1],
  ['busy', busy, 1],
  ['without an answer', silent, 1],
  ['that fails', failed, 3],
])('a service %s ends the round: %#', async (_, outcome, tries) => {
  const files = ['1-a', '2-a', '3-a', '4-a'].map(id => fileOf(id))
  const till = waitingFor(['1-a', '2-a', '3-a', '4-a'], Object.fromEntries(files.map(file => [file, outcome])))
  const round = { sent: 0, refused: 0, tried: tries, troubled: 0, left: 4 }
  expect(await till.round()).toEqual({ ...round, stop: outcome })
  expect(till.asked).toEqual(files.slice(0, tries))
})

test('failures that are not in a row are of their receipts', async () => {
  const ids = ['1-a', '2-a', '3-a', '4-a', '5-a', '6-a']
  const bad = [0, 1, 3, 4].map(at => [fileOf(ids[at]!), failed])
  const till = waitingFor(ids, { ...Object.fromEntries(bad), [fileOf('3-a')]: refused })
  expect(await till.round()).toEqual({ sent: 1, refused: 1, tried: 6, troubled: 0, left: 4 })
})

test('a receipt that fails holds up its register until it steps aside, and others not at all', async () => {
  const till = waitingFor(['7-a', '7-b', '8-a'], { [a]: failed })
  for (const sent of [1, 0]) expect(await till.round()).toMatchObject({ sent, tried: 1 + sent, left: 2 })
  expect(await till.round()).toMatchObject({ sent: 1, tried: 2, left: 1 })
  expect(till.asked).toEqual([a, fileOf('8-a'), a, a, b])
  expect(till.log.filter(({ file }) => file === a).map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'Waiting sale not sent: The service failed (500).'],
    ['warn', 'Waiting sale not sent: The service failed (500).'],
    ['warn', 'Waiting sale not sent; it is quarantined: The service failed (500).'],
  ])
  expect(await till.round()).toMatchObject({ tried: 0, left: 1 })
  till.clock.now = 120_000
  expect(await till.round()).toMatchObject({ tried: 1, left: 1 })
})

test('those that failed with the service are tried as soon as it takes one, and a file that comes back is new', async () => {
  const [x, y] = [fileOf('7-a'), fileOf('8-a')]
  const till = waitingFor(['7-a', '8-a'], { [x]: failed, [y]: failed })
  for (let count = 0; count < 3; count++) await till.round()
  expect(await till.round()).toMatchObject({ tried: 0, left: 2 })
  till.pending.add(fileOf('9-a'))
  expect(await till.round()).toMatchObject({ tried: 1, sent: 1 })
  expect(await till.round()).toMatchObject({ tried: 2, sent: 0 })
  till.pending.delete(x)
  expect(await till.round()).toMatchObject({ tried: 0 })
  till.pending.add(x)
  expect(await till.round()).toMatchObject({ tried: 1 })
})

test('what another process may be sending is left alone for half a minute', async () => {
  const at = (age: number) => fileOf('7-x', new Date(later - age).toISOString().replace(/[-:]/g, ''))
  const tried = async (age: number, changes: Partial<Waiting> = {}) => {
    const till = waitingFor([], {}, changes)
    till.pending.add(at(age))
    return (await till.round()).tried
  }
  expect(await Promise.all([0, 29_999, 30_000, -1].map(age => tried(age)))).toEqual([0, 0, 1, 1])
  expect(await tried(0, { ours: new Set([at(0)]) })).toBe(1)
  expect(await tried(0, { skipRecent: false })).toBe(1)
  const never = waitingFor([])
  never.pending.add(fileOf('7-x', '20269999T000000.000Z'))
  expect((await never.round()).tried).toBe(1)
})

test('registers are sent side by side, as many as allowed, each one’s receipts in order', async () => {
  let [under, most] = [0, 0]
  const till = waitingFor([], {}, { concurrency: 2 })
  const ids = ['1-a', '1-b', '2-a', '2-b', '3-a']
  const { sender, asked } = senderThat(async () => {
    most = Math.max(most, ++under)
    await new Promise(setImmediate)
    under--
    return accepted
  })
  const { spool } = spoolOf(...ids)
  expect(await sendWaiting({ ...till.waiting, spool, sender })).toMatchObject({ sent: 5, left: 0 })
  expect(most).toBe(2)
  expect(asked.map(file => file.split('-')[1])).toEqual(['1', '2', '1', '2', '3'])
})

test.each<[string, (till: ReturnType<typeof waitingFor>) => void]>([
  ['the till is halted', ({ way }) => Object.assign(way, { halt: halted })],
  ['a checkout found the service away', ({ waiting }) => Object.assign(waiting, { isAway: () => true })],
  ['all ends', ({ waiting }) => Object.assign(waiting, { signal: AbortSignal.abort() })],
])('nothing is sent when %s', async (_, change) => {
  const till = waitingFor(['7-a', '7-b'])
  change(till)
  expect(await till.round()).toEqual({ sent: 0, refused: 0, tried: 0, troubled: 0, left: 2 })
  expect([till.asked, till.log]).toEqual([[], []])
  expect(till.reads).not.toContain(b)
})

test('what was under way when all ends stays, and nothing is said of it', async () => {
  const ending = new AbortController()
  const till = waitingFor(['7-a', '7-b'], {}, { signal: ending.signal })
  const { sender, asked } = senderThat((_, signal) => {
    ending.abort()
    return signal.aborted ? silent : accepted
  })
  expect(await sendWaiting({ ...till.waiting, sender })).toEqual({
    ...{ sent: 0, refused: 0, tried: 1, troubled: 0, left: 2 },
  })
  expect([asked, till.log, till.moved]).toEqual([[a], [], []])
})

test('what stops one register stops the others behind the receipt they are at', async () => {
  const files = ['7-a', '8-a', '8-b'].map(id => fileOf(id))
  const first = Promise.withResolvers<Outcome>()
  const till = waitingFor(['7-a', '8-a', '8-b'], {}, { concurrency: 2 })
  const { sender, asked } = senderThat(file => (file === files[0] ? halted : first.promise))
  const round = sendWaiting({ ...till.waiting, sender })
  await new Promise(setImmediate)
  first.resolve(accepted)
  expect(await round).toEqual({ sent: 1, refused: 0, tried: 2, troubled: 0, left: 2, stop: halted })
  expect([asked, till.reads]).toEqual([files.slice(0, 2), files.slice(0, 2)])
})

test('a receipt waits while a customer does', async () => {
  const till = waitingFor(['7-a'])
  let looks = 0
  Object.defineProperty(till.sender, 'liveCount', { get: () => (++looks < 4 ? 1 : 0) })
  expect(await till.round()).toMatchObject({ sent: 1 })
  expect(looks).toBe(4)
  // What ends meanwhile ends this, too.
  const ending = new AbortController()
  const other = waitingFor(['7-a'], {}, { signal: ending.signal })
  Object.defineProperty(other.sender, 'liveCount', { get: () => (ending.signal.aborted ? 0 : 1) })
  const round = other.round()
  ending.abort()
  expect(await round).toMatchObject({ tried: 0 })
})

test('what the service decided is only moved, until it is', async () => {
  const till = waitingFor(['7-a', '7-b'], { [a]: refused })
  for (const file of [a, b]) till.faults.move.add(file)
  expect(await till.round()).toEqual({ sent: 0, refused: 0, tried: 2, troubled: 2, left: 2 })
  // They step aside.
  expect(await till.round()).toMatchObject({ tried: 0, troubled: 0, left: 2 })
  till.faults.move.clear()
  till.clock.now = 10_000
  expect(await till.round()).toEqual({ sent: 1, refused: 1, tried: 0, troubled: 0, left: 0 })
  expect(till.asked).toEqual([a, b])
  // One of the same name that comes later, as after a retry, is another.
  for (const file of [a, b]) till.pending.add(file)
  await till.round()
  expect(till.asked).toEqual([a, b, a, b])
})

test('a decision is forgotten when its receipt is gone', async () => {
  const till = waitingFor(['7-a'])
  till.faults.move.add(a)
  await till.round()
  till.pending.delete(a)
  await till.round()
  expect(till.waiting.settled.size).toBe(0)
})

test('what nobody could send is set aside, what may be mended stays, and each is said once', async () => {
  const till = waitingFor(['7-a', '7-b', '7-c', '7-d', '7-e', '7-f', '7-g'])
  const [e, f, g] = ['7-e', '7-f', '7-g'].map(id => fileOf(id)) as [string, string, string]
  const fault = (code: string) => () => {
    throw Object.assign(new Error('no'), { code })
  }
  till.faults.read = new Map<string, () => unknown>([
    [a, () => ({ ...recordOf(a), merchant: 'birch' })],
    [b, () => ({ ...recordOf(b), mode: 'test' })],
    [
      c,
      () => {
        throw new OddFileError('This is a pipe, not a file.', 'not_a_file')
      },
    ],
    [
      d,
      () => {
        throw new OtherKeyError('Another key.')
      },
    ],
    [e, fault('EACCES')],
    [f, fault('EIO')],
  ])
  expect(await till.round()).toEqual({ sent: 1, refused: 3, tried: 1, troubled: 3, left: 3 })
  expect(till.asked).toEqual([g])
  const reason = (message: string, code: string) => ({
    at: '2026-11-21T18:00:00.000Z',
    error: { message, code, errors: {} },
  })
  const said = {
    [a]: reason('The receipt is of merchant birch in live mode, and the till is not', 'other_till'),
    [b]: reason('The receipt is of merchant alder in test mode, and the till is not', 'other_till'),
    [c]: reason('This is a pipe, not a file.', 'not_a_file'),
  }
  expect(Object.fromEntries(till.notes)).toEqual(said)
  till.clock.now = 10_000
  expect(await till.round()).toMatchObject({ refused: 0, troubled: 3, left: 3 })
  expect(till.log.filter(({ level }) => level === 'error')).toEqual([
    ...Object.entries(said).map(([file, { error }]) => ({
      ...{ level: 'error', message: `Set aside: ${error.message}`, code: error.code, file },
    })),
    { level: 'error', message: 'This waiting file is quarantined: Another key.', code: 'other_key', file: d },
    {
      level: 'error',
      message: "This waiting file is quarantined: it can't be read or moved; check its owner and permissions",
      ...{ code: 'EACCES', file: e },
    },
    {
      level: 'error',
      message: 'This waiting file is quarantined: it could not be read, sent or moved',
      ...{ code: 'EIO', file: f },
    },
  ])
})

test('a receipt that another process moved away is nobody’s trouble', async () => {
  const till = waitingFor(['7-a', '7-b'])
  till.waiting.spool.read = async (_, name) => (name === a ? undefined : recordOf(name))
  expect(await till.round()).toMatchObject({ sent: 1, refused: 0, troubled: 0 })
  expect(till.asked).toEqual([b])
})
