import { describe, expect, test } from 'vitest'
import { readCriteria } from '../../console/find/criteria.ts'

/** A Sunday. */
const today = new Date(2026, 10, 22, 15, 0)

describe('what is typed into the search box', () => {
  const read = (text: string, language = 'en-US') =>
    readCriteria(text, today, language).readings.map(({ kind, value }) => `${kind} ${value}`)

  test.each([
    ['43.20', 'amount 43.20'],
    ['43,20', 'amount 43.20'],
    ['1,234.50', 'amount 1234.50'],
    ['1.234,50', 'amount 1234.50'],
    ["1'234.5", 'amount 1234.5'],
    ['$43', 'amount 43'],
    ['€1.200', 'amount 1200'],
    ['1200¥', 'amount 1200'],
    ['-43.20', 'amount 43.20'],
    ['ada@example.com', 'email ada@example.com'],
    ['4242', 'card 4242'],
    ['••••4242', 'card 4242'],
    ['xxxx4242', 'card 4242'],
    ['20931', 'number 20931'],
    ['#20931', 'number 20931'],
    ['004-7-20931', 'number 004-7-20931'],
    ['QC03-2-004471', 'number QC03-2-004471'],
    ['2026-11-20', 'day 2026-11-20'],
    ['11/20/2026', 'day 2026-11-20'],
    ['today', 'day 2026-11-22'],
    ['Yesterday', 'day 2026-11-21'],
    ['Friday', 'day 2026-11-20'],
    ['fri', 'day 2026-11-20'],
    ['Sunday', 'day 2026-11-15'],
  ])('%s', (text, reading) => {
    expect(read(text)).toEqual([reading])
  })

  test.each([
    ['gestern', 'de-DE', 'day 2026-11-21'],
    ['Freitag', 'de-DE', 'day 2026-11-20'],
    ['20.11.2026', 'de-DE', 'day 2026-11-20'],
    ['20/11/26', 'fr-FR', 'day 2026-11-20'],
    ['hier', 'fr-FR', 'day 2026-11-21'],
    ['ayer', 'es-ES', 'day 2026-11-21'],
    ['昨日', 'ja-JP', 'day 2026-11-21'],
    ['2026年11月20日', 'zh-CN', 'day 2026-11-20'],
    ['11月20日', 'ja-JP', 'day 2026-11-20'],
    ['12月3日', 'zh-CN', 'day 2025-12-03'],
    ['2026/11/20', 'zh-CN', 'day 2026-11-20'],
    ['43.20元', 'zh-CN', 'amount 43.20'],
    ['４３．２０', 'ja-JP', 'amount 43.20'],
    ['wczoraj', 'pl-PL', 'day 2026-11-21'],
    ['أمس', 'ar', 'day 2026-11-21'],
  ])('%s, in %s', (text, language, reading) => {
    expect(read(text, language)).toEqual([reading])
  })

  test('several things at once, in any order', () => {
    expect(read('friday 43.20 4242')).toEqual(['day 2026-11-20', 'amount 43.20', 'card 4242'])
  })

  test.each([
    ['ines okafor', ['words ines okafor']],
    ['高山乌龙，43.20元', ['amount 43.20', 'words 高山乌龙']],
    ['Trail rain jacket 43.20 friday', ['amount 43.20', 'day 2026-11-20', 'words Trail rain jacket']],
    ['oysters 20931', ['number 20931', 'words oysters']],
    ['Mineralwasser medium 12 × 0,7 l', ['words Mineralwasser medium 12 0,7 l']],
    ['Naturjoghurt 500 g', ['words Naturjoghurt 500 g']],
    ['"7up 330"', ['words 7up 330']],
    ['"7up"', ['words 7up']],
    ['„Pfand Einweg“ gestern', ['day 2026-11-21', 'words Pfand Einweg'], 'de-DE'],
    ['Alder & Finch', ['words Alder Finch']],
    ['okafor, ines?', ['words okafor ines']],
    ['佐藤 花子', ['words 佐藤 花子'], 'ja-JP'],
    ['12 ×', ['number 12']],
    ['43 yesterday', ['number 43', 'day 2026-11-21']],
    ['-', []],
    ['   ', []],
  ] as [string, string[], string?][])('%s', (text, readings, language = 'en-US') => {
    expect(readCriteria(text, today, language).unread).toEqual([])
    expect(read(text, language)).toEqual(readings)
  })

  test.each([
    ['oysters > 60', ['>']],
    ['>60', ['>60']],
    ['total >= 60.00', ['>=']],
    ['amount=60', ['amount=60']],
    ['60+', ['60+']],
    ['40..60', ['40..60']],
    ['jack*', ['jack*']],
    ['@example.com', ['@example.com']],
    ['$40-$60', ['$40-$60']],
    ['x'.repeat(201), [`${'x'.repeat(40)}…`]],
    ['7 '.repeat(120) + 'oysters', [`${'7 '.repeat(20)}…`]],
  ])('%s can’t be read, so that the rest isn’t looked for alone', (text, unread) => {
    expect(readCriteria(text, today, 'en-US').unread).toEqual(unread)
  })

  test('a date that isn’t one may be a number', () => {
    expect(read('31.02.2026', 'de-DE')).toEqual(['number 31.02.2026'])
  })
})
