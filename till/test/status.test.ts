import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TillError } from '../src/basics/errors.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { ownCodeOf, readRecord, reasonOf, writeRecord } from '../src/spool/record.ts'
import { openSeal } from '../src/spool/seal.ts'
import { openSpool, type Spool, type SpoolFolder } from '../src/spool/spool.ts'
import { describeOdd, readStatus, showFile } from '../src/spool/status.ts'
import { recordOf } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const [day, key] = [86_400_000, 'ab'.repeat(32)]
const fileOf = (count: number, id = 'x', extension = 'json') =>
  `20261121T174412.${String(count).padStart(3, '0')}Z-7-${id}.${extension}`

async function newSpool(keys: string[] = [], folder = newFolder()) {
  const spool = await openSpool({ folder, seal: openSeal(keys), now: () => now })
  /** Puts a receipt, or another text, into a folder, as old as said. */
  const put = (place: SpoolFolder, name: string, { text = writeRecord(recordOf('004-1')), age = 0 } = {}) => {
    writeFileSync(join(folder, place, name), spool.seal.close(text, name))
    utimesSync(join(folder, place, name), (now - age) / 1000, (now - age) / 1000)
  }
  return { spool, put, folder, pathOf: (place: SpoolFolder, name: string) => join(folder, place, name) }
}

describe('the status', () => {
  const statusOf = (spool: Spool, refusedDays = 30) => readStatus(spool, { refusedDays, now })

  test('of an empty spool names nothing', async () => {
    const { spool } = await newSpool()
    expect(await statusOf(spool)).toEqual({ pending: 0, refused: 0, sent: 0, odd: [], freeBytes: expect.any(Number) })
    expect((await readStatus(spool, { refusedDays: 30, now, halt: 'Set a valid key.' })).halt).toBe('Set a valid key.')
  })

  test('says since when the oldest waits, and when the first that was refused is removed', async () => {
    const { spool, put, pathOf } = await newSpool()
    put('pending', fileOf(1), { age: 2 * day })
    put('pending', fileOf(2), { age: 3 * day })
    put('sent', fileOf(3))
    put('refused', fileOf(4), { age: 9 * day })
    put('refused', fileOf(5), { age: 5 * day })
    put('refused', fileOf(6), { age: day })
    // The note of the first is younger.
    put('refused', '20261121T174412.004Z-7-x.error.json', { text: '{"status":422}', age: 4 * day })
    expect(await statusOf(spool)).toEqual({
      ...{ pending: 2, oldest: '2026-11-22T12:00:00.000Z', refused: 3, removal: '2026-12-19T12:00:00.000Z', sent: 1 },
      ...{ odd: [], freeBytes: expect.any(Number) },
    })
    expect(await statusOf(spool, 1e9)).not.toHaveProperty('removal')
    // What comes from the future came now.
    utimesSync(pathOf('pending', fileOf(1)), now / 1000 + 500, now / 1000 + 500)
    expect(await statusOf(spool)).toMatchObject({ oldest: new Date(now).toISOString() })
    expect(lstatSync(pathOf('pending', fileOf(1))).mtimeMs).toBe(now)
  })

  test('names twenty that can’t be sent: the oldest that wait, then the last that the till set aside', async () => {
    const { spool, put } = await newSpool()
    put('pending', fileOf(0))
    for (let count = 1; count <= 15; count++) put('pending', fileOf(count), { text: '{}' })
    const notes = [...Array.from({ length: 12 }, () => reasonOf('Old', 'too_old', now)), { status: 422 }, 'Old', null]
    for (const [count, note] of notes.entries()) {
      put('refused', fileOf(count))
      put('refused', fileOf(count).replace('.json', '.error.json'), { text: JSON.stringify(note) })
    }
    expect((await statusOf(spool)).odd).toEqual([
      ...Array.from({ length: 15 }, (_, at) => ({ folder: 'pending', file: fileOf(at + 1), code: 'damaged' })),
      ...[11, 10, 9, 8, 7].map(count => ({ folder: 'refused', file: fileOf(count), code: 'too_old' })),
    ])
  })

  test('looks at a hundred that wait, and a hundred that were set aside', async () => {
    const { spool, put } = await newSpool()
    for (let count = 0; count < 101; count++) {
      put('pending', fileOf(count), { text: count > 98 ? '{}' : undefined })
      put('refused', fileOf(count))
      const note = { text: JSON.stringify(reasonOf('Old', 'too_old', now)) }
      if (count < 2) put('refused', fileOf(count).replace('.json', '.error.json'), note)
    }
    expect((await statusOf(spool)).odd).toEqual([
      { folder: 'pending', file: fileOf(99), code: 'damaged' },
      { folder: 'refused', file: fileOf(1), code: 'too_old' },
    ])
  })

  test('says in words what is odd', () => {
    const words = (code: string) => describeOdd({ folder: 'pending', file: fileOf(1), code })
    expect(words('EACCES')).toBe(`pending/${fileOf(1)} can't be sent: this user may not read it`)
    expect(words('EIO')).toBe(`pending/${fileOf(1)} can't be sent: EIO`)
  })
})

test('a reason is the till’s own if the service gave none', () => {
  const own = reasonOf('Too old', 'too_old', now)
  expect(own).toEqual({ at: '2026-11-24T12:00:00.000Z', error: { message: 'Too old', code: 'too_old', errors: {} } })
  expect(
    [own, { ...own, status: 422 }, undefined, null, {}, { error: {} }, { error: { code: 7 } }].map(ownCodeOf),
  ).toEqual(['too_old', ...Array(6).fill(undefined)])
})

describe('a record', () => {
  test('is read as it was written', () => {
    for (const record of [
      recordOf('1'),
      { ...recordOf('2'), isDerivedId: true, acceptLanguage: 'fr_CA', mode: 'test' as const },
    ])
      expect(readRecord(writeRecord(record))).toEqual(record)
    expect(writeRecord(recordOf('1'))).toMatch(/^\{"at".*\}\n$/)
  })

  const fields = { merchant: 'alder', mode: 'live', receipt: { requestId: 'r' } }
  test.each([
    ['text', 'is not a receipt'],
    [[], 'is not a receipt'],
    [{ ...fields, receipt: [] }, 'is not a receipt'],
    [{ ...fields, receipt: { requestId: 7 } }, 'lacks its requestId'],
    [{ ...fields, merchant: undefined }, 'lacks its requestId'],
    [{ ...fields, mode: 'trial' }, 'lacks its requestId'],
  ])('is none if it is %j', (json, message) => {
    expect(() => readRecord(JSON.stringify(json))).toThrow(message)
  })

  test('has what it lacks as the usual', () => {
    const record = { merchant: 'alder', mode: 'test', requestId: 'r', receipt: { requestId: 'r' } }
    const json = { ...fields, mode: 'test', acceptLanguage: 7, hasOwnId: 'yes' }
    expect(readRecord(JSON.stringify(json))).toEqual({ ...record, at: 'undefined', isDerivedId: false })
  })
})

describe('a file is shown', () => {
  test('wherever it lies, with its reason', async () => {
    const { spool, put } = await newSpool()
    const { receipt } = recordOf('004-1')
    const shown = { at: '2026-11-21T22:45:12.000Z', receipt }
    for (const place of ['pending', 'sent'] as const) {
      put(place, fileOf(1, place))
      expect(await showFile(spool, fileOf(1, place))).toEqual({ folder: place, file: fileOf(1, place), ...shown })
    }
    put('pending', fileOf(1), { text: writeRecord({ ...recordOf('004-1'), acceptLanguage: 'fr_CA' }) })
    await spool.markRefused(fileOf(1), { status: 422 })
    expect(await showFile(spool, fileOf(1))).toEqual({
      ...{ folder: 'refused', file: fileOf(1), ...shown, acceptLanguage: 'fr_CA', note: { status: 422 } },
    })
    for (const name of ['../key', fileOf(9)])
      await expect(showFile(spool, name)).rejects.toThrow(new TillError(`There is no "${name}" in ${spool.folder}.`))
  })

  test('as far as it can be', async () => {
    const { spool, put, pathOf, folder } = await newSpool()
    put('pending', fileOf(1), { text: `{${' '.repeat(70_000)}` })
    const problem = 'The file is not a receipt of this spool.'
    expect(await showFile(spool, fileOf(1))).toEqual({
      ...{ folder: 'pending', file: fileOf(1), problem, text: `{${' '.repeat(65_535)}` },
    })
    mkdirSync(pathOf('pending', fileOf(2)))
    expect(await showFile(spool, fileOf(2))).toEqual({
      ...{ folder: 'pending', file: fileOf(2), problem: 'This is a folder, not a file.' },
    })
    const sealed = await newSpool([key], folder)
    put('pending', fileOf(3))
    expect(await showFile(sealed.spool, fileOf(3))).toMatchObject({
      ...{
        problem: 'The file is not encrypted, as every file of this spool must be.',
        receipt: recordOf('004-1').receipt,
      },
    })
    const cft = fileOf(4, 'x', 'cft')
    writeFileSync(pathOf('refused', cft), 'CFT1')
    writeFileSync(pathOf('refused', '20261121T174412.004Z-7-x.error.cft'), 'CFT1')
    expect(await showFile(sealed.spool, cft)).toEqual({ folder: 'refused', file: cft, problem: 'The file is cut off.' })
    spool.read = async () => undefined
    expect(await showFile(spool, fileOf(1))).toMatchObject({ problem: 'Another process has just moved it.' })
  })
})

describe('a receipt that is decided', () => {
  test('goes where the decision belongs, with its reason', async () => {
    const { spool, put, pathOf, folder } = await newSpool()
    const log: LogEntry[] = []
    const settle = (name: string, kind: string) =>
      spool.settle(name, { kind, status: 422, error: { code: 'invalid' } }, entry => log.push(entry))
    for (const [count, kind] of ['accepted', 'refused', 'failed', 'busy'].entries()) {
      put('pending', fileOf(count), { age: day })
      expect(await settle(fileOf(count), kind)).toBe(true)
    }
    // Another process was first.
    expect(await settle(fileOf(9), 'accepted')).toBe(true)
    expect(readdirSync(join(folder, 'sent'))).toEqual([fileOf(0)])
    expect(await spool.list('refused')).toEqual([fileOf(1)])
    expect(await spool.list('pending')).toEqual([fileOf(2), fileOf(3)])
    expect(await spool.readNote(fileOf(1))).toEqual({
      ...{ at: '2026-11-24T12:00:00.000Z', status: 422, error: { code: 'invalid' } },
    })
    expect(await spool.readNote(fileOf(0))).toBeUndefined()
    // Its days begin now.
    expect(lstatSync(pathOf('sent', fileOf(0))).mtimeMs).toBe(now)
    expect(lstatSync(pathOf('refused', fileOf(1))).mtimeMs).toBe(now)
    expect(log).toEqual([])
  })

  test('stays where it is, without a note, if it can’t be moved, and that is said', async () => {
    const { spool, put, folder } = await newSpool()
    const log: LogEntry[] = []
    put('pending', fileOf(1))
    rmSync(join(folder, 'sent'), { recursive: true })
    writeFileSync(join(folder, 'sent'), '')
    expect(await spool.settle(fileOf(1), { kind: 'accepted' }, entry => log.push(entry))).toBe(false)
    // Something has its name there.
    mkdirSync(join(folder, 'refused', fileOf(1)))
    expect(await spool.settle(fileOf(1), { kind: 'refused' }, entry => log.push(entry))).toBe(false)
    const said = { level: 'error', message: 'The spool could not be written', file: fileOf(1) }
    expect(log).toEqual(['ENOTDIR', 'EISDIR'].map(code => ({ ...said, code })))
    expect(readdirSync(join(folder, 'refused'))).toEqual([fileOf(1)])
    // Or its note has no place.
    rmSync(join(folder, 'refused', fileOf(1)), { recursive: true })
    mkdirSync(join(folder, 'refused', '20261121T174412.001Z-7-x.error.json'))
    expect(await spool.settle(fileOf(1), { kind: 'refused' }, () => {})).toBe(false)
    expect(await spool.list('pending')).toEqual([fileOf(1)])
  })

  test('that was sent long after it was rung up is kept as long as others; one that did not wait has its time', async () => {
    const { spool, put, pathOf } = await newSpool()
    const young = '20261124T110000.000Z-7-x.json'
    for (const name of [young, '20261124T105959.999Z-7-x.json', '20261124T130000.001Z-7-x.json']) {
      put('pending', name, { age: 7000 })
      await spool.markSent(name)
      expect(now - lstatSync(pathOf('sent', name)).mtimeMs).toBe(name === young ? 7000 : 0)
    }
    // What is refused may wait for a person: its days begin now.
    put('pending', young, { age: 7000 })
    await spool.markRefused(young, {})
    expect(lstatSync(pathOf('refused', young)).mtimeMs).toBe(now)
  })
})

describe('a refused receipt', () => {
  test('goes back to wait as new, whatever seals it', async () => {
    const { spool, put, pathOf, folder } = await newSpool()
    const sealed = await newSpool([key], folder)
    put('pending', fileOf(1), { age: 9 * day })
    await spool.markRefused(fileOf(1), { status: 422 })
    sealed.put('pending', fileOf(2, 'x', 'cft'), { age: 9 * day })
    await sealed.spool.markRefused(fileOf(2, 'x', 'cft'), { status: 422 })
    await spool.retry(fileOf(1))
    await sealed.spool.retry(fileOf(2, 'x', 'cft'))
    expect(readdirSync(join(folder, 'refused'))).toEqual([])
    for (const name of [fileOf(1), fileOf(2, 'x', 'cft')]) {
      expect(lstatSync(pathOf('pending', name)).mtimeMs).toBe(now)
      expect(await sealed.spool.read('pending', name).catch(({ code }) => code)).toEqual(
        name.endsWith('cft') ? recordOf('004-1') : 'clear_text',
      )
    }
  })

  test('stays if it can’t be sent, and that is said', async () => {
    const { spool, put, pathOf, folder } = await newSpool()
    const refused = join(folder, 'refused')
    const why = (name: string, from = spool) => from.retry(name).then(String, (error: TillError) => error.message)
    expect(await why('../key')).toBe(`"../key" is not the name of a receipt in ${refused}.`)
    expect(await why(fileOf(1))).toBe(`There is no ${fileOf(1)} in ${refused}.`)
    symlinkSync('nowhere', pathOf('refused', fileOf(2)))
    expect(await why(fileOf(2))).toBe(`${fileOf(2)} is a link, not a file, and can't be sent.`)
    put('refused', fileOf(3))
    mkdirSync(pathOf('pending', fileOf(3)))
    expect(await why(fileOf(3))).toBe(`${fileOf(3)} can't be moved (EISDIR); check its permissions.`)
    // What a person would encrypt must be a receipt.
    put('refused', fileOf(4), { text: '{}' })
    const { spool: sealed } = await newSpool([key], folder)
    expect(await why(fileOf(4), sealed)).toBe('The file is not a receipt of this spool.')
    expect(readdirSync(refused)).toEqual([fileOf(2), fileOf(3), fileOf(4)])
    expect(readdirSync(join(folder, 'pending'))).toEqual([fileOf(3)])
  })
})

test('a spool is its owner’s alone, and says so if it can’t be made', async () => {
  const { spool, folder, pathOf } = await newSpool()
  const name = await spool.add(recordOf('004-1'))
  expect(['pending', 'refused', 'sent'].map(place => lstatSync(join(folder, place)).mode & 0o777)).toEqual(
    Array(3).fill(0o700),
  )
  expect(lstatSync(pathOf('pending', name)).mode & 0o777).toBe(0o600)
  chmodSync(pathOf('pending', name), 0o644)
  await expect(newSpool([], pathOf('pending', name))).rejects.toThrow(
    new TillError(
      `The spool ${pathOf('pending', name)} can't be made or opened (ENOTDIR); check its permissions and its disk.`,
    ),
  )
  // What comes next sorts behind what waits.
  const later = fileOf(1).replace('2026', '2027')
  writeFileSync(pathOf('pending', later), readFileSync(pathOf('pending', name)))
  const again = await newSpool([], folder)
  expect((await again.spool.add(recordOf('004-2'))) > later).toBe(true)
})
