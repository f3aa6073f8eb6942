import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { type DateTime, instantOf, isIso8601, parseDateTime, writeDateTime } from '../../src/standards/iso8601.ts'
import fc from '../support/fast-check.ts'
import { tries } from '../support/scope.ts'

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
    ['20261120', date],
    ['2026-324', date],
    ['2026324', date],
    ['2026-W47-5', date],
    ['2026W475', date],
    ['2024-366', { year: 2024, month: 12, day: 31 }],
    ['2026-W01-1', { year: 2025, month: 12, day: 29 }],
    ['2026-W53-7', { year: 2027, month: 1, day: 3 }],
    ['20261120T233005Z', { ...date, hour: 23, minute: 30, second: 5, offset: 'Z' }],
    ['20261120T2330-0500', { ...date, hour: 23, minute: 30, offset: '-05:00' }],
    ['20261120 233005,25', { ...date, hour: 23, minute: 30, second: 5, millisecond: 250 }],
    ['2026-W47-5T23:30:05+05:30', { ...date, hour: 23, minute: 30, second: 5, offset: '+05:30' }],
    ['2026324T2330', { ...date, hour: 23, minute: 30 }],
    ['2026-11-20T23', { ...date, hour: 23, minute: 0 }],
    ['20261120T23Z', { ...date, hour: 23, minute: 0, offset: 'Z' }],
    ['2026-11-20T23:30.5', { ...date, hour: 23, minute: 30, second: 30, millisecond: 0 }],
    ['2026-11-20T23,2575', { ...date, hour: 23, minute: 15, second: 27, millisecond: 0 }],
    ['2026-11-20T24:00', { ...date, day: 21, hour: 0, minute: 0 }],
    [
      '2026-11-30T24:00:00.000Z',
      { ...date, month: 12, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0, offset: 'Z' },
    ],
    ['20241231T2400', { year: 2025, month: 1, day: 1, hour: 0, minute: 0 }],
    ['2024-02-28T24:00', { year: 2024, month: 2, day: 29, hour: 0, minute: 0 }],
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
    '2026-11',
    '2026',
    '26-11-20',
    '+002026-11-20',
    '2026-11-20T',
    '2026-11-20T23:60',
    '2026-11-20T23:30:61',
    '2026-11-20T23:30:60',
    '2026-11-20T23:30:05.',
    '2026-11-20T23:30:05.1234567890',
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
    // One format throughout: a basic date has no extended time.
    '20261120T23:30',
    '2026-11-20T2330',
    '2026-1120',
    '202611-20',
    '2026-11-20T23:3005',
    '2026-11-20T24:01',
    '2026-11-20T24:00:00.001',
    '2026-11-20T25:00',
    '9999-12-31T24:00',
    '2026-366',
    '2024-367',
    '2026-000',
    '2026-W00-1',
    '2025-W53-1',
    '2026-W54-1',
    '2026-W47-0',
    '2026-W47-8',
    '2026-W47',
    '2026W47',
    '2026-W475',
    '2026W47-5',
    '2026-w47-5',
    '9999-W52-7',
    '20261131',
    '20261320',
    'T23:30',
    '202611',
    '12/31/2027',
    '12312027',
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

/** A calendar of other authors: SQLite's, with ordinal dates, ISO weeks and date arithmetic of its own. */
const calendar = new DatabaseSync(':memory:').prepare(
  `SELECT strftime('%Y-%m-%d', ?1, 'unixepoch') AS day, strftime('%j', ?1, 'unixepoch') AS ordinal,
     strftime('%G-W%V-%u', ?1, 'unixepoch') AS week, strftime('%Y-%m-%dT%H:%M:%S', ?1, 'unixepoch') AS clock,
     date(?1, 'unixepoch', '+1 day') AS next`,
)

const seconds = fc.integer({ min: Date.parse('0001-01-08') / 1000, max: Date.parse('9999-12-25') / 1000 })

it('every day is the same as calendar, ordinal and week date, in both formats, as SQLite counts it', () => {
  fc.assert(
    fc.property(seconds, second => {
      const { day, ordinal, week } = calendar.get(second) as Record<string, string>
      const expected = parseDateTime(day!)!
      expect(writeDateTime(expected)).toBe(day)
      for (const form of [day!, `${day!.slice(0, 4)}-${ordinal}`, week!])
        for (const text of [form, form.replaceAll('-', '')])
          expect([text, parseDateTime(text)]).toEqual([text, expected])
    }),
    { numRuns: tries(2000) },
  )
})

it('every week of every year is the one that SQLite counts', () => {
  for (let year = 1583; year < 2800; year++)
    for (const edge of [`${year}-01-01`, `${year}-12-31`]) {
      const { week } = calendar.get(Date.parse(edge) / 1000) as Record<string, string>
      expect([week, writeDateTime(parseDateTime(week!)!)]).toEqual([week, edge])
      const beyond = `${year}-W53-1`
      const has53 = (calendar.get(Date.parse(`${year}-12-28`) / 1000) as { week: string }).week.includes('W53')
      expect([beyond, parseDateTime(beyond) !== undefined]).toEqual([beyond, has53])
    }
})

it('what is written is read back, in either format, and 24:00 is the next midnight', () => {
  fc.assert(
    fc.property(seconds, fc.constantFrom('', 'Z', '+05:30', '-11:00'), (second, zone) => {
      const { clock, day, next } = calendar.get(second) as Record<string, string>
      const text = `${clock}${zone}`
      const basic = text.replace(/-(?=.*T)|:/g, '')
      expect(writeDateTime(parseDateTime(text)!)).toBe(text)
      expect([basic, parseDateTime(basic)]).toEqual([basic, parseDateTime(text)])
      expect(writeDateTime(parseDateTime(`${day}T24:00${zone}`)!)).toBe(`${next}T00:00${zone}`)
      expect([isIso8601(text), isIso8601(basic), isIso8601(text.replace('T', ' '))]).toEqual([true, true, false])
    }),
    { seed: 7 },
  )
})

it.each([
  '2026-11-20 12:00',
  '2026-11-20t12:00',
  '2026-11-20T12:00z',
  '2026-11-20T12:00+0530',
  '20261120T12+05:30',
  '2026-11-20T12:00-00:00',
])('%s is read, though it is not ISO 8601 to the letter', text => {
  expect(parseDateTime(text)).toMatchObject({ ...date, hour: 12 })
  expect(isIso8601(text)).toBe(false)
})

it('no text makes it throw, and what it reads it writes as ISO 8601', () => {
  const near = fc
    .array(fc.constantFrom(...'0123456789-:TWZ+., '), { maxLength: 30 })
    .map(signs => `2026${signs.join('')}`)
  fc.assert(
    fc.property(fc.oneof(near, fc.string()), text => {
      const found = parseDateTime(text)
      if (!found) return
      const written = writeDateTime(found)
      expect(isIso8601(written)).toBe(true)
      expect(parseDateTime(written)).toEqual(found)
      expect(Number.isNaN(Date.parse(written))).toBe(false)
    }),
    { numRuns: tries(20_000) },
  )
})

it('the longest text is answered at once', () => {
  for (const text of ['2'.repeat(1e6), `2026-11-20T23:30:05.${'1'.repeat(1e6)}`, '2026-11-20'.repeat(1e5)])
    expect(parseDateTime(text)).toBeUndefined()
})
