import { zoneOffsetAt } from 'counterfoil/internal'
import { describe, expect, test } from 'vitest'
import fc from '../../../test/support/fast-check.ts'
import { isSampled, tries } from '../../../test/support/scope.ts'
import {
  boundsOf,
  dateOf,
  dayLength,
  dayOf,
  hoursOf,
  isoIn,
  periodAt,
  startOfDay,
  weekOf,
} from '../../src/statistics/answers/periods.ts'
import { momentOf } from '../../src/statistics/counting/bucket-key.ts'

const day = (text: string) => dayOf(text)!

describe('days and hours', () => {
  test.each([
    ['America/Toronto', '2026-03-08', 23],
    ['America/Toronto', '2026-11-01', 25],
    ['America/Toronto', '2026-07-01', 24],
    ['America/St_Johns', '2026-11-01', 25],
    ['Asia/Kolkata', '2026-11-01', 24],
    // Clocks go by half an hour: an hour of 30 minutes, and one that comes twice.
    ['Australia/Lord_Howe', '2026-10-04', 24],
    ['Australia/Lord_Howe', '2026-04-05', 25],
    // From 03:45 back to 02:45: parts of 02:00 and 03:00 come twice.
    ['Pacific/Chatham', '2026-04-05', 26],
    // Ramadan in Casablanca: clocks go back on 15 February 2026.
    ['Africa/Casablanca', '2026-02-15', 25],
    // Clocks skip midnight in Cairo.
    ['Africa/Cairo', '2026-04-24', 23],
  ])('%s has on %s %i hours', (zone, date, count) => {
    const hours = hoursOf(day(date), day(date), zone)
    expect(hours).toHaveLength(count)
    expect(new Set(hours.map(({ hour }) => `${hour?.start} ${hour?.offset}`)).size).toBe(count)
    expect(hours.every(hour => dateOf(hour.day) === date)).toBe(true)
  })

  test('a day that a zone skips is empty', () => {
    expect(hoursOf(day('2011-12-30'), day('2011-12-30'), 'Pacific/Apia')).toEqual([])
    expect(hoursOf(day('2011-12-31'), day('2011-12-31'), 'Pacific/Apia')).toHaveLength(24)
  })

  test('begin and end where clocks of the zone say', () => {
    expect(isoIn('America/Toronto', startOfDay(day('2026-03-08'), 'America/Toronto'))).toBe('2026-03-08T00:00:00-05:00')
    expect(isoIn('America/Toronto', startOfDay(day('2026-03-09'), 'America/Toronto'))).toBe('2026-03-09T00:00:00-04:00')
    expect(isoIn('Africa/Cairo', startOfDay(day('2026-04-24'), 'Africa/Cairo'))).toBe('2026-04-24T01:00:00+03:00')
    expect(isoIn('Asia/Kathmandu', startOfDay(day('2026-04-24'), 'Asia/Kathmandu'))).toBe('2026-04-24T00:00:00+05:45')
  })

  test.each([
    ['Pacific/Chatham', '2026-04-05', '2026-04-05T03:00:00+13:45 2026-04-05T03:45:00+13:45'],
    ['Pacific/Chatham', '2026-04-05', '2026-04-05T02:45:00+12:45 2026-04-05T03:00:00+12:45'],
    ['Pacific/Chatham', '2026-09-27', '2026-09-27T02:00:00+12:45 2026-09-27T02:45:00+12:45'],
    ['Pacific/Chatham', '2026-09-27', '2026-09-27T03:45:00+13:45 2026-09-27T04:00:00+13:45'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-05T01:30:00+10:30 2026-04-05T02:00:00+10:30'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-04T02:30:00+11:00 2026-10-04T03:00:00+11:00'],
  ])('%s has on %s the part of an hour %s', (zone, date, part) => {
    const bounds = boundsOf({ from: day(date), to: day(date), shownZone: zone }, 0)
    const parts = hoursOf(day(date), day(date), zone).map((hour, index) => bounds(hour, String(index)))
    expect(parts.map(({ start, end }) => `${start} ${end}`)).toContain(part)
  })

  test('of every zone, each hour of 2020 to 2030 begins where the last one ended', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((_, at) => isSampled(at))
    const broken = zones.flatMap(zone =>
      changesOf(zone).flatMap(at => {
        const hours = hoursOf(at - 1, at + 8, zone).map(({ hour }) => hour!)
        const isWhole = hours[0]!.start === startOfDay(at - 1, zone) && hours.at(-1)!.end === startOfDay(at + 9, zone)
        const isJoined = hours.every(({ start, end }, index) => {
          const next = hours[index + 1]
          return end > start && end - start <= 3_600_000 && (!next || next.start === end)
        })
        return isWhole && isJoined ? [] : [`${zone} ${dateOf(at)}`]
      }),
    )
    expect(broken).toEqual([])
  })

  test('every moment of a zone is in an hour of its day', () => {
    const zones = [
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
      'Africa/Casablanca',
      'Asia/Kathmandu',
      'UTC',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (zone, date) => {
          const moment = momentOf(date.toISOString(), zone)
          const hours = hoursOf(moment.day, moment.day, zone)
          const at = date.getTime()
          const found = hours.filter(({ hour }) => hour!.start <= at && at < hour!.end)
          expect(found.map(({ hour }) => hour?.offset)).toEqual([moment.utcOffset])
        },
      ),
      { numRuns: tries(300) },
    )
  })

  test('a receipt counts on the day that it prints', () => {
    const on = (text: string, zone?: string) => dateOf(momentOf(text, zone).day)
    expect(on('2026-06-07T23:30:00-05:00')).toBe('2026-06-07')
    expect(on('2026-06-07T23:30:00-05:00', 'Asia/Tokyo')).toBe('2026-06-07')
    expect(on('2026-06-07T23:30:00')).toBe('2026-06-07')
    expect(on('2026-06-07T23:30:00Z', 'Asia/Kolkata')).toBe('2026-06-08')
    expect(on('2026-06-07T00:30:00Z', 'America/St_Johns')).toBe('2026-06-06')
    expect(on('1969-12-31T23:30:00')).toBe('1969-12-31')
  })
})

/** The weeks of 2020 to 2030 in which a zone's clock is changed, by their first day. */
function changesOf(zone: string): number[] {
  const offsetAt = (at: number) => zoneOffsetAt(at * dayLength, zone)
  const weeks = Array.from({ length: 575 }, (_, week) => day('2020-01-01') + 7 * week)
  return weeks.filter(first => offsetAt(first) !== offsetAt(first + 7))
}

describe('weeks and months', () => {
  test('of all kinds of weeks, each day is in one', () => {
    expect(dateOf(weekOf(day('2026-11-22'), 0))).toBe('2026-11-16')
    expect(dateOf(weekOf(day('2026-11-22'), 6))).toBe('2026-11-22')
    expect(dateOf(weekOf(day('2026-11-21'), 6))).toBe('2026-11-15')
    expect(dateOf(weekOf(day('1969-12-30'), 0))).toBe('1969-12-29')
  })

  test('months end where the next begins', () => {
    const about = { from: day('2024-02-10'), to: day('2024-03-02'), weekStart: 0 }
    const month = periodAt('month', day('2024-02-29'), about)
    expect([dateOf(month.day), dateOf(month.endDay)]).toEqual(['2024-02-01', '2024-03-01'])
  })
})
