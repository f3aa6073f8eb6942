import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { tries } from '../../test/support/scope.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { isReceiptName, writeRecord } from '../src/spool/record.ts'
import { openSeal } from '../src/spool/seal.ts'
import { openTill } from '../src/till.ts'
import { errorResponse, type FakeAnswer, startFakeService, taken } from './support/fake-service.ts'
import { oddFiles } from './support/odd-files.ts'
import { recordOf } from './support/sales.ts'

/** What the service says to a receipt, until it says what it stays with. */
const moods = ['500', 'cut', 'nonsense'] as const
const ends = ['200', '409', '422', '400'] as const

/** Kinds that cost little, because there are hundreds. */
const kinds = Object.keys(oddFiles).filter(kind => !/giant|nested/.test(kind))

const entry = fc.record({
  register: fc.constantFrom('1', '2', 'a_b'),
  /** May be the same, of no day, or far away. */
  time: fc.constantFrom(
    '20261121T174412.001Z',
    '20261121T174412.002Z',
    '20000101T000000.000Z',
    '99991231T235959.999Z',
    '20269999T999999.999Z',
  ),
  content: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        moods: fc.array(fc.constantFrom(...moods), { maxLength: 4 }),
        end: fc.constantFrom(...ends),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom(...kinds) },
    // A cut of the file; or clear text, where it must be encrypted.
    { weight: 1, arbitrary: fc.double({ min: 0, max: 0.99, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant('unlike the others' as const) },
  ),
})

let plans = new Map<string, { moods: string[]; end: string }>()
const accepted = new Map<string, number>()
const service = await startFakeService(({ method, body }): FakeAnswer | undefined => {
  if (method !== 'POST') return undefined
  const { requestId } = body
  const said = plans.get(requestId)?.moods.shift() ?? plans.get(requestId)?.end
  if (said === '200') accepted.set(requestId, (accepted.get(requestId) ?? 0) + 1)
  return said === undefined ? { status: 599 } : answers[said]
})
afterAll(() => service[Symbol.asyncDispose]())

const answers: Record<string, FakeAnswer> = {
  '200': taken('r', null),
  '409': { status: 409, headers: { location: '/receipts/r-1' }, ...errorResponse('Used before') },
  '422': { status: 422, ...errorResponse('Validation error') },
  '400': { status: 400, ...errorResponse('Bad Request') },
  '500': { status: 500, ...errorResponse('Internal Server Error') },
  nonsense: { status: 200, text: '<html>' },
  cut: 'cut',
}

test('of any spool and any answers: what is good ends where the service says, once, and what is odd is named', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 9 }), fc.boolean(), async (entries, isSealed) => {
      const spool = mkdtempSync(join(tmpdir(), 'counterfoil-till-'))
      const key = isSealed ? ['ab'.repeat(32)] : []
      const seal = openSeal(key)
      for (const folder of ['pending', 'refused', 'sent']) mkdirSync(join(spool, folder))
      plans = new Map()
      accepted.clear()
      service.requests.length = 0
      const odd: string[] = []
      for (const [index, { register, time, content }] of entries.entries()) {
        const requestId = `id-${index}`
        const name = `${time}-${register}-${requestId}${seal.extension}`
        const path = join(spool, 'pending', name)
        const text = (changes: Record<string, unknown> = {}) =>
          writeRecord({ ...recordOf(requestId), isDerivedId: true, ...changes })
        const bytes = Buffer.from(seal.close(text(), name))
        if (typeof content === 'object') {
          plans.set(requestId, { moods: [...content.moods], end: content.end })
          writeFileSync(path, bytes)
          continue
        }
        odd.push(name)
        if (typeof content === 'number') writeFileSync(path, bytes.subarray(0, content * bytes.length))
        // Encrypted and swapped with another, or clear beside a key; without one, of another merchant.
        else if (content === 'unlike the others')
          writeFileSync(path, isSealed && index % 2 ? seal.close(text(), 'another') : text({ merchant: 'another' }))
        else oddFiles[content]!(path, text)
      }
      const good = new Map(
        [...plans].map(([requestId, { end, moods }]) => [requestId, { end, tries: moods.length + 1 }]),
      )

      const log: LogEntry[] = []
      const options = { ...service.options, spool, spoolKey: key, log: (line: LogEntry) => void log.push(line) }
      const till = await openTill(options, { replays: false, chance: () => 0 })
      // Each brings every receipt one try further, or ends with three failures in a row.
      for (let rounds = 0; rounds < 60 && (await till.flush()).left > 0; rounds++);
      const status = await till.status()
      await till.close()

      const names = (folder: string) => readdirSync(join(spool, folder)).filter(isReceiptName)
      const inFolder = (folder: string) =>
        names(folder)
          .filter(name => !odd.includes(name))
          .map(name => /id-\d+/.exec(name)?.[0])
      const expected = (...wanted: string[]) =>
        [...good].filter(([, { end }]) => wanted.includes(end)).map(([id]) => id)
      expect(names('pending')).toEqual([])
      expect(inFolder('sent').sort()).toEqual(expected('200', '409').sort())
      expect(inFolder('refused').sort()).toEqual(expected('422', '400').sort())
      expect([...accepted].sort()).toEqual(
        expected('200')
          .map(id => [id, 1])
          .sort(),
      )
      for (const name of odd) {
        expect(lstatSync(join(spool, 'refused', name))).toBeDefined()
        expect(log.filter(({ file }) => file === name)).toHaveLength(1)
      }
      expect(status.odd.map(({ file }) => file).sort()).toEqual(odd.sort())
      for (const { requestId } of service.posted()) expect(good.has(requestId)).toBe(true)
      // A cut connection may be an old one, so it is tried twice.
      const tries = [...good.values()].reduce((sum, { tries }) => sum + tries, 0)
      expect(service.posted().length).toBeLessThanOrEqual(2 * tries)
      rmSync(spool, { recursive: true })
    }),
    { numRuns: tries(40) },
  )
})
