import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { TillError } from '../src/basics/errors.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { examine } from '../src/doctor/examine.ts'
import { createSender, type Sender } from '../src/operations/sender.ts'
import { createReplay } from '../src/replay/replay.ts'
import { createLock } from '../src/spool/lock.ts'
import { isReceiptName, writeRecord } from '../src/spool/record.ts'
import { openSeal } from '../src/spool/seal.ts'
import { openSpool } from '../src/spool/spool.ts'
import { openTill, type TestOverrides } from '../src/till.ts'
import { runHere, variablesOf } from './support/command.ts'
import { errorResponse, type FakeAnswer, startFakeService } from './support/fake-service.ts'
import { asNobody, oddFiles, putSocket } from './support/odd-files.ts'
import { recordOf, sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

let answer: (number: string) => FakeAnswer | undefined
const service = await startFakeService(({ method, body }) =>
  method === 'POST' ? answer(body.transactionNumber) : undefined,
)
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(() => {
  answer = () => undefined
  service.requests.length = 0
})

const posted = () => service.posted().map(({ transactionNumber }) => transactionNumber)

const textOf = (number: string, changes: Record<string, unknown> = {}) =>
  writeRecord({ ...recordOf(number), ...changes })

/** A spool with receipts under these names, by number. */
function spoolWith(names: Record<string, string>): string {
  const spool = newFolder()
  for (const folder of ['pending', 'refused', 'sent']) mkdirSync(join(spool, folder))
  for (const [name, number] of Object.entries(names)) writeFileSync(join(spool, 'pending', name), textOf(number))
  return spool
}

const nameOf = (register: number | string, count: number, id: string) =>
  `20261121T174412.${String(count).padStart(3, '0')}Z-${register}-${id}.json`

async function withTill<Result>(
  spool: string,
  work: (till: Awaited<ReturnType<typeof openTill>>, log: LogEntry[]) => Promise<Result>,
  { surroundings = { replays: false } as TestOverrides, ...options } = {},
): Promise<Result> {
  const log: LogEntry[] = []
  const all = { ...service.options, spool, log: (entry: LogEntry) => void log.push(entry), ...options }
  await using till = await openTill(all, surroundings)
  return await work(till, log)
}

test('whatever lies under a receipt’s name is set aside and named, and what stands behind it is sent', async () => {
  const kinds = Object.entries(oddFiles)
  const spool = spoolWith(
    Object.fromEntries(
      [...kinds, 'socket'].flatMap((_, register) =>
        [1, 2, 3].map(count => [nameOf(register, count, 'good'), `${register}-${count}`]),
      ),
    ),
  )
  const pending = join(spool, 'pending')
  const names = [...kinds, 'socket'].map((_, register) => nameOf(register, 0, 'odd'))
  for (const [index, [, put]] of kinds.entries()) put(join(pending, names[index]!), changes => textOf('odd', changes))
  await putSocket(join(pending, names.at(-1)!))

  await withTill(spool, async (till, log) => {
    await till.flush()
    await till.flush()
    expect(posted().sort()).toEqual(
      names.flatMap((_, register) => [1, 2, 3].map(count => `${register}-${count}`)).sort(),
    )
    const { odd, pending, sent } = await till.status()
    expect(sent).toBe(3 * names.length)
    for (const name of names) {
      expect(log.filter(({ file }) => file === name)).toHaveLength(1)
      expect(odd).toContainEqual(expect.objectContaining({ file: name }))
      expect(await till.show(name)).toMatchObject({ file: name })
    }
    expect(odd).toHaveLength(names.length)
    expect(pending).toBe(0)

    const settings = variablesOf(service.options, spool)
    const { stdout } = await runHere(settings, ['status'])
    for (const name of names) expect(stdout).toContain(`/${name} can't be sent: `)
    const found = (await examine({ ...service.options, spool })).find(({ check }) => check === 'spool')
    expect(found?.message).toContain(names[0])

    const [folder, half] = [names[0]!, names[kinds.findIndex(([kind]) => kind === 'half a file')]!]
    await expect(till.retry(folder)).rejects.toThrow('is a folder, not a file')
    expect((await runHere(settings, ['show', half])).stdout).toMatch(
      new RegExp(
        `^refused/${half}\nThe file is not a receipt of this spool.\nWhy it is here:\n[\\s\\S]*"code": "damaged"[\\s\\S]*\nIts text:\n`,
      ),
    )
    // Mended, it goes out.
    writeFileSync(join(spool, 'refused', half), textOf('mended'))
    await till.retry(half)
    await till.flush()
    expect(posted()).toContain('mended')
    await expect(till.show('../key')).rejects.toThrow('There is no "../key"')
  })
})

test('names from the year 9999 or of no day are sent like others, and later sales are found', async () => {
  const spool = spoolWith({
    '99991231T235959.999Z-7-a.json': 'far',
    '20269931T996161.000Z-7-b.json': 'never',
    [nameOf(7, 1, 'c')]: 'usual',
  })
  await withTill(spool, async till => {
    answer = () => 'cut'
    expect((await till.checkout(sale('later'))).copy).toBe('queued')
    expect((await till.status()).pending).toBe(4)
    service.requests.length = 0
    answer = () => undefined
    expect(await till.flush()).toMatchObject({ sent: 4, left: 0 })
    expect(posted().sort()).toEqual(['far', 'later', 'never', 'usual'])
  })
})

test('a file that this user may not read stays, is named once, and is sent when its rights are mended', async () => {
  const names = [1, 2, 3].map(count => nameOf(7, count, 'x'))
  const spool = spoolWith(Object.fromEntries(names.map((name, index) => [name, `n-${index}`])))
  const foreign = join(spool, 'pending', names[0]!)
  chmodSync(foreign, process.getuid?.() === 0 ? 0o600 : 0)
  await asNobody(spool, () =>
    withTill(spool, async (till, log) => {
      // The others are root's too, but everybody may read them.
      expect(await till.flush()).toMatchObject({ sent: 2, left: 1, reason: expect.stringContaining('status') })
      await till.flush()
      expect(log.filter(({ file }) => file === names[0])).toEqual([
        expect.objectContaining({ level: 'error', code: 'EACCES', message: expect.stringContaining('permissions') }),
      ])
      expect((await till.status()).odd).toEqual([{ folder: 'pending', file: names[0], code: 'EACCES' }])
      const findings = await examine({ ...service.options, spool })
      expect(findings.find(({ check }) => check === 'spool')).toMatchObject({
        state: 'fail',
        message: expect.stringContaining(names[0]!),
      })
    }),
  )
  expect(posted()).toEqual(['n-1', 'n-2'])
  chmodSync(foreign, 0o644)
  await withTill(spool, till => till.flush())
  expect(posted()).toEqual(['n-1', 'n-2', 'n-0'])
})

test('a lock that another user left unreadable is taken over once it is old', async () => {
  const spool = spoolWith({ [nameOf(1, 0, 'x')]: '1' })
  const lock = join(spool, 'replay.lock')
  writeFileSync(lock, 'x', { mode: process.getuid?.() === 0 ? 0o600 : 0 })
  await asNobody(spool, () => withTill(spool, async till => expect((await till.flush()).left).toBe(1)))
  utimesSync(lock, 0, 0)
  await asNobody(spool, () => withTill(spool, async till => expect((await till.flush()).sent).toBe(1)))
})

test('a receipt that makes the sender throw is its own trouble', async () => {
  const names = [1, 2, 3].map(count => nameOf(7, count, 'x'))
  const folder = spoolWith(Object.fromEntries(names.map((name, index) => [name, `n-${index}`])))
  const log: LogEntry[] = []
  const now = Date.now
  const spool = await openSpool({ folder, seal: openSeal([]), now })
  const settings = { ...service.options, receipts: new URL(service.options.receipts), host: new URL(service.url) }
  const sender: Sender = createSender({
    settings: { ...settings, mode: 'live', environment: {} } as never,
    now,
    log: () => {},
    onLive: () => {},
  })
  const replayed = sender.replay
  sender.replay = async (record, signal) => {
    if (record.requestId === 'n-0') throw new TypeError('Invalid character in header content')
    return await replayed(record, signal)
  }
  const lock = createLock(join(folder, 'lock'))
  const options = { spool, sender, lock, concurrency: 1, now, chance: () => 0.01 }
  const replay = createReplay({ ...options, log: entry => log.push(entry) })
  expect(await replay.flush()).toMatchObject({ sent: 2, left: 1 })
  sender.close()
  expect(log.filter(({ file }) => file === names[0])).toEqual([
    expect.objectContaining({ level: 'error', code: 'TypeError' }),
  ])
})

test.each([
  ['sent', undefined],
  ['refused', { status: 422, ...errorResponse('Validation error') }],
])('what can not be moved to %s is sent once, while another fails', async (folder, given) => {
  const names = [nameOf(1, 0, 'x'), nameOf(2, 0, 'y')]
  const spool = spoolWith({ [names[0]!]: 'decided', [names[1]!]: 'poison' })
  rmSync(join(spool, folder), { recursive: true })
  answer = number => (number === 'poison' ? { status: 500, ...errorResponse('Internal Server Error') } : given)
  const poisoned = () => posted().filter(number => number === 'poison').length
  await withTill(
    spool,
    async (till, log) => {
      // A file in the folder's place: nobody may write there, not even root.
      rmSync(join(spool, folder), { recursive: true })
      writeFileSync(join(spool, folder), '')
      await expect.poll(poisoned, { interval: 5 }).toBe(3)
      expect(posted().filter(number => number === 'decided')).toHaveLength(1)
      expect(existsSync(join(spool, 'pending', names[0]!))).toBe(true)
      expect(log.filter(({ file, level }) => file === names[0] && level === 'error').length).toBeLessThanOrEqual(2)
      rmSync(join(spool, folder))
      mkdirSync(join(spool, folder))
      await till.flush()
      expect(readdirSync(join(spool, folder)).filter(isReceiptName)).toEqual([names[0]])
      expect(posted().filter(number => number === 'decided')).toHaveLength(1)
    },
    { surroundings: { chance: () => 0.001 } },
  )
})

test('a folder that was removed is made again', async () => {
  const spool = spoolWith({ [nameOf(1, 0, 'x')]: '1' })
  await withTill(spool, async till => {
    rmSync(join(spool, 'sent'), { recursive: true })
    expect(await till.flush()).toMatchObject({ sent: 1, left: 0 })
  })
  expect(readdirSync(join(spool, 'sent'))).toEqual([nameOf(1, 0, 'x')])
})

test('a till that began in the year 2000 sends all it took, though the first try after the clock was set fails', async () => {
  const wrong = Date.parse('2000-01-01T00:00:07Z')
  const names = [0, 1, 2, 3, 4].map(count => `20000101T00000${count}.000Z-7-x.json`)
  const spool = spoolWith(Object.fromEntries(names.map((name, index) => [name, `n-${index}`])))
  for (const name of names) utimesSync(join(spool, 'pending', name), wrong / 1000, wrong / 1000)
  await withTill(spool, async () => {}, { surroundings: { replays: false, now: () => wrong } })
  answer = () => ({ status: 500, ...errorResponse('Internal Server Error') })
  await withTill(spool, async till => expect(await till.flush()).toMatchObject({ refused: 0, left: 5 }))
  answer = () => undefined
  await withTill(spool, async till => expect(await till.flush()).toMatchObject({ sent: 5, left: 0 }))
  expect(readdirSync(join(spool, 'refused'))).toEqual([])
})

test('a full disk keeps back nothing that waits, and leaves no lock behind', async () => {
  const [name, bad] = [nameOf(1, 0, 'x'), nameOf(2, 0, 'y')]
  const spool = spoolWith({ [name]: '1', [bad]: '2' })
  answer = number => (number === '2' ? { status: 422, ...errorResponse('Validation error') } : undefined)
  const file = await open(join(spool, 'pending', name))
  // As on a real one: a file can be made, and nothing written into it.
  const writing = vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'writeFile')
  writing.mockRejectedValue(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  await file.close()
  await withTill(spool, async (till, log) => {
    expect(await till.flush()).toMatchObject({ sent: 1, refused: 1, left: 0 })
    expect(log).toContainEqual(expect.objectContaining({ level: 'error', status: 422, file: bad }))
    // A new sale has no room, and is sent at once.
    expect((await till.checkout(sale('3'))).copy).toBe('sent')
  })
  writing.mockRestore()
  expect(readdirSync(spool).sort()).toEqual(['clock', 'pending', 'refused', 'sent'])
  expect(['pending', 'refused', 'sent'].map(folder => readdirSync(join(spool, folder)))).toEqual([[], [bad], [name]])
})

test('a spool that this user may not read at all is said to be so, and nothing of it is moved', async () => {
  const spool = spoolWith({ [nameOf(1, 0, 'x')]: '1' })
  await asNobody(spool, async () => {
    for (const folder of ['sent', 'pending']) {
      chmodSync(join(spool, folder), 0)
      const findings = await examine({ ...service.options, spool })
      expect(
        findings
          .filter(({ state }) => state === 'fail')
          .map(({ message }) => message)
          .join(),
      ).toContain('EACCES')
    }
    await expect(withTill(spool, async () => {})).rejects.toBeInstanceOf(TillError)
    chmodSync(join(spool, 'pending'), 0o700)
  })
  expect(readdirSync(join(spool, 'pending'))).toEqual([nameOf(1, 0, 'x')])
})
