import { describe, expect, test } from 'vitest'
import { wholeReach } from '../../src/basics/reach.ts'
import type { TillHour } from '../../src/database/statistics/read-sums.ts'
import { between } from '../../src/statistics/counting/dimensions.ts'
import { otherName } from '../../src/statistics/folding/labels.ts'
import { silentTills } from '../../src/statistics/silent-tills.ts'
import { fewDatabases, receipt, startService } from '../support/service.ts'

const hour = 3_600_000

/** A Monday in Toronto, five hours behind UTC, four weeks ago. */
const start = Date.UTC(2026, 9, 26, 5)

const weekOf = (at: number) => Math.floor((at - start) / (7 * 24 * hour))
const dayOf = (at: number) => Math.floor((at - start) / (24 * hour)) % 7
const hourOf = (at: number) => Math.floor((at - start) / hour) % 24

/** When the shop is open: from ten to eight, not on Sundays. */
const isOpen = (at: number) => dayOf(at) < 6 && hourOf(at) >= 10 && hourOf(at) < 20

/** A till's hours from the start until an instant, by how many receipts an hour has. */
function sales(register: string, until: number, receiptsAt: (at: number) => number, store = 'S'): TillHour[] {
  const rows: TillHour[] = []
  for (let at = start; at < until; at += hour) {
    const receipts = receiptsAt(at)
    if (receipts > 0) rows.push({ name: `${store}${between}${register}`, hour_start: at, utc_offset: -300, receipts })
  }
  return rows
}

const steady = (at: number) => (isOpen(at) ? 6 : 0)

/** Four weeks later: day 0 is Monday; with an hour by the shop's clock. */
const at = (day: number, oclock: number) => start + ((28 + day) * 24 + oclock) * hour

describe('tills that have gone silent', () => {
  test.each([
    ['at night', at(1, 4), at(0, 20)],
    ['on a Sunday', at(6, 15), at(5, 20)],
    ['before the first sale of a Monday', at(7, 10.5), at(5, 20)],
    ['after an hour with nothing', at(1, 15), at(1, 14)],
  ])('a shop isn’t silent %s', (_, now, last) => {
    expect(silentTills(sales('1', last, steady), now)).toEqual([])
  })

  test('a shop whose receipts stop in the middle of a day is silent within two hours', () => {
    const rows = sales('1', at(1, 13), steady)
    expect(silentTills(rows, at(1, 14.5))).toEqual([])
    expect(silentTills(rows, at(1, 15))).toEqual([
      { storeId: 'S', since: at(1, 13), lastDay: Date.UTC(2026, 10, 24) / (24 * hour), missing: 12 },
    ])
  })

  test('a holiday in the weeks before doesn’t hide it, and a shop that often closes early isn’t silent then', () => {
    const withHoliday = (when: number) => (weekOf(when) === 2 && dayOf(when) === 3 ? 0 : steady(when))
    expect(silentTills(sales('1', at(1, 13), withHoliday), at(1, 16))).toHaveLength(1)
    const closesEarly = (when: number) => (dayOf(when) === weekOf(when) % 3 && hourOf(when) >= 15 ? 0 : steady(when))
    expect(silentTills(sales('1', at(3, 15), closesEarly), at(3, 20))).toEqual([])
  })

  test('one till of a shop is measured by what the others sell', () => {
    const [first, second] = [sales('1', at(2, 12), steady), sales('2', at(1, 15), steady)]
    expect(silentTills([...first, ...second], at(1, 16))).toEqual([])
    const silent = silentTills([...first, ...second], at(2, 12))
    expect(silent).toMatchObject([{ storeId: 'S', register: '2', since: at(1, 15), missing: 42 }])
    // Closed for a week: no till of it is silent, but the whole shop is.
    expect(silentTills([...first, ...sales('2', at(2, 12), steady)], at(9, 12))).toMatchObject([{ storeId: 'S' }])
  })

  test('a till that is only opened when it is busy isn’t silent in between', () => {
    const busy = (when: number) => (dayOf(when) === 5 && isOpen(when) ? 8 : 0)
    const rows = [...sales('1', at(4, 20), steady), ...sales('2', at(4, 20), busy)]
    expect(silentTills(rows, at(4, 20))).toEqual([])
  })

  test('a till with few receipts is silent after so many days that ten are missing', () => {
    const rare = (when: number) => (isOpen(when) && hourOf(when) % 5 === 0 ? 1 : 0)
    const rows = sales('1', at(0, 20), rare)
    expect(silentTills(rows, at(5, 10))).toEqual([])
    expect(silentTills(rows, at(7, 10))).toMatchObject([{ missing: 10 }])
  })

  test('the shop that lacks most is first; one that is new, and what isn’t a till’s, is none', () => {
    const rows = [
      ...sales('1', at(1, 13), steady, 'A'),
      ...sales('1', at(0, 13), steady, 'B'),
      ...sales('1', at(0, 13), when => (weekOf(when) > 3 ? 90 : 0), 'new'),
      ...sales('1', at(1, 13), steady, 'C').map(row => ({ ...row, name: otherName })),
    ]
    expect(silentTills(rows, at(1, 18)).map(({ storeId }) => storeId)).toEqual(['B', 'A'])
    expect(silentTills([], at(1, 18))).toEqual([])
  })

  test('a till with a clock far ahead doesn’t hide that it stopped', () => {
    const ahead = { name: `S${between}1`, hour_start: at(60, 12), utc_offset: -300, receipts: 1 }
    expect(silentTills([...sales('1', at(1, 13), steady), ahead], at(1, 16))).toHaveLength(1)
  })
})

test.each(fewDatabases)('the console tells of them, before and after receipts are folded, on %s', async database => {
  let clock = Date.UTC(2026, 10, 20, 12, 30)
  await using shop = await startService({ database, withoutWorker: true, now: () => clock })
  const { silentTills: asked } = shop.service.statistics
  const sell = async (day: number, oclock: number, count: number) => {
    for (let sale = 0; sale < count; sale++)
      await shop.create(
        receipt({
          transactionNumber: `${day}-${oclock}-${sale}`,
          receiptDateTime: `2026-11-${day}T${oclock}:15:00Z`,
          workstation: { id: '4', store: { id: 'S', name: 'Queen Street', address: {} } },
        }),
      )
  }
  for (const day of [13, 14, 15, 16, 17, 18, 19]) await sell(day, 12, 12)
  expect(await asked(wholeReach('demo'))).toEqual([])
  clock = Date.UTC(2026, 10, 20, 14)
  const silent = { storeId: 'S', since: Date.UTC(2026, 10, 19, 13), lastDay: Date.UTC(2026, 10, 19) / 86_400_000 }
  expect(await asked(wholeReach('demo'))).toMatchObject([silent])
  await shop.service.fold.finish()
  expect(await asked(wholeReach('demo'))).toMatchObject([{ ...silent, storeName: 'Queen Street' }])
  expect(await asked(wholeReach('alder'))).toEqual([])
  await sell(20, 12, 1)
  expect(await asked(wholeReach('demo'))).toEqual([])
})
