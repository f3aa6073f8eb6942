import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LogEntry } from '../src/basics/log.ts'
import { createLock } from '../src/spool/lock.ts'
import { createNames, isReceiptName, registerOf, timeOf } from '../src/spool/names.ts'
import type { SpoolRecord } from '../src/spool/record.ts'
import { DamagedFileError, OtherKeyError, openSeal } from '../src/spool/seal.ts'
import { openSpool } from '../src/spool/spool.ts'
import { type Limits, tidy } from '../src/spool/tidy.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

const day = 86_400_000
const [keyA, keyB] = ['ab'.repeat(32), Buffer.alloc(32, 7).toString('base64')]
const record = (number: string): SpoolRecord => ({
  at: '2026-11-21T22:45:12.000Z',
  merchant: 'alder',
  mode: 'live',
  requestId: number,
  hasOwnId: false,
  receipt: { ...sale(number), requestId: number } as unknown as Record<string, unknown>,
})

describe('names', () => {
  test('sort by time, whatever the clock does', () => {
    let time = Date.parse('2026-11-21T17:44:12.123Z')
    const names = createNames(() => time)
    const given = [0, 0, -3_600_000, 1, Date.parse('2000-01-01') - time].map((step, index) => {
      time += step
      return names.next({ register: '7', requestId: `r-${index}` }, '.json')
    })
    expect(given[0]).toBe('20261121T174412.123Z-7-r-0.json')
    expect(given.toSorted()).toEqual(given)
    const restarted = createNames(() => time)
    restarted.follow(given.at(-1)!)
    expect(restarted.next({ register: '7', requestId: 'later' }, '.json') > given.at(-1)!).toBe(true)
  })

  test.each(['../../etc/passwd', 'a/b', 'con:', 'x'.repeat(500), 'Ü', '', '.', 'a b', '\u0000'])(
    'what a sender calls a register or request stays in the folder: %j',
    text => {
      const name = createNames(() => 0).next({ register: text, requestId: text }, '.cft')
      expect(name).toMatch(/^19700101T000000\.001Z-\w{1,24}-[\w-]{1,64}\.cft$/)
      expect(isReceiptName(name)).toBe(true)
      expect([timeOf(name), registerOf(name).length > 0]).toEqual([1, true])
    },
  )

  test('notes, unfinished writes and what others put there are no receipts', () => {
    const others = [
      '20261121T174412.123Z-7-r.error.json',
      '.20261121T174412.123Z-7-r.json.0a0b0c0d.tmp',
      'notes.txt',
      'x.json',
    ]
    expect(others.filter(isReceiptName)).toEqual([])
  })
})

describe('files', () => {
  test('are clear JSON without a key, and show nothing of the customer with one', async () => {
    const folder = newFolder()
    const clear = await openSpool({ folder, seal: openSeal([]), now: Date.now })
    const name = await clear.add(record('004-1'))
    expect(JSON.parse(readFileSync(join(folder, 'pending', name), 'utf8')).receipt).toEqual(record('004-1').receipt)
    const sealed = await openSpool({ folder, seal: openSeal([keyA]), now: Date.now })
    const other = await sealed.add(record('004-2'))
    await sealed.markRefused(other, { error: { message: 'mira.okafor@example.com is no address' } })
    for (const file of readdirSync(join(folder, 'refused'))) {
      const text = readFileSync(join(folder, 'refused', file), 'latin1')
      expect(text.startsWith('CFT1')).toBe(true)
      expect(text).not.toMatch(/mira|example|Finch/)
    }
    // A till that begins to encrypt still sends what was clear.
    expect(await sealed.read('pending', name)).toEqual(record('004-1'))
    expect(await sealed.read('refused', other)).toEqual(record('004-2'))
  })

  test('open with any of the keys, and with no other', async () => {
    const text = 'Merino socks'
    const old = openSeal([keyA]).close(text, 'n') as Uint8Array
    expect(openSeal([keyB, keyA]).open(old, 'n')).toBe(text)
    expect(() => openSeal([keyB]).open(old, 'n')).toThrow(OtherKeyError)
    expect(() => openSeal([]).open(old, 'n')).toThrow(OtherKeyError)
  })

  test('that were changed, cut or swapped are damaged', () => {
    const seal = openSeal([keyA])
    const file = Buffer.from(seal.close('Merino socks', 'n') as Uint8Array)
    expect(() => seal.open(file, 'another')).toThrow(DamagedFileError)
    for (const length of [10, 24, 39, file.length - 1, file.length - 12])
      expect(() => seal.open(file.subarray(0, length), 'n'), String(length)).toThrow(DamagedFileError)
    for (const place of [13, 24, file.length - 1]) {
      const changed = Buffer.from(file)
      changed[place]! ^= 1
      expect(() => seal.open(changed, 'n'), String(place)).toThrow(DamagedFileError)
    }
  })

  test('of the same text never look the same', () => {
    const seal = openSeal([keyA])
    expect(seal.close('x', 'n')).not.toEqual(seal.close('x', 'n'))
  })
})

describe('tidying', () => {
  const limits: Limits = { pendingCount: 10, pendingDays: 90, sentDays: 7 }

  async function spoolAt(now: number) {
    const folder = newFolder()
    const log: LogEntry[] = []
    const seal = openSeal([])
    const spool = await openSpool({ folder, seal, now: () => now })
    return {
      folder,
      spool,
      log,
      tidyAt: (time: number) => tidy(spool, { seal, limits, now: time, log: entry => log.push(entry) }),
    }
  }

  test('a write that a dead process left whole is finished, half a one is set aside, both are said', async () => {
    const start = Date.now()
    const { folder, spool, log, tidyAt } = await spoolAt(start)
    const name = await spool.add(record('004-1'))
    const text = readFileSync(join(folder, 'pending', name), 'utf8')
    const [whole, half] = ['20261121T174412.001Z-7-a.json', '20261121T174412.002Z-7-b.json']
    writeFileSync(join(folder, 'pending', `.${whole}.0a0b0c0d.tmp`), text)
    writeFileSync(join(folder, 'pending', `.${half}.0a0b0c0d.tmp`), text.slice(0, 100))
    await tidyAt(start)
    expect(await spool.list('pending')).toEqual([name])
    await tidyAt(start + 61_000)
    expect((await spool.list('pending')).sort()).toEqual([name, whole].sort())
    expect(readdirSync(join(folder, 'refused'))).toEqual([`${half}.broken`])
    expect(log.map(({ level, file }) => [level, file])).toEqual([
      ['warn', whole],
      ['warn', half],
    ])
  })

  test('it warns before a limit, gives up after it, and loses nothing', async () => {
    const start = Date.parse('2026-06-01T00:00:00Z')
    const { folder, spool, log, tidyAt } = await spoolAt(start)
    for (let count = 0; count < 8; count++) await spool.add(record(`004-${count}`))
    await tidyAt(start + day)
    expect(log).toEqual([
      expect.objectContaining({ level: 'warn', count: 8, message: expect.stringContaining('nearly full') }),
    ])
    log.length = 0
    await tidyAt(start + 80 * day)
    expect(log.at(-1)).toMatchObject({ level: 'warn', count: 8, message: expect.stringContaining('after 90 days') })
    await tidyAt(start + 91 * day)
    expect(await spool.list('pending')).toEqual([])
    const files = readdirSync(join(folder, 'refused'))
    expect(files).toHaveLength(16)
    expect(log.filter(({ level }) => level === 'error')).toHaveLength(8)
    await spool.retry(files.find(isReceiptName)!)
    expect(await spool.list('pending')).toHaveLength(1)
  })

  test('sent receipts are kept for days, then removed', async () => {
    const start = Date.now()
    const { spool, tidyAt } = await spoolAt(start)
    await spool.markSent(await spool.add(record('004-1')))
    await tidyAt(start + 6 * day)
    expect(await spool.list('sent')).toHaveLength(1)
    // A clock that was put back removes nothing.
    await tidyAt(Date.parse('2000-01-01'))
    expect(await spool.list('sent')).toHaveLength(1)
    await tidyAt(start + 8 * day)
    expect(await spool.list('sent')).toEqual([])
  })
})

describe('the lock', () => {
  const owner = (changes: object) =>
    JSON.stringify({ pid: 2 ** 22 + 1, host: 'till-7', boot: 'x', id: '0', ...changes })

  test('is held by one, again and again, until it lets go', async () => {
    const path = join(newFolder(), 'lock')
    const [one, other] = [createLock(path), createLock(path)]
    expect(await one.hold()).toBe(true)
    expect(await one.hold()).toBe(true)
    expect(await other.hold()).toBe(false)
    await one.release()
    expect(await other.hold()).toBe(true)
    await one.release()
    expect(await one.hold()).toBe(false)
  })

  test('of a dead process, an earlier start of the machine, or a machine long gone is taken over', async () => {
    const { hostname } = await import('node:os')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const folder = newFolder()
    mkdirSync(join(folder, 'x'))
    const cases = [
      [owner({ host: hostname(), boot }), 0, true],
      [owner({ host: hostname(), boot: 'an earlier start', pid: process.ppid }), 0, true],
      [owner({ host: hostname(), boot, pid: process.ppid }), 0, false],
      [owner({ host: hostname(), boot, pid: process.ppid }), 120, true],
      [owner({}), 0, false],
      [owner({}), 120, true],
      ['', 0, false],
      ['', 120, true],
    ] as const
    for (const [index, [text, age, isTaken]] of cases.entries()) {
      const path = join(folder, String(index))
      writeFileSync(path, text)
      utimesSync(path, new Date(), new Date(Date.now() - age * 1000))
      expect(await createLock(path).hold(), `case ${index}`).toBe(isTaken)
    }
  })

  test('is won by one of many', async () => {
    const path = join(newFolder(), 'lock')
    writeFileSync(path, owner({ host: 'gone' }))
    utimesSync(path, 0, 0)
    const won = await Promise.all(Array.from({ length: 20 }, () => createLock(path).hold()))
    expect(won.filter(Boolean).length).toBeGreaterThanOrEqual(1)
    // One that is slow to remove the dead one may remove the winner's.
    expect(won.filter(Boolean).length).toBeLessThanOrEqual(2)
  })
})
