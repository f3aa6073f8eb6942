import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createFormat } from '../../../src/locale/format/format.ts'
import fc from '../../support/fast-check.ts'
import { inLatinDigits, shippedLocales } from '../../support/locales.ts'
import { isSampled, tries } from '../../support/scope.ts'

const SENT = '2026-10-31T17:45:00-05:00'
const seen = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('\u2060', '')

describe('dates and times', () => {
  test.each([
    ['en-US', 'October 31, 2026 at 5:45 PM', 'Oct 31, 2026, 5:45 PM'],
    ['en-CA', 'October 31, 2026 at 5:45 p.m.', 'Oct 31, 2026, 5:45 p.m.'],
    ['en-GB', '31 October 2026 at 17:45', '31 Oct 2026, 17:45'],
    ['fr-CA', '31 octobre 2026 à 17 h 45', '31 oct. 2026, 17 h 45'],
    ['fr-FR', '31 octobre 2026 à 17:45', '31 oct. 2026, 17:45'],
    ['es-ES', '31 de octubre de 2026 a las 17:45', '31 oct 2026, 17:45'],
    ['es-419', '31 de octubre de 2026 a las 5:45 p.m.', '31 oct 2026, 5:45 p.m.'],
    ['de-DE', '31. Oktober 2026 um 17:45', '31. Okt. 2026, 17:45'],
    ['pt-PT', '31 de outubro de 2026 às 17:45', '31 de out. de 2026 às 17:45'],
    ['pt-MO', '31 de outubro de 2026 às 5:45 p.m.', '31 de out. de 2026 às 5:45 p.m.'],
    ['cs-CZ', '31. října 2026 v 17:45', '31. října 2026 v 17:45'],
    ['bg-BG', '31 октомври 2026 г. в 17:45', '31 октомври 2026 г. в 17:45'],
    ['pl-PL', '31 października 2026 17:45', '31 paź 2026, 17:45'],
    ['hu-HU', '2026. október 31. 17:45', '2026. okt. 31. 17:45'],
    ['th-TH', '31 ตุลาคม 2026 เวลา 17:45', '31 ต.ค. 2026 17:45'],
    ['ko-KR', '2026년 10월 31일 오후 5:45', '2026년 10월 31일 오후 5:45'],
    ['zh-Hant-TW', '2026年10月31日 下午5:45', '2026年10月31日 下午5:45'],
    ['ja-JP', '2026年10月31日 17:45', '2026年10月31日 17:45'],
    ['ru-RU', '31 октября 2026 г. в 17:45', '31 окт. 2026 г., 17:45'],
    ['ar', '31 أكتوبر 2026 في 5:45 م', '31 أكتوبر 2026، 5:45 م'],
  ])('%s writes them as its people do', (tag, long, short) => {
    const format = createFormat(tag, {})
    expect(seen(format.dateTimeLong(SENT))).toBe(long)
    expect(seen(format.dateTime(SENT))).toBe(short)
  })

  test('a month is never just a number', () => {
    for (const tag of shippedLocales) {
      // A number may count months aloud: 3月, 3월, thg 3.
      expect(createFormat(tag, {}).date('2026-03-04'), tag).not.toMatch(/(?<!\d|thg )0?3(?!\d|月|월)/)
      expect(inLatinDigits(createFormat(tag, {}).date('2026-03-04')), tag).toMatch(/2026|1404/)
    }
  })

  test('"p.m." cannot begin a line', () => {
    for (const tag of shippedLocales) {
      const text = inLatinDigits(createFormat(tag, {}).dateTime(SENT))
      const at = text.search(/(5|17).{1,3}45/)
      // In Vietnamese the day stands behind.
      if (at > 0) expect(text.slice(at), tag).not.toContain(' ')
      else expect(text, tag).toMatch(/^17:45 \d/)
    }
  })

  test('no line ends within a day in Korean, Chinese or Japanese, but before its time', () => {
    for (const [tag, day] of [
      ['ko-KR', '2026년\u00a010월\u00a031일'],
      ['ja-JP', '2026\u2060年10月31日'],
      ['zh-CN', '2026\u2060年10月31日'],
    ] as const) {
      const format = createFormat(tag, {})
      expect(format.date(SENT)).toBe(day)
      for (const text of [format.dateTime(SENT), format.dateTimeLong(SENT)]) expect(text.split(' ')[0]).toBe(day)
    }
  })

  test('the wall-clock time as sent is printed, wherever the server is', () => {
    const url = new URL('../../../src/locale/format/format.ts', import.meta.url).href
    const script = `const { createFormat } = await import(${JSON.stringify(url)})
      const format = createFormat('en-GB', {})
      console.log(['2026-11-20T23:30:00-05:00', '2026-11-20T23:30:00', '2026-11-20', '2026-03-29T01:30'].map(format.dateTime).join(';'))`
    const printed = ['UTC', 'Asia/Tokyo', 'America/St_Johns', 'Europe/London']
      .filter((_, at) => isSampled(at))
      .map(
        TZ =>
          spawnSync(process.execPath, ['--input-type=module', '-e', script], {
            cwd: fileURLToPath(new URL('../../..', import.meta.url)),
            env: { ...process.env, TZ },
            encoding: 'utf8',
          }).stdout,
      )
    expect(printed[0]).toBe('20 Nov 2026, 23:30;20 Nov 2026, 23:30;20 Nov 2026;29 Mar 2026, 01:30\n')
    expect(new Set(printed).size).toBe(1)
  })

  test('a UTC time is printed in the store’s time zone', () => {
    const toronto = createFormat('en-GB', { timeZone: 'America/Toronto' })
    expect(toronto.dateTime('2026-11-21T04:30:00Z')).toBe('20 Nov 2026, 23:30')
    expect(toronto.date('2026-11-21T04:30:00Z')).toBe('20 Nov 2026')
    expect(toronto.dateTime('2026-11-21T04:30:00+00:00')).toBe('20 Nov 2026, 23:30')
    expect(toronto.dateTime('2026-11-21T04:30:00+01:00')).toBe('21 Nov 2026, 04:30')
  })

  test('it is marked as UTC if that zone is unknown', () => {
    const format = createFormat('en-GB', {})
    expect(seen(format.dateTime('2026-11-21T04:30:00Z'))).toBe('21 Nov 2026, 04:30 UTC')
    expect(seen(format.dateTimeLong('2026-11-21T04:30:00Z'))).toBe('21 November 2026 at 04:30 UTC')
    expect(format.date('2026-11-21T04:30:00Z')).toBe('21 Nov 2026')
  })

  test('a month that is shortened is the one in that zone', () => {
    const lisbon = createFormat('pt-PT', { timeZone: 'Europe/Lisbon' })
    expect(seen(lisbon.dateTime('2026-07-31T23:30:00Z'))).toBe('1 de ago. de 2026 às 00:30')
    expect(lisbon.date('2026-07-31T23:30:00Z')).toBe('1 de ago. de 2026')
  })

  test('so is a time whose offset is declared unknown', () => {
    const toronto = createFormat('en-GB', { timeZone: 'America/Toronto' })
    for (const sent of ['2026-11-21T04:30:00-00:00', '2026-11-21T04:30-0000', '2026-11-21T04:30-00']) {
      expect(seen(createFormat('en-GB', {}).dateTime(sent))).toBe('21 Nov 2026, 04:30 UTC')
      expect(toronto.dateTime(sent)).toBe('20 Nov 2026, 23:30')
    }
  })

  test.each([
    ['America/Toronto', '2026-11-01T04:59:00Z', '1 Nov 2026, 00:59'],
    ['America/Toronto', '2026-11-01T05:00:00Z', '1 Nov 2026, 01:00 GMT-4'],
    ['America/Toronto', '2026-11-01T05:30:00Z', '1 Nov 2026, 01:30 GMT-4'],
    ['America/Toronto', '2026-11-01T06:30:00Z', '1 Nov 2026, 01:30 GMT-5'],
    ['America/Toronto', '2026-11-01T06:59:59Z', '1 Nov 2026, 01:59 GMT-5'],
    ['America/Toronto', '2026-11-01T07:00:00Z', '1 Nov 2026, 02:00'],
    ['America/Toronto', '2026-03-08T06:59:00Z', '8 Mar 2026, 01:59'],
    ['America/Toronto', '2026-03-08T07:00:00Z', '8 Mar 2026, 03:00'],
    ['Europe/London', '2026-10-25T00:30:00Z', '25 Oct 2026, 01:30 BST'],
    ['Europe/London', '2026-10-25T01:30:00Z', '25 Oct 2026, 01:30 GMT'],
    ['Australia/Lord_Howe', '2026-04-04T14:45:00Z', '5 Apr 2026, 01:45 GMT+11'],
    ['Australia/Lord_Howe', '2026-04-04T15:15:00Z', '5 Apr 2026, 01:45 GMT+10:30'],
    ['Australia/Lord_Howe', '2026-04-04T14:15:00Z', '5 Apr 2026, 01:15'],
    ['Asia/Kolkata', '2026-11-01T05:30:00Z', '1 Nov 2026, 11:00'],
  ])('an hour that comes twice names its zone: in %s, %s is %s', (timeZone, sent, printed) => {
    const format = createFormat('en-GB', { timeZone })
    expect(seen(format.dateTime(sent))).toBe(printed)
    expect(seen(format.date(sent))).toBe(printed.slice(0, printed.indexOf(',')))
  })

  test('a date without a time stays that date', () => {
    const format = createFormat('en-US', { timeZone: 'America/Toronto' })
    expect(format.dateTime('2026-11-20')).toBe('Nov 20, 2026')
    expect(format.dateTimeLong('2026-11-20')).toBe('November 20, 2026')
  })

  test('what isn’t a date comes back unchanged', () => {
    expect(createFormat('en-US', {}).dateTime('next week')).toBe('next week')
  })

  test('a day or a time has the same words alone and combined', () => {
    const two = (n: number) => String(n).padStart(2, '0')
    const day = fc
      .tuple(fc.integer({ min: 2024, max: 2027 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([year, month, date]) => `${year}-${two(month)}-${two(date)}`)
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hour, minute]) => `${two(hour)}:${two(minute)}`)
    fc.assert(
      fc.property(
        fc.constantFrom(...shippedLocales),
        fc.constantFrom('dateTimeLong', 'dateTime', 'date'),
        fc.array(day, { minLength: 3, maxLength: 3 }),
        fc.array(time, { minLength: 3, maxLength: 3 }),
        (tag, style, days, times) => {
          // A store that keeps UTC prints the same clock, and its texts are never put together.
          const store = createFormat(tag, { timeZone: 'UTC' })
          const sent = days.flatMap(date => times.map(clock => `${date}T${clock}`))
          expect(sent.map(iso => createFormat(tag, {})[style](iso))).toEqual(sent.map(iso => store[style](`${iso}Z`)))
        },
      ),
      { numRuns: tries(300) },
    )
  })
})
