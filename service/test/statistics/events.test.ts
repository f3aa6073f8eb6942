import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import type { Database } from '../../src/database/database.ts'
import { readBucketKey } from '../../src/statistics/counting/bucket-key.ts'
import { fieldNameOf, readChange } from '../../src/statistics/counting/change.ts'
import { between } from '../../src/statistics/counting/dimensions.ts'
import { createEvents } from '../../src/statistics/counting/events.ts'

const boston = { merchantId: 'alder', timeZone: 'America/New_York' }

/** Events with a clock of the test's own, and the rows that they write. */
function counting() {
  const rows: { merchant_id: string; place: string; body: string }[] = []
  const table = { values: (some: typeof rows) => ({ execute: async () => rows.push(...some) }) }
  const db = { insertInto: () => table } as unknown as Database
  const clock = { now: Date.parse('2026-11-28T03:20:00Z') }
  const events = createEvents(db, { log: openLog('silent'), now: () => clock.now })
  onTestFinished(() => events.stop())
  return { events, rows, clock }
}

test('refusals count once each, and once for each field with its first problem', async () => {
  const { events, rows } = counting()
  const problems = [{ message: 'must be a number' }, { message: 'is too large' }]
  events.refused(boston, { 'receipt.items[3].total': problems, 'receipt.items[7].total': problems } as never)
  events.refused(boston, { 'receipt.Ada': [{ message: 'x'.repeat(200) }] } as never)
  await events.flush()
  expect(rows).toHaveLength(1)
  expect(readChange(rows[0]?.body ?? '')).toEqual({
    adds: {},
    isEvent: true,
    parts: [
      ['refusal', '', '', 0, 2],
      ['refusal', `receipt.items[].total${between}must be a number`, '', 0, 2],
      ['refusal', `receipt.…${between}${'x'.repeat(120)}`, '', 0, 1],
    ],
  })
})

test('of a till that sends nonsense in every field, twenty count', async () => {
  const { events, rows } = counting()
  const fields = Object.keys({ ...Array(30).fill(0) }).map(key => [`f${key}`, [{ message: `wrong ${key}` }]])
  events.refused(boston, Object.fromEntries(fields))
  await events.flush()
  expect(readChange(rows[0]?.body ?? '').parts).toHaveLength(1 + 20)
})

test('events count for their merchant on the day of its zone, and nothing is written twice', async () => {
  const { events, rows, clock } = counting()
  events.validated(boston, ['valid', 'valid', 'no_such_domain'])
  events.validated({ ...boston, merchantId: 'finch' }, ['valid'])
  clock.now += 2 * 3_600_000
  events.validated(boston, ['valid'])
  await events.flush()
  await events.flush()
  expect(
    rows.map(({ merchant_id, place, body }) => [merchant_id, readBucketKey(place).day, readChange(body).parts]),
  ).toEqual([
    [
      'alder',
      20_784,
      [
        ['validation', 'valid', '', 0, 2],
        ['validation', 'no_such_domain', '', 0, 1],
      ],
    ],
    ['finch', 20_784, [['validation', 'valid', '', 0, 1]]],
    ['alder', 20_785, [['validation', 'valid', '', 0, 1]]],
  ])
})

test.each([
  ['receipt.items[12].quantity.value', 'receipt.items[].quantity.value'],
  // Whatever a till has made up may hold anything.
  ['receipt.customer.ada@example.com', 'receipt.customer.….…'],
  ['storeId', '…'],
  ['limit', 'limit'],
  ['receipt.items[0].items[0].items[0].items[0].items[0].items[0].items[0].name', `receipt${'.items[]'.repeat(7)}`],
])('a field is named without what a till has made up: %s', (path, name) => {
  expect(fieldNameOf(path, new Set(['limit']))).toBe(name)
})
