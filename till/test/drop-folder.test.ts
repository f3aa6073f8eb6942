import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { TillError } from '../src/basics/errors.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { type DropFolder, isSale, openDropFolder } from '../src/drop/drop-folder.ts'
import { maxDropBytes, readDrop } from '../src/drop/read-drop.ts'
import { watchDrop } from '../src/drop/watch.ts'
import { openSeal } from '../src/spool/seal.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'
import { resultOf, until } from './support/watching.ts'

const put = (drop: string, name: string, content: string = JSON.stringify(sale(name))) => {
  writeFileSync(join(drop, `${name}.tmp`), content)
  renameSync(join(drop, `${name}.tmp`), join(drop, name))
}

type Ended = Awaited<ReturnType<Parameters<typeof watchDrop>[0]['till']['checkout']>>
const isSent = { copy: 'sent', print: false, offers: [], receiptId: 'r' } as unknown as Ended

/** Watches a folder; `sell` is what a checkout gives. */
async function watching(
  sell: (text: string) => Promise<Ended> = async () => isSent,
  through: (drop: DropFolder) => DropFolder = drop => drop,
  { drop = newFolder(), now = Date.now } = {},
) {
  const folder = await openDropFolder(drop, { seal: openSeal([]), now })
  const log: LogEntry[] = []
  const ending = new AbortController()
  const over = watchDrop({
    ...{ till: { checkout: text => sell(String(text)) }, drop: through(folder), checkout: {}, now: Date.now },
    ...{ log: entry => void log.push(entry), signal: ending.signal, afterFault: 20 },
  })
  const end = async () => {
    ending.abort()
    await over
  }
  onTestFinished(end)
  return { drop, log, end }
}

describe('a watcher', () => {
  test('has eight sales under way at most, those of a register one after the other, and goes on as they end', async () => {
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const { drop, log } = await watching(text => {
      const { transactionNumber: number } = JSON.parse(text)
      begun.push(number)
      return new Promise(resolve => ends.set(number, () => resolve(isSent)))
    })
    const at = (register: string, number: string) => ({
      ...sale(number),
      workstation: { ...sale(number).workstation, id: register },
    })
    put(drop, 'a-1.json', JSON.stringify(at('same', 'a-1')))
    put(drop, 'a-2.json', JSON.stringify(at('same', 'a-2')))
    for (let number = 1; number < 14; number++)
      put(drop, `b-${number}.json`, JSON.stringify(at(`${number}`, `b-${number}`)))
    await until(() => begun.length === 7)
    expect(begun).not.toContain('a-2')
    for (let left = 15; left > 0; left--) {
      await until(() => ends.size > 0)
      const [[number = '', finish = () => {}] = []] = ends
      expect(ends.size).toBeLessThanOrEqual(8)
      ends.delete(number)
      finish()
    }
    await until(() => readdirSync(drop).filter(isSale).length === 0)
    expect(begun).toHaveLength(15)
    expect(log).toEqual([])
  })

  test('lets the third sale of a register wait for the second, though the first is over', async () => {
    const begun: string[] = []
    const ends: (() => void)[] = []
    const { drop } = await watching(text => {
      begun.push(JSON.parse(text).transactionNumber)
      return new Promise(resolve => ends.push(() => resolve(isSent)))
    })
    for (const name of ['1', '2']) put(drop, `${name}.json`, JSON.stringify(sale(name)))
    await until(() => begun.length === 1 && readdirSync(drop).filter(isSale).length === 0)
    ends[0]?.()
    await until(() => begun.length === 2)
    put(drop, '3.json', JSON.stringify(sale('3')))
    await until(() => readdirSync(drop).filter(isSale).length === 0)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(begun).toEqual(['1', '2'])
    ends[1]?.()
    await until(() => begun.length === 3)
    ends[2]?.()
  })

  test('cleans up when it begins', async () => {
    const drop = newFolder()
    writeFileSync(join(drop, 'old.result.json'), '{}')
    await watching(undefined, undefined, { drop, now: () => Date.now() + 3_610_000 })
    await until(() => !existsSync(join(drop, 'old.result.json')))
  })

  test('says which file couldn’t be put away, whose result is written', async () => {
    const { drop, log } = await watching(undefined, folder => ({
      ...folder,
      finish: () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })),
    }))
    put(drop, 'a.json')
    await until(() => log.length > 0)
    expect(log).toEqual([
      { level: 'error', message: expect.stringContaining('could not be moved'), file: 'a.json', code: 'EIO' },
    ])
    expect(resultOf(drop, 'a').copy).toBe('sent')
  })

  test('ends at once when it is told to, once what is under way is finished', async () => {
    const finish = Promise.withResolvers<Ended>()
    let isBegun = false
    const { drop, end } = await watching(() => {
      isBegun = true
      return finish.promise
    })
    put(drop, 'a.json')
    await until(() => isBegun)
    let isOver = false
    const ending = end().then(() => {
      isOver = true
    })
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(isOver).toBe(false)
    finish.resolve(isSent)
    const before = performance.now()
    await ending
    expect(performance.now() - before).toBeLessThan(900)
    expect(existsSync(join(drop, 'a.result.json'))).toBe(true)
    expect(readdirSync(join(drop, 'working'))).toEqual([])
  })

  test('says once that the folder can’t be used, and once that it can be again', async () => {
    let isAway = false
    let failures = 0
    const { drop, log } = await watching(undefined, folder => ({
      ...folder,
      async list() {
        if (!isAway) return folder.list()
        failures++
        throw Object.assign(new Error('EIO'), { code: 'EIO' })
      },
    }))
    put(drop, 'a.json')
    await until(() => existsSync(join(drop, 'a.result.json')))
    isAway = true
    put(drop, 'b.json')
    await until(() => failures > 2)
    isAway = false
    await until(() => existsSync(join(drop, 'b.result.json')))
    await until(() => log.length === 2)
    expect(log).toMatchObject([
      { level: 'error', message: "The drop folder can't be used right now", code: 'EIO' },
      { level: 'info', message: 'The drop folder can be used again' },
    ])
  })

  test('puts a sale back whose result can’t be written, says so once, and sends it again', async () => {
    let failures = 1
    let sold = 0
    const { drop, log } = await watching(
      async () => {
        sold++
        return isSent
      },
      folder => ({
        ...folder,
        async writeResult(...given) {
          if (failures-- > 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
          await folder.writeResult(...given)
        },
      }),
    )
    put(drop, 'a.json')
    await until(() => existsSync(join(drop, 'a.result.json')))
    expect(sold).toBe(2)
    expect(log).toMatchObject([{ level: 'error', file: 'a.json', code: 'ENOSPC' }])
  })

  test.each<[string, () => Promise<Ended>, string, object]>([
    ['sent', async () => isSent, 'done', { copy: 'sent', receiptId: 'r' }],
    ['refused', async () => ({ ...isSent, copy: 'refused' }), 'error', { copy: 'refused' }],
    [
      'lost',
      async () => ({ copy: 'none', print: true, notice: 'Lost', offers: [] }) as never,
      'error',
      { copy: 'none' },
    ],
    ['on paper', async () => ({ copy: 'none', print: true, offers: [] }) as never, 'done', { copy: 'none' }],
    ['accepted', async () => ({ ...isSent, copy: 'none', notice: 'Printed' }) as never, 'done', { notice: 'Printed' }],
    [
      'no sale',
      () => Promise.reject(new TillError('It has no total.')),
      'error',
      { reason: 'It has no total.', print: true },
    ],
    [
      'broken',
      () => Promise.reject(Object.assign(new Error('secret'), { code: 'EIO' })),
      'error',
      { copy: 'refused', reason: "The sale can't be handled (EIO)." },
    ],
  ])('puts away what was %s, with its result', async (_, sell, to, result) => {
    const { drop } = await watching(sell)
    put(drop, 'a.json')
    const day = new Date().toISOString().slice(0, 10)
    await until(() => existsSync(join(drop, to, ...(to === 'done' ? [day] : []), 'a.json')))
    expect(resultOf(drop, 'a')).toMatchObject({ file: 'a.json', ...result })
    expect(statSync(join(drop, 'a.result.json')).mode & 0o777).toBe(0o660 & ~process.umask())
  })
})

describe('a drop folder', () => {
  const open = (drop: string, now = Date.now) => openDropFolder(drop, { seal: openSeal([]), now })

  test('is claimed file by file, by one process, which holds what it has until that is put away', async () => {
    const drop = newFolder()
    const [one, other] = [await open(drop), await open(drop)]
    put(drop, 'a.json')
    expect(await one.claim('a.json')).toBe(true)
    expect(await one.claim('a.json')).toBe(false)
    expect(await other.claim('a.json')).toBe(false)
    expect([one.holds('a.json'), other.holds('a.json'), await one.list()]).toEqual([true, false, []])
    await one.finish('a.json', 'done', '2026-07-01')
    expect([one.holds('a.json'), readdirSync(join(drop, 'done', '2026-07-01'))]).toEqual([false, ['a.json']])
    put(drop, 'a.json', '{"again":1}')
    await one.claim('a.json')
    await one.finish('a.json', 'done', '2026-07-01')
    const names = readdirSync(join(drop, 'done', '2026-07-01')).toSorted()
    expect(names).toEqual([expect.stringMatching(/^a\.[0-9a-f]{8}\.json$/), 'a.json'].toSorted())
    put(drop, 'a.json', '{}')
    await one.claim('a.json')
    put(drop, 'a.json', '{"newer":1}')
    await one.giveBack('a.json')
    expect((await one.list()).toSorted()).toEqual([expect.stringMatching(/^a\.[0-9a-f]{8}\.json$/), 'a.json'])
    expect(readFileSync(join(drop, 'a.json'), 'utf8')).toBe('{"newer":1}')
    await Promise.all([one.close(), other.close()])
    expect(readdirSync(join(drop, 'working'))).toEqual([])
  })

  test('gets back what a process leaves, and what dead ones had, of this version and of older ones', async () => {
    const drop = newFolder()
    const one = await open(drop)
    put(drop, 'own.json')
    await one.claim('own.json')
    await one.close()
    expect(await one.list()).toEqual(['own.json'])
    for (const dead of ['12345-0123456789abcdef', '7-01234567', 'x-01234567', '7-0123', '7-0123456789abcdef0']) {
      mkdirSync(join(drop, 'working', dead), { recursive: true })
      writeFileSync(join(drop, 'working', dead, `${dead}.json`), '{}')
    }
    const next = await open(drop)
    expect((await next.recover()).toSorted()).toEqual(['12345-0123456789abcdef.json', '7-01234567.json'])
    expect((await next.list()).toSorted()).toEqual(['12345-0123456789abcdef.json', '7-01234567.json', 'own.json'])
    expect(await next.recover()).toEqual([])
    const left = readdirSync(join(drop, 'working')).filter(name => !name.startsWith(`${process.pid}-`))
    expect(left.toSorted()).toEqual(['7-0123', '7-0123456789abcdef0', 'x-01234567'])
    await next.close()
  })

  test('tries again to put away what it couldn’t', async () => {
    const drop = newFolder()
    const folder = await open(drop)
    put(drop, 'a.json')
    await folder.claim('a.json')
    rmSync(join(drop, 'error'), { recursive: true })
    writeFileSync(join(drop, 'error'), '')
    await expect(folder.finish('a.json', 'error', '')).rejects.toThrow('is a link or no folder')
    expect(folder.holds('a.json')).toBe(true)
    await folder.recover()
    expect(folder.holds('a.json')).toBe(true)
    rmSync(join(drop, 'error'))
    await folder.recover()
    expect([folder.holds('a.json'), readdirSync(join(drop, 'error'))]).toEqual([false, ['a.json']])
    // What somebody has taken away is nobody's.
    put(drop, 'b.json')
    await folder.claim('b.json')
    const [own = ''] = readdirSync(join(drop, 'working')).filter(name => !name.endsWith('.lock'))
    rmSync(join(drop, 'working', own, 'b.json'))
    await folder.finish('b.json', 'done', '2026-07-01')
    expect(folder.holds('b.json')).toBe(false)
    await folder.close()
  })

  test('removes results after an hour, what was put away after seven days, and nothing else', async () => {
    const [hour, day] = [3_600_000, 86_400_000]
    const drop = newFolder()
    let now = Date.now()
    const folder = await open(drop, () => now)
    const days = ['2026-07-01', '2026-07-01x', 'x2026-07-01']
    for (const name of days) mkdirSync(join(drop, 'done', name))
    const results = ['a.result.json', '.0123456789abcdef.tmp', '.a.result.json.01234567.tmp']
    const kept = [
      'a.json',
      'result.json.x',
      '.0123456789abcdef.tmp.x',
      'x.0123456789abcdef.tmp',
      '.0123456789abcde.tmp',
    ]
    const put = [...results, ...kept, 'error/e.json', ...days.map(name => `done/${name}/d.json`)]
    for (const name of put) writeFileSync(join(drop, name), '{}')
    mkdirSync(join(drop, 'error/full'))
    writeFileSync(join(drop, 'error/full/x.json'), '{}')
    mkdirSync(join(drop, 'error/empty'))
    const left = () => put.filter(name => existsSync(join(drop, name)))
    // Files have the time that they have now, in which a second or so passes.
    now += hour - 5000
    await folder.removeOld()
    expect(left()).toEqual(put)
    now += 5000 + 5000
    await folder.removeOld()
    expect(left()).toEqual(put.slice(results.length))
    now += 7 * day - hour - 10_000
    await folder.removeOld()
    expect(left()).toEqual(put.slice(results.length))
    now += 20_000
    await folder.removeOld()
    expect(left()).toEqual([...kept, 'done/2026-07-01x/d.json', 'done/x2026-07-01/d.json'])
    expect(readdirSync(join(drop, 'error'))).toEqual(['full'])
    expect(readdirSync(join(drop, 'done')).toSorted()).toEqual(['2026-07-01x', 'x2026-07-01'])
    await folder.close()
  })

  test('keeps what is from a time to come for as long, once it is sure of that', async () => {
    const drop = newFolder()
    let now = Date.now()
    const folder = await open(drop, () => now)
    const path = join(drop, 'a.result.json')
    writeFileSync(path, '{}')
    const ahead = now / 1000 + 3 * 86_400
    utimesSync(path, ahead, ahead)
    await folder.removeOld()
    expect(Math.round(statSync(path).mtimeMs / 1000)).toBe(Math.round(ahead))
    await folder.removeOld()
    expect(Math.abs(statSync(path).mtimeMs - now)).toBeLessThan(5000)
    now += 3_600_000 + 5000
    await folder.removeOld()
    expect(existsSync(path)).toBe(false)
    await folder.close()
  })
})

test.each([
  ['a.json', true],
  ['A.JSON', true],
  ['result.json', true],
  ['a.result.json', false],
  ['a.RESULT.json', false],
  ['a.error.json', false],
  ['a.result.json.json', true],
  ['a.json.tmp', false],
  ['.a.json', false],
  ['~a.json', false],
  ['a', false],
])('whether %s may be a sale: %s', (name, may) => {
  expect(isSale(name)).toBe(may)
})

describe('what is found', () => {
  const folder = newFolder(afterAll)
  const path = join(folder, 'a.json')
  const write = (content: string | Uint8Array, ageMs = 0) => {
    rmSync(path, { force: true, recursive: true })
    writeFileSync(path, content)
    const changed = (Date.now() - ageMs) / 1000
    utimesSync(path, changed, changed)
  }
  const look = (half?: string, now = Date.now()) => readDrop(path, now, half)

  test('is a sale, with its register', async () => {
    write(JSON.stringify({ workstation: { id: '7' } }))
    expect(await look()).toMatchObject({ kind: 'sale', register: '7', text: '{"workstation":{"id":"7"}}' })
    write('{"workstation":null}')
    expect(await look()).toMatchObject({ kind: 'sale', register: '' })
    write(`{"a":"${'x'.repeat(maxDropBytes - 8)}"}`)
    expect(await look()).toMatchObject({ kind: 'sale' })
  })

  test('is gone, or can’t be looked at', async () => {
    rmSync(path, { force: true })
    expect(await look()).toEqual({ kind: 'gone' })
    write('')
    expect(await readDrop(join(path, 'b.json'), Date.now())).toEqual({
      ...{ kind: 'bad', is: '', reason: "This can't be looked at (ENOTDIR)." },
    })
  })

  test.each<[string, string | Uint8Array, string]>([
    ['a list', '[]', 'The file is a list; drop one sale per file.'],
    ['too large', 'x'.repeat(maxDropBytes + 1), 'The file is larger than 1 MiB.'],
  ])('is none at once: %s', async (_, content, reason) => {
    write(content)
    expect(await look()).toMatchObject({ kind: 'bad', reason })
  })

  test.each<[string, string | Uint8Array, string]>([
    ['cut', '{"a":', 'The file is not JSON.'],
    ['empty', '', 'The file is not JSON.'],
    ['a number', '7', 'The file is not JSON.'],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 'The file is UTF-16 or damaged; write it as UTF-8.'],
    ['Latin 1', Buffer.from('{"a":"é"}', 'latin1'), 'The file is not UTF-8.'],
  ])('may still become one for half a minute: %s', async (_, content, reason) => {
    write(content)
    const first = await look()
    expect(first).toMatchObject({ kind: 'half', is: expect.stringMatching(/^\d+:\d+:\d+:[\d.]+$/) })
    // It isn't read again until it changes, or won't any more.
    expect(await look('is' in first ? first.is : '')).toEqual(first)
    write(content, 29_000)
    expect(await look()).toMatchObject({ kind: 'half' })
    write(content, 31_000)
    const found = await look()
    expect(found).toMatchObject({ kind: 'bad', reason })
    expect(await look('is' in found ? found.is : '')).toMatchObject({ kind: 'bad', reason })
    // A clock that was put back makes no file young for ever.
    expect(await look(undefined, Date.now() - 3_600_000)).toMatchObject({ kind: 'bad', reason })
  })

  test('is no file, or has another name', async () => {
    write('{}')
    rmSync(path)
    mkdirSync(path)
    expect(await look()).toMatchObject({ kind: 'bad', reason: 'This is a folder, not a file.' })
    rmSync(path, { recursive: true })
    symlinkSync('/etc/hostname', path)
    expect(await look()).toMatchObject({ kind: 'bad', reason: 'This is a link, not a file.' })
    rmSync(path)
    writeFileSync(path, '{}')
    linkSync(path, join(folder, 'other'))
    expect(await look()).toMatchObject({ kind: 'half' })
    expect(await look(undefined, Date.now() + 31_000)).toMatchObject({
      kind: 'bad',
      reason: expect.stringContaining('hard link'),
    })
    rmSync(join(folder, 'other'))
  })

  test.runIf(process.geteuid?.() !== 0)('can’t be read', async () => {
    write('{}', 31_000)
    chmodSync(path, 0)
    expect(await look()).toMatchObject({ kind: 'bad', reason: expect.stringContaining('EACCES') })
  })
})
