import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TillError } from '../src/basics/errors.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { createNames, isReceiptName, registerOf, timeOf, writeRecord } from '../src/spool/record.ts'
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

  test.each([
    ['7', 'own_1-a', '7-own_1-a'],
    ['a/7', 'x'.repeat(64), `a_7-${'x'.repeat(64)}`],
    ['x'.repeat(30), '7', `${'x'.repeat(24)}-7`],
    ['', 'a b', `_-${createHash('sha256').update('a b').digest('hex').slice(0, 32)}`],
    ['7', 'x'.repeat(65), `7-${createHash('sha256').update('x'.repeat(65)).digest('hex').slice(0, 32)}`],
  ])('tell register and requestId, as far as they can: %j, %j', (register, requestId, name) => {
    expect(createNames(() => 0).next({ register, requestId }, '.json')).toBe(`19700101T000000.001Z-${name}.json`)
  })

  test('of one moment follow each other, and those that were there', () => {
    const now = Date.parse('2026-11-21T17:44:12.123Z')
    const names = createNames(() => now)
    const next = () => timeOf(names.next({ register: '7', requestId: 'r' }, '.json'))! - now
    names.follow([])
    names.follow(['20261121T174412.122Z-7-a.json'])
    expect([next(), next()]).toEqual([0, 1])
    names.follow(['20261121T174412.133Z-7-b.json'])
    expect(next()).toBe(11)
    expect([registerOf('20261121T174412.133Z-a_7-b.json'), registerOf('notes')]).toEqual(['a_7', ''])
  })

  test('notes, unfinished writes and what others put there are no receipts', () => {
    const others = [
      '20261121T174412.123Z-7-r.error.json',
      '.20261121T174412.123Z-7-r.json.0a0b0c0d.tmp',
      'notes.txt',
      'x.json',
      'x20261121T174412.123Z-7-r.json',
      '20261121T174412.123Z-7-r.json.bak',
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

  test('of no text are whole, and a key is 32 bytes, as hexadecimal or base64', () => {
    const bytes = Buffer.from(keyA, 'hex')
    const file = openSeal([keyA]).close('', 'n.cft') as Uint8Array
    for (const key of [keyA, keyA.toUpperCase(), bytes.toString('base64')])
      expect(openSeal([key]).open(file, 'n.cft')).toBe('')
    for (const key of [`${keyA}zz`, `zz${keyA}`, keyA.slice(2), bytes.subarray(1).toString('base64'), ''])
      expect(() => openSeal([key]), key).toThrow(
        new TillError('A spool key must be 32 bytes, as base64 or hexadecimal: openssl rand -base64 32'),
      )
  })

  test('of the same text never look the same', () => {
    const seal = openSeal([keyA])
    expect(seal.close('x', 'n.cft')).not.toEqual(seal.close('x', 'n.cft'))
  })
})

describe('tidying', () => {
  const limits: Limits = { pendingCount: 10, pendingDays: 90, sentDays: 7, refusedDays: 30 }

  async function spoolAt(now: number, keys: string[] = [], folder = newFolder()) {
    const log: LogEntry[] = []
    const failed = new Set<string>()
    let clock = now
    const spool = await openSpool({ folder, seal: openSeal(keys), now: () => clock })
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

  test('a write is left alone for a minute, and so is what no receipt’s write is called', async () => {
    const start = Date.parse('2026-11-24T12:00:00Z')
    const { folder, log, tidyAt } = await spoolAt(start)
    const { spool: sealed } = await spoolAt(start, [keyB], folder)
    const pending = join(folder, 'pending')
    const put = (name: string, ageMs: number, bytes = Buffer.from(writeRecord(recordOf('004-1')))) => {
      writeFileSync(join(pending, name), bytes)
      utimesSync(join(pending, name), (start - ageMs) / 1000, (start - ageMs) / 1000)
    }
    const writeOf = (id: string, extension = 'json') => `.20261121T174412.001Z-7-${id}.${extension}.0a0b0c0d.tmp`
    const young = [
      writeOf('a'),
      writeOf('b'),
      'notes.0a0b0c0d.tmp',
      '.notes.json.0a0b0c0d.tmp',
      '20261121T174412.001Z-7-c.json.bak',
    ]
    put(young[0]!, 59_000)
    put(young[1]!, -59_000)
    for (const name of young.slice(2)) put(name, day)
    put(writeOf('d'), 60_000)
    put(writeOf('e'), -60_000)
    // Its key may be mended.
    put(writeOf('f', 'cft'), day, Buffer.from(sealed.seal.close('', '20261121T174412.001Z-7-f.cft')))
    put(writeOf('g'), day)
    mkdirSync(join(pending, '20261121T174412.001Z-7-g.json'))
    await tidyAt(start)
    expect(readdirSync(pending).sort()).toEqual(
      [
        ...young,
        writeOf('g'),
        ...['d.json', 'e.json', 'f.cft', 'g.json'].map(end => `20261121T174412.001Z-7-${end}`),
      ].sort(),
    )
    const said = log.map(({ level, message, file, code }) => [level, message, file?.slice(-6), code])
    expect(said.sort()).toEqual([
      ['error', 'An interrupted write could not be finished', 'g.json', 'EISDIR'],
      ...['-f.cft', 'd.json', 'e.json'].map(file => ['warn', 'Finished an interrupted write', file, undefined]),
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

  test('it warns of four fifths of a limit, and gives up nothing whose name or age is young', async () => {
    const start = Date.parse('2026-11-24T12:00:00Z')
    const { folder, spool, log, failed, tidyAt } = await spoolAt(start)
    const add = async (days: number) => {
      const name = await spool.add(recordOf(`004-${failed.size}`))
      const then = new Date(start - days * day).toISOString().replace(/[-:]/g, '')
      const old = name.replace(/^[^-]*/, then)
      renameSync(join(folder, 'pending', name), join(folder, 'pending', old))
      utimesSync(join(folder, 'pending', old), start / 1000 - days * 86_400, start / 1000 - days * 86_400)
      failed.add(old)
      return old
    }
    for (let count = 0; count < 4; count++) await add(71.9)
    const copied = await add(0)
    // As a backup brought it back.
    utimesSync(join(folder, 'pending', copied), 0, 0)
    await tidyAt(start)
    expect(log).toEqual([])
    const early = await add(72)
    const last = await add(90)
    const future = await add(-1)
    await tidyAt(start)
    const message =
      "Receipts have been waiting a long time; after 90 days those that can't be sent are moved to refused"
    expect(log).toEqual([
      { level: 'warn', message: 'The spool is nearly full: 10 receipts may wait', count: 8 },
      { level: 'error', message: 'Gave up on a receipt that waited too long', file: last },
      { level: 'warn', message, count: 1 },
    ])
    expect(await spool.readNote(last)).toEqual({
      ...{ at: '2026-11-24T12:00:00.000Z', error: { message: 'Not sent within 90 days', code: 'too_old', errors: {} } },
    })
    expect(await spool.list('pending')).toEqual(expect.arrayContaining([copied, early, future]))
    // What it can't move stays.
    log.length = 0
    const stuck = await add(91)
    mkdirSync(join(folder, 'refused', stuck))
    await tidyAt(start)
    expect(log.filter(({ level }) => level === 'error')).toEqual([
      {
        ...{ level: 'error', message: 'A receipt that waited too long could not be moved to refused' },
        ...{ file: stuck, code: 'EISDIR' },
      },
    ])
  })

  test('a folder that is gone stops no other step', async () => {
    const start = Date.parse('2026-11-24T12:00:00Z')
    const { folder, spool, log, tidyAt } = await spoolAt(start)
    await spool.markRefused(await spool.add(recordOf('004-1')), {})
    rmSync(join(folder, 'sent'), { recursive: true })
    rmSync(join(folder, 'pending'), { recursive: true })
    await tidyAt(start)
    for (const name of readdirSync(join(folder, 'refused'))) utimesSync(join(folder, 'refused', name), 0, 0)
    await tidyAt(start + 1000)
    expect(await spool.list('refused')).toEqual([])
    const failed = { level: 'error', message: 'The spool could not be tidied', code: 'ENOENT' }
    expect(log.filter(({ level }) => level === 'error')).toEqual(Array(6).fill(failed))
  })

  test('between two looks a day and an hour may pass; of more, and of a clock that was put back, the rest ages nothing', async () => {
    const start = Date.parse('2026-11-24T12:00:00Z')
    const hour = 3_600_000
    const { folder, spool, tidyAt } = await spoolAt(start)
    const name = await spool.add(recordOf('004-1'))
    await spool.markSent(name)
    const path = join(folder, 'sent', name)
    const timeAfter = async (passed: number, age = 0) => {
      await tidyAt(start)
      utimesSync(path, (start - age) / 1000, (start - age) / 1000)
      await tidyAt(start + passed)
      return lstatSync(path).mtimeMs - start
    }
    expect(await timeAfter(day + hour)).toBe(0)
    expect(await timeAfter(day + hour + 1000)).toBe(hour + 1000)
    expect(await timeAfter(3 * day, day)).toBe(day)
    // Put back by an hour or less, what comes from the future came now.
    expect(await timeAfter(-hour)).toBe(-hour)
    expect(await timeAfter(-2 * hour)).toBe(-2 * hour)
    // It was written with the new time, after the clock was put back.
    expect(await timeAfter(-2 * hour, 3 * hour)).toBe(-3 * hour)
    expect(await timeAfter(-2 * hour, hour)).toBe(-3 * hour)
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
    log.length = 0
    await tidyDaily(start + 30 * day, start + 31 * day)
    // What a person put into a folder isn't the till's.
    expect(readdirSync(refused)).toEqual(['20261121T174412.001Z-7-full.json'])
    expect(existsSync(join(elsewhere, 'file'))).toBe(true)
    const said = log.map(({ message, file, code }) => [message, file?.replace(/.*-/, ''), code]).sort()
    const [removed, stuck] = ['A refused receipt was removed after 30 days', 'A file in refused could not be removed']
    expect(said).toEqual([
      [stuck, 'full.json', 'ENOTEMPTY'],
      [stuck, 'full.json', 'ENOTEMPTY'],
      [removed, '1.json', undefined],
      [removed, 'empty.json', undefined],
      [removed, 'link.json', undefined],
    ])
  })
})
