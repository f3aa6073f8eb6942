import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { LogEntry } from '../src/basics/log.ts'
import { createNames, isReceiptName, registerOf, timeOf } from '../src/spool/record.ts'
import { DamagedFileError, OtherKeyError, openSeal } from '../src/spool/seal.ts'
import { openSpool } from '../src/spool/spool.ts'
import { type Limits, tidy } from '../src/spool/tidy.ts'
import { recordOf } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

const day = 86_400_000
const [keyA, keyB] = ['ab'.repeat(32), Buffer.alloc(32, 7).toString('base64')]

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
    restarted.follow(given)
    expect(restarted.next({ register: '7', requestId: 'later' }, '.json') > given.at(-1)!).toBe(true)
  })

  test('from the year 9999, or of no day at all, lead none astray', () => {
    const now = Date.parse('2026-11-21T17:44:12.123Z')
    const names = createNames(() => now)
    names.follow(['20261121T180000.000Z-7-a.json', '20269999T000000.000Z-7-b.json', '99991231T235959.999Z-7-c.json'])
    expect(names.next({ register: '7', requestId: 'd' }, '.json')).toBe('20261121T180000.001Z-7-d.json')
    expect(timeOf('20269999T000000.000Z-7-b.json')).toBeUndefined()
    for (const time of [Date.UTC(9999, 11, 31, 23, 59, 59, 999), 8.64e15, -1, -8.64e15]) {
      const far = createNames(() => time)
      for (const requestId of ['e', 'f'])
        expect(isReceiptName(far.next({ register: '7', requestId }, '.json'))).toBe(true)
    }
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
    const name = await clear.add(recordOf('004-1'))
    expect(JSON.parse(readFileSync(join(folder, 'pending', name), 'utf8')).receipt).toEqual(recordOf('004-1').receipt)
    const sealed = await openSpool({ folder, seal: openSeal([keyA]), now: Date.now })
    const other = await sealed.add(recordOf('004-2'))
    await sealed.markRefused(other, { error: { message: 'mira.okafor@example.com is no address' } })
    for (const file of readdirSync(join(folder, 'refused'))) {
      const text = readFileSync(join(folder, 'refused', file), 'latin1')
      expect(text.startsWith('CFT1')).toBe(true)
      expect(text).not.toMatch(/mira|example|Finch/)
    }
    expect(await sealed.read('refused', other)).toEqual(recordOf('004-2'))
  })

  test('with a key all must be encrypted: others could write clear ones, and only a person takes those', async () => {
    const folder = newFolder()
    const clear = await openSpool({ folder, seal: openSeal([]), now: Date.now })
    const name = await clear.add(recordOf('004-1'))
    const sealed = await openSpool({ folder, seal: openSeal([keyA]), now: Date.now })
    const asIfSealed = name.replace('.json', '.cft')
    writeFileSync(join(folder, 'pending', asIfSealed), readFileSync(join(folder, 'pending', name)))
    for (const file of [name, asIfSealed]) {
      await expect(sealed.read('pending', file)).rejects.toMatchObject({ code: 'clear_text' })
      await expect(sealed.read('pending', file)).rejects.toBeInstanceOf(DamagedFileError)
    }
    await expect(clear.read('pending', asIfSealed)).rejects.toMatchObject({ code: 'clear_text' })

    for (const file of [name, asIfSealed]) await sealed.markRefused(file, { error: { code: 'clear_text' } })
    await sealed.retry(name)
    expect(await sealed.read('pending', asIfSealed)).toEqual(recordOf('004-1'))
    expect(await sealed.list('pending')).toEqual([asIfSealed])
    expect(readFileSync(join(folder, 'pending', asIfSealed), 'latin1')).not.toContain('mira')
    expect(readdirSync(join(folder, 'refused'))).toEqual([asIfSealed])
  })

  test('that are nested deep stay short, and a monster is not read at all', async () => {
    const folder = newFolder()
    const spool = await openSpool({ folder, seal: openSeal([]), now: Date.now })
    const { receipt } = recordOf('004-1')
    const deep = {
      ...recordOf('004-1'),
      receipt: { ...receipt, extra: JSON.parse('['.repeat(1000) + ']'.repeat(1000)) },
    }
    const name = await spool.add(deep)
    expect(statSync(join(folder, 'pending', name)).size).toBeLessThan(3000)
    expect(await spool.read('pending', name)).toEqual(deep)
    truncateSync(join(folder, 'pending', name), 2 ** 40)
    await expect(spool.read('pending', name)).rejects.toMatchObject({ code: 'too_large' })
  })

  test('open with any of the keys, and with no other', async () => {
    const text = 'Merino socks'
    const old = openSeal([keyA]).close(text, 'n.cft') as Uint8Array
    expect(openSeal([keyB, keyA]).open(old, 'n.cft')).toBe(text)
    expect(() => openSeal([keyB]).open(old, 'n.cft')).toThrow(OtherKeyError)
    expect(() => openSeal([]).open(old, 'n.cft')).toThrow(OtherKeyError)
  })

  test('that were changed, cut or swapped are damaged', () => {
    const seal = openSeal([keyA])
    const file = Buffer.from(seal.close('Merino socks', 'n.cft') as Uint8Array)
    expect(() => seal.open(file, 'another.cft')).toThrow(DamagedFileError)
    for (const length of [10, 24, 39, file.length - 1, file.length - 12])
      expect(() => seal.open(file.subarray(0, length), 'n.cft'), String(length)).toThrow(DamagedFileError)
    for (const place of [13, 24, file.length - 1]) {
      const changed = Buffer.from(file)
      changed[place]! ^= 1
      expect(() => seal.open(changed, 'n.cft'), String(place)).toThrow(DamagedFileError)
    }
  })

  test('of the same text never look the same', () => {
    const seal = openSeal([keyA])
    expect(seal.close('x', 'n.cft')).not.toEqual(seal.close('x', 'n.cft'))
  })
})

describe('tidying', () => {
  const limits: Limits = { pendingCount: 10, pendingDays: 90, sentDays: 7, refusedDays: 30 }

  async function spoolAt(now: number) {
    const folder = newFolder()
    const log: LogEntry[] = []
    const failed = new Set<string>()
    let clock = now
    const spool = await openSpool({ folder, seal: openSeal([]), now: () => clock })
    const tidyAt = (time: number) => {
      clock = time
      return tidy(spool, { limits, now: time, log: entry => log.push(entry), hasFailed: name => failed.has(name) })
    }
    return {
      folder,
      spool,
      log,
      failed,
      tidyAt,
      /** As a till that runs all the time. */
      async tidyDaily(from: number, to: number) {
        for (let time = from; time <= to; time += day) await tidyAt(time)
      },
    }
  }

  test('a write that a dead process left whole is finished, half a one is set aside, both are said', async () => {
    const start = Date.now()
    const { folder, spool, log, tidyAt } = await spoolAt(start)
    const name = await spool.add(recordOf('004-1'))
    const text = readFileSync(join(folder, 'pending', name), 'utf8')
    const [whole, half] = ['20261121T174412.001Z-7-a.json', '20261121T174412.002Z-7-b.json']
    writeFileSync(join(folder, 'pending', `.${whole}.0a0b0c0d.tmp`), text)
    writeFileSync(join(folder, 'pending', `.${half}.0a0b0c0d.tmp`), text.slice(0, 100))
    await tidyAt(start)
    expect(await spool.list('pending')).toEqual([name])
    await tidyAt(start + 61_000)
    expect((await spool.list('pending')).sort()).toEqual([name, whole].sort())
    expect(readdirSync(join(folder, 'refused')).sort()).toEqual([half.replace('.json', '.error.json'), half])
    expect(await spool.readNote(half)).toMatchObject({ error: { code: 'damaged' } })
    expect(log.map(({ level, file }) => [level, file])).toEqual([
      ['warn', whole],
      ['warn', half],
    ])
  })

  test('one odd entry stops nothing: what is no file, or nobody may touch', async () => {
    const start = Date.now()
    const { folder, spool, log, tidyAt } = await spoolAt(start)
    const pending = join(folder, 'pending')
    const name = await spool.add(recordOf('004-1'))
    const unfinished = (id: string) => join(pending, `.20261121T174412.001Z-7-${id}.json.0a0b0c0d.tmp`)
    mkdirSync(unfinished('a'))
    symlinkSync(unfinished('b'), unfinished('b'))
    execFileSync('mkfifo', [unfinished('c')])
    writeFileSync(unfinished('d'), readFileSync(join(pending, name)))
    await tidyAt(start + 61_000)
    expect((await spool.list('pending')).map(file => file.slice(-6))).toEqual(['d.json', name.slice(-6)])
    expect((await spool.list('refused')).map(file => file.slice(-6))).toEqual(['a.json', 'b.json', 'c.json'])
    expect(log.map(({ code }) => code)).toEqual(['not_a_file', 'not_a_file', 'not_a_file', undefined])
  })

  test('it warns before a limit, gives up what failed after it, and loses nothing', async () => {
    const start = Date.now()
    const { folder, spool, log, failed, tidyAt, tidyDaily } = await spoolAt(start)
    for (let count = 0; count < 8; count++) failed.add(await spool.add(recordOf(`004-${count}`)))
    const untried = await spool.add(recordOf('004-9'))
    await tidyAt(start)
    expect(log).toEqual([
      expect.objectContaining({ level: 'warn', count: 9, message: expect.stringContaining('nearly full') }),
    ])
    await tidyDaily(start + day, start + 80 * day)
    expect(log.at(-1)).toMatchObject({ level: 'warn', count: 9, message: expect.stringContaining('after 90 days') })
    await tidyDaily(start + 81 * day, start + 91 * day)
    expect(await spool.list('pending')).toEqual([untried])
    const files = readdirSync(join(folder, 'refused'))
    expect(files).toHaveLength(16)
    expect(log.filter(({ level }) => level === 'error')).toHaveLength(8)
    // Whoever retries it gives it its time again.
    const retried = files.find(isReceiptName)!
    await spool.retry(retried)
    await tidyAt(start + 92 * day)
    expect(await spool.list('pending')).toEqual([retried, untried])
  })

  test.each([
    ['began in the year 2000', Date.parse('2000-01-01')],
    ['was in the year 2038', Date.parse('2038-01-19')],
    ['was two months behind', Date.now() - 60 * day],
  ])('a clock that %s and is set ages nothing, again and again', async (_, wrong) => {
    const right = Date.now()
    const { folder, spool, failed, tidyAt } = await spoolAt(wrong)
    const write = async (number: string, time: number) => {
      const name = await spool.add(recordOf(number))
      utimesSync(join(folder, 'pending', name), time / 1000, time / 1000)
      failed.add(name)
      return name
    }
    const [waiting, sent, refused] = await Promise.all(['1', '2', '3'].map(number => write(number, wrong)))
    await tidyAt(wrong)
    await spool.markSent(sent!)
    await spool.markRefused(refused!, {})
    // Each morning the battery is empty again, until somebody sets the clock.
    for (let days = 0; days < 3; days++) {
      await tidyAt(wrong + 1000)
      await tidyAt(right + days * day + 1000)
    }
    const held = async () => Promise.all((['pending', 'sent', 'refused'] as const).map(spool.list))
    expect(await held()).toEqual([[waiting], [sent], [refused]])
    for (const [place, name] of [
      ['pending', waiting],
      ['sent', sent],
    ]) {
      const age = (right + 3 * day - lstatSync(join(folder, place!, name!)).mtimeMs) / day
      expect(age, place).toBeGreaterThan(0)
      expect(age, place).toBeLessThan(7)
    }
    // Nor is anything kept until the wrong date.
    for (let days = 3; days < 95; days++) await tidyAt(right + days * day)
    expect(await held()).toEqual([[], [], [waiting]])
  })

  test('sent receipts are kept for days, then removed', async () => {
    const start = Date.now()
    const { folder, spool, tidyAt, tidyDaily } = await spoolAt(start)
    await spool.markSent(await spool.add(recordOf('004-1')))
    const name = '20260101T000000.000Z-7-004-2.json'
    writeFileSync(join(folder, 'pending', name), '')
    utimesSync(join(folder, 'pending', name), 0, 0)
    // One that had waited is kept as long.
    await spool.markSent(name)
    await tidyDaily(start, start + 6 * day)
    expect(await spool.list('sent')).toHaveLength(2)
    // A clock that was put back removes nothing.
    await tidyAt(Date.parse('2000-01-01'))
    expect(await spool.list('sent')).toHaveLength(2)
    await tidyDaily(start + 6 * day, start + 8 * day)
    expect(await spool.list('sent')).toEqual([])
  })

  test('refused receipts, their notes and what else lies there are removed after their days, and that is said before', async () => {
    const start = Date.now()
    const { folder, spool, log, tidyDaily } = await spoolAt(start)
    const refused = join(folder, 'refused')
    await spool.markRefused(await spool.add(recordOf('004-1')), { error: { message: 'mira.okafor@example.com' } })
    const elsewhere = newFolder()
    writeFileSync(join(elsewhere, 'file'), '')
    symlinkSync(elsewhere, join(refused, '20261121T174412.001Z-7-link.json'))
    mkdirSync(join(refused, '20261121T174412.001Z-7-empty.json'))
    mkdirSync(join(refused, '20261121T174412.001Z-7-full.json/file'), { recursive: true })
    writeFileSync(join(refused, 'half.json.broken'), '')
    await tidyDaily(start, start + 23 * day)
    expect(log).toEqual([])
    await tidyDaily(start + 24 * day, start + 29 * day)
    expect(log[0]).toMatchObject({ level: 'warn', count: 4, message: expect.stringContaining('after 30 days') })
    expect(readdirSync(refused)).toHaveLength(6)
    await tidyDaily(start + 30 * day, start + 31 * day)
    // What a person put into a folder isn't the till's.
    expect(readdirSync(refused)).toEqual(['20261121T174412.001Z-7-full.json'])
    expect(existsSync(join(elsewhere, 'file'))).toBe(true)
    expect(log.at(-1)).toMatchObject({ level: 'warn', code: 'ENOTEMPTY' })
  })
})
