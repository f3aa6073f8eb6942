import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DateTime, instantOf, parseDateTime } from '../../src/standards/iso8601.ts'

const date = { year: 2026, month: 11, day: 20 }

describe('a date-time of ISO 8601 is read as it was written', () => {
  it.each<[string, DateTime]>([
    ['2026-11-20', date],
    ['2026-11-20T23:30', { ...date, hour: 23, minute: 30 }],
    ['2026-11-20T23:30:05', { ...date, hour: 23, minute: 30, second: 5 }],
    ['2026-11-20 23:30:05', { ...date, hour: 23, minute: 30, second: 5 }],
    ['2026-11-20T23:30:05Z', { ...date, hour: 23, minute: 30, second: 5, offset: 'Z' }],
    ['2026-11-20t23:30:05z', { ...date, hour: 23, minute: 30, second: 5, offset: 'Z' }],
    ['2026-11-20T23:30Z', { ...date, hour: 23, minute: 30, offset: 'Z' }],
    ['2026-11-20T23:30:05+05:30', { ...date, hour: 23, minute: 30, second: 5, offset: '+05:30' }],
    ['2026-11-20T23:30:05-0500', { ...date, hour: 23, minute: 30, second: 5, offset: '-05:00' }],
    ['2026-11-20T23:30:05+05', { ...date, hour: 23, minute: 30, second: 5, offset: '+05:00' }],
    ['2026-11-20T23:30:05.123999999Z', { ...date, hour: 23, minute: 30, second: 5, millisecond: 123, offset: 'Z' }],
    ['2026-11-20T23:30:05,5Z', { ...date, hour: 23, minute: 30, second: 5, millisecond: 500, offset: 'Z' }],
    ['2026-11-20T23:59:60Z', { ...date, hour: 23, minute: 59, second: 59, offset: 'Z' }],
    ['2026-11-20T00:00:00+14:00', { ...date, hour: 0, minute: 0, second: 0, offset: '+14:00' }],
    ['2024-02-29', { year: 2024, month: 2, day: 29 }],
    ['2000-02-29', { year: 2000, month: 2, day: 29 }],
    ['0001-01-01', { year: 1, month: 1, day: 1 }],
  ])('%s', (text, expected) => expect(parseDateTime(text)).toStrictEqual(expected))
})

describe('anything else is refused', () => {
  it.each([
    '',
    '1',
    'today',
    '2026-02-30T10:00:00Z',
    '2026-02-31',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '0000-01-01',
    '0000-12-31T23:59:59Z',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '11/20/2026',
    'Nov 20 2026',
    '20.11.2026',
    '２０２６-11-20',
    '2026-11-20T２３:30',
    '20261120',
    '20261120T233000Z',
    '2026-W47-5',
    '2026-324',
    '2026-11',
    '2026',
    '26-11-20',
    '+002026-11-20',
    '2026-11-20T',
    '2026-11-20T23',
    '2026-11-20T24:00',
    '2026-11-20T23:60',
    '2026-11-20T23:30:61',
    '2026-11-20T23:30:60',
    '2026-11-20T23:30:05.',
    '2026-11-20T23:30:05.1234567890',
    '2026-11-20T23:30.5',
    '2026-11-20T23:30:05+15:00',
    '2026-11-20T23:30:05+05:60',
    '2026-11-20T23:30:05+5',
    '2026-11-20T23:30:05 Z',
    '2026-11-20T23:30:05Z ',
    ' 2026-11-20',
    '2026-11-20\n',
    '2026-11-20Z',
    '2026-11-20T23:30:05[America/Toronto]',
    '1763679005000',
  ])('%j', text => expect(parseDateTime(text)).toBeUndefined())
})

it('every instant reads back', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), instant => {
      const read = parseDateTime(instant.toISOString())
      expect(read).toStrictEqual({
        year: instant.getUTCFullYear(),
        month: instant.getUTCMonth() + 1,
        day: instant.getUTCDate(),
        hour: instant.getUTCHours(),
        minute: instant.getUTCMinutes(),
        second: instant.getUTCSeconds(),
        millisecond: instant.getUTCMilliseconds(),
        offset: 'Z',
      })
      expect(instantOf(read!)).toBe(instant.getTime())
    }),
    { seed: 7 },
  )
})

it('every offset gives the instant that Date gives', () => {
  const wall = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
  fc.assert(
    fc.property(wall, fc.constantFrom('+', '-'), fc.nat(14), fc.nat(59), (instant, sign, hours, minutes) => {
      const two = (part: number) => String(part).padStart(2, '0')
      const text = `${instant.toISOString().slice(0, 23)}${sign}${two(hours)}:${two(minutes)}`
      expect(instantOf(parseDateTime(text)!)).toBe(Date.parse(text))
    }),
    { seed: 7 },
  )
})

it('a date-time without a zone is UTC, a date its midnight, also in the first century', () => {
  expect(instantOf(parseDateTime('2026-11-20 12:00')!)).toBe(Date.parse('2026-11-20T12:00:00Z'))
  expect(instantOf(parseDateTime('2026-11-20')!)).toBe(Date.parse('2026-11-20T00:00:00Z'))
  expect(instantOf(parseDateTime('0026-11-20')!)).toBe(Date.parse('0026-11-20T00:00:00Z'))
})

it('the longest text is answered at once', () => {
  for (const text of ['2'.repeat(1e6), `2026-11-20T23:30:05.${'1'.repeat(1e6)}`, '2026-11-20'.repeat(1e5)])
    expect(parseDateTime(text)).toBeUndefined()
})
