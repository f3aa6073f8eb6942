import { describe, expect, test } from 'vitest'
import { localTimeOf, zoneOffsetAt } from '../../../src/locale/format/date.ts'
import { createFormat } from '../../../src/locale/format/format.ts'
import { parseDateTime } from '../../../src/standards/iso8601.ts'
import fc from '../../support/fast-check.ts'

const HOUR = 3_600_000
const local = (text: string, timeZone?: string) => {
  const { clock, offset } = localTimeOf(parseDateTime(text)!, timeZone)
  return [new Date(clock).toISOString().slice(0, 16), offset === undefined ? undefined : offset / HOUR]
}

describe('the time a receipt prints', () => {
  test.each([
    ['2026-06-07T23:30:00-05:00', 'Asia/Tokyo', '2026-06-07T23:30', -5],
    ['2026-06-07T23:30:00', undefined, '2026-06-07T23:30', undefined],
    ['2026-06-07T23:30:00', 'America/Toronto', '2026-06-07T23:30', -4],
    ['2026-06-07T23:30:00Z', undefined, '2026-06-07T23:30', 0],
    ['2026-06-07T23:30:00Z', 'Asia/Kolkata', '2026-06-08T05:00', 5.5],
    ['2026-06-07T02:00:00+00:00', 'America/St_Johns', '2026-06-06T23:30', -2.5],
    ['2026-06-07', 'Asia/Tokyo', '2026-06-07T00:00', 9],
    // Clocks in Toronto go back at 02:00: 01:30 comes twice.
    ['2026-11-01T01:30', 'America/Toronto', '2026-11-01T01:30', -4],
    ['2026-11-01T06:30Z', 'America/Toronto', '2026-11-01T01:30', -5],
    // They skip 02:30 in March.
    ['2026-03-08T02:30', 'America/Toronto', '2026-03-08T02:30', -5],
    ['2026-03-08T03:30', 'America/Toronto', '2026-03-08T03:30', -4],
  ])('%s in %s', (text, zone, clock, offset) => {
    expect(local(text, zone)).toEqual([clock, offset])
  })

  test.each([
    ['Asia/Kathmandu', '2026-06-07T12:00Z', 5.75],
    ['Pacific/Chatham', '2026-06-07T12:00Z', 12.75],
    ['Australia/Lord_Howe', '2026-06-07T12:00Z', 10.5],
    ['Australia/Lord_Howe', '2026-12-07T12:00Z', 11],
    ['Africa/Casablanca', '2026-03-01T12:00Z', 0],
    ['Africa/Casablanca', '2026-06-07T12:00Z', 1],
    ['Pacific/Apia', '2011-12-30T09:45Z', -10],
    ['Pacific/Apia', '2011-12-30T10:15Z', 14],
  ])('%s at %s', (zone, at, hours) => {
    expect(zoneOffsetAt(Date.parse(at), zone) / HOUR).toBe(hours)
  })

  test('an offset changes at the quarter hour it changes', () => {
    // Chatham's clocks change at 02:45 UTC+12:45, which is 14:00 UTC; Lord Howe's at 02:00 UTC+11, which is 15:00 UTC.
    for (const [zone, at] of [
      ['Pacific/Chatham', '2026-04-04T14:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
    ] as const) {
      const change = Date.parse(at)
      expect(zoneOffsetAt(change - 60_000, zone)).not.toBe(zoneOffsetAt(change, zone))
    }
  })

  test('is on the day that is printed', () => {
    const zones = ['America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Chatham', 'UTC', undefined]
    const format = (timeZone: string | undefined) => createFormat('en-US', timeZone === undefined ? {} : { timeZone })
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2001-01-01'), max: new Date('2037-01-01'), noInvalidDate: true }),
        fc.constantFrom('', 'Z', '+00:00', '-05:00', '+05:45', '+14:00'),
        fc.constantFrom(...zones),
        (date, offset, zone) => {
          const text = date.toISOString().slice(0, 19) + offset
          const { clock } = localTimeOf(parseDateTime(text)!, zone)
          expect(format(zone).date(text)).toBe(format(undefined).date(new Date(clock).toISOString().slice(0, 10)))
        },
      ),
    )
  })
})
