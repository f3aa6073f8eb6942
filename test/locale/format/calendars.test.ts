import { describe, expect, test } from 'vitest'
import { createFormat } from '../../../src/locale/format/format.ts'
import { inLatinDigits } from '../../support/locales.ts'

const seen = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2060\u200e\u200f\u061c]/g, '')

describe('calendars and digits of a store', () => {
  // Nowruz as Iran's Calendar Center (University of Tehran) publishes it: 1403 and 1408 have 366 days.
  test.each([
    [1403, '2024-03-20'],
    [1404, '2025-03-21'],
    [1405, '2026-03-21'],
    [1406, '2027-03-21'],
    [1407, '2028-03-20'],
    [1408, '2029-03-20'],
    [1409, '2030-03-21'],
  ])('the Persian year %i begins on %s', (year, nowruz) => {
    const { date } = createFormat('fa-IR', {})
    expect(inLatinDigits(date(nowruz))).toBe(`1 فروردین ${year}`)
    const eve = new Date(Date.parse(nowruz) - 86_400_000).toISOString().slice(0, 10)
    expect(inLatinDigits(date(eve))).toMatch(new RegExp(`^(?:29|30) اسفند ${year - 1}$`))
  })

  test.each([
    ['th-TH', { calendar: 'buddhist' }, '31 ตุลาคม 2569 เวลา 17:45', '31 ต.ค. 2569 17:45'],
    ['ja-JP', { calendar: 'japanese' }, '令和8年10月31日 17:45', '令和8年10月31日 17:45'],
    ['ar-EG', { numberingSystem: 'arab' }, '٣١ أكتوبر ٢٠٢٦ في ٥:٤٥ م', '٣١ أكتوبر ٢٠٢٦، ٥:٤٥ م'],
    ['fa-IR', {}, '۹ آبان ۱۴۰۵ ساعت ۱۷:۴۵', '۹ آبان ۱۴۰۵، ۱۷:۴۵'],
    ['fa-IR', { calendar: 'gregory', numberingSystem: 'latn' }, '31 اکتبر 2026 ساعت 17:45', '31 اکتبر 2026، 17:45'],
  ] as const)('%s with %o', (tag, context, long, short) => {
    const format = createFormat(tag, context)
    expect(seen(format.dateTimeLong('2026-10-31T17:45'))).toBe(long)
    expect(seen(format.dateTime('2026-10-31T17:45'))).toBe(short)
  })

  test('in Persian the rial stands behind its amount', () => {
    const format = createFormat('fa-IR', { currency: 'IRR', storeCountry: 'IR' })
    expect([12_500_000, -31_000, 0].map(amount => seen(format.money(amount)))).toEqual([
      '۱۲٬۵۰۰٬۰۰۰ ریال',
      '−۳۱٬۰۰۰ ریال',
      '۰ ریال',
    ])
    expect(seen(format.money(12.5, 'EUR'))).toBe('€۱۲٫۵۰')
  })

  test.each([
    ['ja-JP', '2019-04-30', '平成31年4月30日'],
    ['ja-JP', '2019-05-01', '令和元年5月1日'],
  ])('an era of %s has the day on which it began: %s', (tag, day, shown) => {
    expect(seen(createFormat(tag, { calendar: 'japanese' }).date(day))).toBe(shown)
  })

  test.each([
    ['hi-IN', 'deva', '₹१२,३४,५६७.५०', '१.२५'],
    ['ar-EG', 'arab', '١٬٢٣٤٬٥٦٧٫٥٠', '١٫٢٥'],
    ['th-TH', 'thai', '๑,๒๓๔,๕๖๗.๕๐', '๑.๒๕'],
  ])('amounts, quantities and rates of %s have the digits %s', (tag, numberingSystem, amount, quantity) => {
    const currency = tag === 'hi-IN' ? 'INR' : undefined
    const format = createFormat(tag, { currency, storeCountry: tag.slice(3), numberingSystem })
    expect(seen(format.money(1234567.5))).toBe(amount)
    expect(format.quantity(1.25, 'KG')).toContain(quantity)
    for (const text of [format.percent(0.19), format.number(12), format.money(0.3, 'JPY')])
      expect(text).not.toMatch(/\d/)
  })
})
