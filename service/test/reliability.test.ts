import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { thorough } from '../../test/support/scope.ts'
import { withDatabase } from '../reliability/kill/audit.ts'
import { isKept } from '../reliability/kill/cell.ts'
import { killMatrix, pointsTogether } from '../reliability/kill/matrix.ts'
import { storedReceipt } from '../reliability/kill/points/rows.ts'
import { recount } from '../reliability/kill/recount.ts'
import { pageOf } from '../reliability/page.ts'
import { seeded } from '../reliability/random.ts'
import { joined, readRecords } from '../reliability/record.ts'
import { play } from '../reliability/reliability.ts'
import { mailConcurrency } from '../reliability/scenarios/kill.ts'
import { resendRace } from '../reliability/scenarios/resend-race.ts'
import { writeChange } from '../src/statistics/counting/change.ts'
import { prefetchPerConnection } from '../src/worker/concurrency.ts'
import { fewDatabases, makePlace } from './support/service.ts'

thorough(
  'kills under load, counts and reports',
  async () => {
    const told: string[] = []
    const kills = 3
    const run = { cycles: kills, samples: 0, requests: 0, mails: 0, seconds: 0, seed: 7, calm: true }
    const [found] = await play({ ...run, only: 'kill-anywhere-sqlite' }, line => void told.push(line))
    const named = Object.fromEntries(found?.columns.map((name, at) => [name, found.rows[0]?.[at]]) ?? [])
    expect(found?.kept).toBe(true)
    expect(named).toMatchObject({ times: String(kills), lost: '0', 'mails lost': '0' })
    expect(Number(named.receipts)).toBeGreaterThan(kills)
    // A kill may repeat every mail in hand.
    expect(Number(named['mailed again'])).toBeLessThanOrEqual(kills * mailConcurrency * prefetchPerConnection)
    expect(told[0]).toBe('kill-anywhere-sqlite …')
    expect(told[1]).toContain('| scenario ')
    expect(told[1]).toMatch(/\nkept\n$/)
  },
  300_000,
)

test('resends one receipt as often as is allowed', async () => {
  const race = await resendRace('SQLite')
  expect([race?.kept, race?.note]).toEqual([true, '19 of 150 accepted'])
}, 300_000)

// Side by side: both wait for mails and folds.
test.concurrent.for(fewDatabases)(
  'killed at each point, it loses nothing, on %s',
  { timeout: 600_000 },
  async (database, { expect }) => {
    const cells = await killMatrix(database, { kills: 1, seed: 7, played: pointsTogether })
    expect([...(cells ?? [])].filter(([, cell]) => !isKept(cell))).toEqual([])
    expect([...(cells ?? [])].map(([name, { kills }]) => [name, kills])).toEqual([
      ['in the work', 6],
      ['in a migration', 1],
      ['in a cleanup', 1],
      ['in a fold', 1],
    ])
  },
)

test('an audit would notice', () => {
  const cell = { kills: 1, accepted: 3, recoveries: [], lost: 0, neverMailed: 0, copies: 1, interrupted: 1, strays: 0 }
  expect(isKept(cell)).toBe(true)
  for (const broken of [{ lost: 1 }, { neverMailed: 1 }, { copies: 2 }, { strays: 1 }, { accepted: 0 }])
    expect(isKept({ ...cell, ...broken })).toBe(false)
})

test('a part that is run by itself takes the place of its rows only', () => {
  const ran = (command: string) => ({ command, date: '2026-11-22', minutes: 1, machine: 'any' })
  const finding = (rows: string[][], kept = true) =>
    ({ part: 'kills', columns: ['killed', 'kills'], rows, kept }) as const
  const first = joined(
    undefined,
    'kill',
    ran('all'),
    finding(
      [
        ['in a PDF', '50'],
        ['in a fold', '50'],
      ],
      false,
    ),
  )
  const second = joined(
    first,
    'kill',
    ran('a fold'),
    finding([
      ['in a fold', '200'],
      ['in a sale', '200'],
    ]),
  )
  expect(second.rows).toEqual([
    ['in a PDF', '50'],
    ['in a fold', '200'],
    ['in a sale', '200'],
  ])
  expect(second.runs.map(({ command, kept, of }) => [command, kept, of])).toEqual([
    ['all', false, ['in a PDF']],
    ['a fold', true, ['in a fold', 'in a sale']],
  ])
  const third = joined(second, 'kill', ran('a PDF'), finding([['in a PDF', '200']]))
  expect(third.runs.map(({ command }) => command)).toEqual(['a fold', 'a PDF'])
})

test('the page has the last findings', () => {
  expect(readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')).toBe(pageOf(readRecords()))
})

test('draws the same numbers from the same seed', () => {
  const [one, other, third] = [seeded(42), seeded(42), seeded(43)]
  const drawn = Array.from({ length: 1000 }, one)
  expect(Array.from({ length: 1000 }, other)).toEqual(drawn)
  expect(Array.from({ length: 1000 }, third)).not.toEqual(drawn)
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn)).toBeLessThan(1)
  expect(drawn.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1)
})

test('a recount would notice a receipt that counts in no figure', async () => {
  const place = await makePlace('SQLite')
  onTestFinished(() => place.remove())
  const put = (isCounted: boolean) =>
    withDatabase(place.settings, async db => {
      const { record, change } = storedReceipt(`recount-${isCounted}`, Date.now())
      await db.insertInto('receipts').values(record).execute()
      const delta = { merchant_id: 'demo', kept: 0, place: record.statistics_place ?? '', body: writeChange(change) }
      if (isCounted) await db.insertInto('statistics_deltas').values(delta).execute()
    })
  await put(true)
  const { wrong, rows } = await recount(place.settings)
  expect([wrong, rows > 0]).toEqual([0, true])
  await put(false)
  expect((await recount(place.settings)).wrong).toBeGreaterThan(0)
})
