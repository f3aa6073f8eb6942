import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { isExhaustive, isSampled, thorough } from '../../test/support/scope.ts'
import { pageFile, withFinding } from '../reliability/finding.ts'
import { isKept, recount, withDatabase } from '../reliability/kill/audit.ts'
import { isReported, killWhileReporting, reportPoints } from '../reliability/kill/in-a-report.ts'
import { killWhilePosting, postPoints } from '../reliability/kill/in-a-webhook.ts'
import { workPoints } from '../reliability/kill/in-the-work.ts'
import { killMatrix, pointsTogether } from '../reliability/kill/matrix.ts'
import { seeded } from '../reliability/random.ts'
import { play } from '../reliability/reliability.ts'
import { writeChange } from '../src/statistics/counting/change.ts'
import { storedReceipt } from './support/records.ts'
import { databases, fewDatabases, makePlace } from './support/service.ts'

const noRun = { cycles: 0, events: 0, samples: 0, requests: 0, mails: 0, seed: 1 }

thorough(
  'killed at any moment under load, it loses nothing, which the run tells',
  async () => {
    const told: string[] = []
    const run = { cycles: 3, events: 0, samples: 0, requests: 0, mails: 0, seed: 7 }
    const [found] = await play({ ...run, only: 'kill-points-sqlite', point: 'anywhere' }, line => void told.push(line))
    const named = Object.fromEntries(found?.columns.map((name, at) => [name, found.rows[0]?.[at]]) ?? [])
    expect(found?.kept).toBe(true)
    expect(named).toMatchObject({ killed: 'anywhere', kills: '3', lost: '0', 'mails lost': '0', astray: '0' })
    expect(Number(named.receipts)).toBeGreaterThan(3)
    // A kill may repeat every mail in hand.
    expect(Number(named['mailed again'])).toBeLessThanOrEqual(Number(named['at most']))
    expect(told[0]).toBe('kill-points-sqlite …')
    expect(told[1]).toContain('| killed ')
    expect(told[1]).toMatch(/\nkept\n$/)
  },
  300_000,
)

// At the other points, in a migration and in a cleanup by `npm run reliability`: that a migration which breaks off leaves nothing is
// migrate.test.ts, and what is left of what was erased, privacy.test.ts.
test.for(fewDatabases)(
  'killed at points of its work, it loses nothing, on %s',
  { timeout: 600_000 },
  async (database, { expect }) => {
    const inWork = workPoints.filter((_, at) => isSampled(at, 1))
    const cells = await killMatrix(database, { kills: 1, seed: 7, played: pointsTogether(inWork) })
    expect([...(cells ?? [])].filter(([, cell]) => !isKept(cell))).toEqual([])
    expect([...(cells ?? [])].map(([name, { kills }]) => [name, kills])).toEqual([['in the work', inWork.length]])
  },
)

// Of webhooks and reports each night: what a dead process had in hand is done once by queue.test.ts, scheduled/reports.test.ts and
// webhooks/states.test.ts, which need no process that dies.
test.runIf(isExhaustive).for(databases)(
  'killed while it posts to receivers that fail by turns, it loses no message and keeps their order, on %s',
  { timeout: 600_000 },
  async (database, { expect }) => {
    const events = 60 * postPoints.length
    const found = await killWhilePosting(database, postPoints)({ ...noRun, cycles: 1, events, seed: 7 }, () => {})
    expect(found?.rows).toMatchObject([
      // With little left, the last trap may never be met.
      [
        'at each point',
        database,
        expect.stringMatching(new RegExp(`^(${postPoints.length - 1}|${postPoints.length})$`)),
        String(events),
        '0',
        '0',
        expect.any(String),
        '0',
        expect.any(String),
      ],
    ])
    expect(found?.kept).toBe(true)
  },
)

test.runIf(isExhaustive).for(databases)(
  'killed while it makes and mails reports, it makes each once and mails it once, on %s',
  { timeout: 600_000 },
  async (database, { expect }) => {
    const found = await killWhileReporting(database, reportPoints)({ ...noRun, cycles: 1, seed: 7 }, () => {})
    const kills = String(reportPoints.length)
    const mails = String(reportPoints.length * 6)
    expect(found?.rows).toMatchObject([
      ['at each point', database, kills, mails, '0', '0', expect.any(String), '0', expect.any(String)],
    ])
    expect(found?.kept).toBe(true)
  },
)

test('an audit would notice', () => {
  const told = { kills: 8, mails: 48, lost: 0, doubles: 0, copies: 1, interrupted: 1, strays: 0, recoveries: [] }
  expect(isReported(told)).toBe(true)
  for (const broken of [{ lost: 1 }, { doubles: 1 }, { copies: 2 }, { strays: 1 }, { mails: 0 }])
    expect(isReported({ ...told, ...broken })).toBe(false)

  const cell = { kills: 1, accepted: 3, recoveries: [], lost: 0, neverMailed: 0, copies: 1, interrupted: 1, strays: 0 }
  expect(isKept(cell)).toBe(true)
  for (const broken of [{ lost: 1 }, { neverMailed: 1 }, { copies: 2 }, { strays: 1 }, { accepted: 0 }])
    expect(isKept({ ...cell, ...broken })).toBe(false)
})

test('a part that is run by itself takes the place of its rows and runs only', () => {
  const finding = (rows: string[][], kept = true) =>
    ({ part: 'kills', columns: ['killed', 'database', 'kills'], rows, kept }) as const
  const run = (point?: string) => {
    const ofPoint = point === undefined ? '' : ` --point "${point}"`
    const command = `npm run reliability -- --only kill-points-sqlite --cycles 1${ofPoint}`
    return { scenario: 'kill-points-sqlite', command, began: 0, point }
  }
  const rowsOf = (page: string) => page.match(/^\| in .*/gm)?.map(line => line.split(/ *\| */).slice(1, 4))
  const runsOf = (page: string) => page.match(/^- .*/gm)
  const empty = 'Words.\n\n<!-- kills -->\n\n<!-- end of kills -->\n\nMore words.\n'
  const first = withFinding(
    empty,
    finding(
      [
        ['in a PDF', 'SQLite', '50'],
        ['in a fold', 'SQLite', '50'],
        ['in a fold', 'PostgreSQL', '50'],
      ],
      false,
    ),
    run(),
    'yesterday',
  )
  expect(first).toMatch(/^Words\.\n\n<!-- kills -->\n\n\| killed /)
  expect(first).toMatch(/a promise was broken\*\*\n\n<!-- end of kills -->\n\nMore words\.\n$/)
  const rows = [
    ['in a fold', 'SQLite', '200'],
    ['in a sale', 'SQLite', '200'],
  ]
  const second = withFinding(first, finding(rows), run('fold'), 'today')
  expect(rowsOf(second)).toEqual([
    ['in a PDF', 'SQLite', '50'],
    ['in a fold', 'SQLite', '200'],
    ['in a fold', 'PostgreSQL', '50'],
    ['in a sale', 'SQLite', '200'],
  ])
  expect(runsOf(second)).toEqual([
    `- \`${run().command}\`: yesterday — **a promise was broken**`,
    `- \`${run('fold').command}\`: today`,
  ])
  const third = withFinding(second, finding([['in a fold', 'SQLite', '300']]), run('fold'), 'later')
  expect(runsOf(third)).toEqual([runsOf(first)?.[0], `- \`${run('fold').command}\`: later`])
  const fourth = withFinding(third, finding([['in a PDF', 'SQLite', '200']]), run(), 'at last')
  expect(runsOf(fourth)).toEqual([`- \`${run().command}\`: at last`])
})

test('the page has a place and a finding for each part', () => {
  const page = readFileSync(pageFile, 'utf8')
  for (const part of ['kills', 'database', 'faults', 'fuzz', 'http', 'soak'])
    expect(page).toMatch(new RegExp(`\n<!-- ${part} -->\n\n\\| [\\s\\S]+\n- \`[^\n]+\n\n<!-- end of ${part} -->\n`))
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
