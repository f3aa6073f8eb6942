import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { currencyOf } from '../../../src/standards/currency.ts'
import { isSampled } from '../../../test/support/scope.ts'
import { readCriteria } from '../../console/find/criteria.ts'
import { moneyStyle } from '../../console/overview/figures.ts'
import { consoleLanguages } from '../support/console-languages.ts'

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
    ['4242', 'any 4242'],
    ['4711', 'any 4711'],
    ['43', 'any 43'],
    ['#4711', 'number 4711'],
    ['1234567890', 'number 1234567890'],
    ['••••4242', 'card 4242'],
    ['xxxx4242', 'card 4242'],
    ['20931', 'any 20931'],
    ['#20931', 'number 20931'],
    ['004-7-20931', 'number 004-7-20931'],
    ['QC03-2-004471', 'number QC03-2-004471'],
    ['2026-11-20', 'days 2026-11-20'],
    ['11/20/2026', 'days 2026-11-20'],
    ['today', 'days 2026-11-22'],
    ['Yesterday', 'days 2026-11-21'],
    ['Friday', 'days 2026-11-20'],
    ['fri', 'days 2026-11-20'],
    ['Sunday', 'days 2026-11-15'],
  ])('%s', (text, reading) => {
    expect(read(text)).toEqual([reading])
  })

  test.each([
    ['gestern', 'de-DE', 'days 2026-11-21'],
    ['Freitag', 'de-DE', 'days 2026-11-20'],
    ['20.11.2026', 'de-DE', 'days 2026-11-20'],
    ['20/11/26', 'fr-FR', 'days 2026-11-20'],
    ['hier', 'fr-FR', 'days 2026-11-21'],
    ['ayer', 'es-ES', 'days 2026-11-21'],
    ['昨日', 'ja-JP', 'days 2026-11-21'],
    ['2026年11月20日', 'zh-CN', 'days 2026-11-20'],
    ['11月20日', 'ja-JP', 'days 2026-11-20'],
    ['12月3日', 'zh-CN', 'days 2025-12-03'],
    ['2026/11/20', 'zh-CN', 'days 2026-11-20'],
    ['43.20元', 'zh-CN', 'amount 43.20'],
    ['４３．２０', 'ja-JP', 'amount 43.20'],
    ['wczoraj', 'pl-PL', 'days 2026-11-21'],
    ['أمس', 'ar', 'days 2026-11-21'],
  ])('%s, in %s', (text, language, reading) => {
    expect(read(text, language)).toEqual([reading])
  })

  test('several things at once, in any order', () => {
    expect(read('friday 43.20 4242')).toEqual(['days 2026-11-20', 'amount 43.20', 'any 4242'])
  })

  test.each([
    ['ines okafor', ['words ines okafor']],
    ['高山乌龙，43.20元', ['amount 43.20', 'words 高山乌龙']],
    ['Trail rain jacket 43.20 friday', ['amount 43.20', 'days 2026-11-20', 'words Trail rain jacket']],
    ['oysters 20931', ['any 20931', 'words oysters']],
    ['Mineralwasser medium 12 × 0,7 l', ['words Mineralwasser medium 12 0,7 l']],
    ['Naturjoghurt 500 g', ['words Naturjoghurt 500 g']],
    ['"7up 330"', ['words 7up 330']],
    ['"7up"', ['words 7up']],
    ['„Pfand Einweg“ gestern', ['days 2026-11-21', 'words Pfand Einweg'], 'de-DE'],
    ['Alder & Finch', ['words Alder Finch']],
    ['okafor, ines?', ['words okafor ines']],
    ['佐藤 花子', ['words 佐藤 花子'], 'ja-JP'],
    ['12 ×', ['any 12']],
    ['43 yesterday', ['any 43', 'days 2026-11-21']],
    ['-', []],
    ['   ', []],
  ] as [string, string[], string?][])('%s', (text, readings, language = 'en-US') => {
    expect(readCriteria(text, today, language).unread).toEqual([])
    expect(read(text, language)).toEqual(readings)
  })

  test.each([
    ['oysters > 60', ['>', 'comparison']],
    ['>60', ['>60', 'comparison']],
    ['total >= 60.00', ['>=', 'comparison']],
    ['amount=60', ['amount=60', 'comparison']],
    ['60+', ['60+', 'comparison']],
    ['40..60', ['40..60', 'range']],
    ['jack*', ['jack*', 'pattern']],
    ['@example.com', ['@example.com', 'address']],
    ['$40-$60', ['$40-$60', 'range']],
    ['€abc', ['€abc', 'sign']],
    ['30 Feb 2026', ['30 Feb 2026', 'day']],
    ['coat 31 November', ['31 November', 'day']],
    ['x'.repeat(201), [`${'x'.repeat(40)}…`, 'long']],
    ['7 '.repeat(120) + 'oysters', [`${'7 '.repeat(20)}…`, 'long']],
  ])('%s can’t be read, so that the rest isn’t looked for alone', (text, unread) => {
    expect(readCriteria(text, today, 'en-US').unread.map(each => [each.text, each.as])).toEqual([unread])
  })

  test('a date that isn’t one may be a number', () => {
    expect(read('31.02.2026', 'de-DE')).toEqual(['number 31.02.2026'])
  })

  test.each([
    ['27 Nov', 'en-US', '2025-11-27'],
    ['nov 20', 'en-US', '2026-11-20'],
    ['Nov. 20, 2026', 'en-US', '2026-11-20'],
    ['the 20th of November', 'en-GB', '2026-11-20'],
    ['Sept 3 2025', 'en-US', '2025-09-03'],
    ['sep 3', 'en-GB', '2026-09-03'],
    ['29 Feb', 'en-GB', '2024-02-29'],
    ['11/20', 'en-US', '2026-11-20'],
    ['20/11', 'en-US', '2026-11-20'],
    ['20/11', 'en-GB', '2026-11-20'],
    ['last Friday', 'en-US', '2026-11-20'],
    ['3 days ago', 'en-US', '2026-11-19'],
    ['last week', 'en-US', '2026-11-15/2026-11-21'],
    ['last week', 'en-GB', '2026-11-09/2026-11-15'],
    ['this week', 'en-GB', '2026-11-16/2026-11-22'],
    ['2 weeks ago', 'en-GB', '2026-11-02/2026-11-08'],
    ['last month', 'en-US', '2026-10-01/2026-10-31'],
    ['last quarter', 'en-US', '2026-07-01/2026-09-30'],
    ['last year', 'en-US', '2025-01-01/2025-12-31'],
    ['November', 'en-US', '2026-11-01/2026-11-30'],
    ['in December', 'en-US', '2025-12-01/2025-12-31'],
    ['Feb 2024', 'en-US', '2024-02-01/2024-02-29'],
    ['16-20 November', 'en-GB', '2026-11-16/2026-11-20'],
    ['2026/10', 'en-US', '2026-10-01/2026-10-31'],
    ['20. November', 'de-DE', '2026-11-20'],
    ['am 20. Nov. 2026', 'de-DE', '2026-11-20'],
    ['20.11.', 'de-DE', '2026-11-20'],
    ['3. März', 'de-DE', '2026-03-03'],
    ['vor 3 Tagen', 'de-DE', '2026-11-19'],
    ['vorgestern', 'de-DE', '2026-11-20'],
    ['letzte Woche', 'de-DE', '2026-11-09/2026-11-15'],
    ['letzten Monat', 'de-DE', '2026-10-01/2026-10-31'],
    ['letzten Freitag', 'de-DE', '2026-11-20'],
    ['20 novembre', 'fr-FR', '2026-11-20'],
    ['le 1er décembre', 'fr-FR', '2025-12-01'],
    ['20 nov. 2026', 'fr-CA', '2026-11-20'],
    ['la semaine dernière', 'fr-FR', '2026-11-09/2026-11-15'],
    ['semaine derniere', 'fr-FR', '2026-11-09/2026-11-15'],
    ['il y a 3 jours', 'fr-FR', '2026-11-19'],
    ['vendredi dernier', 'fr-FR', '2026-11-20'],
    ['20 de noviembre de 2026', 'es-ES', '2026-11-20'],
    ['la semana pasada', 'es-419', '2026-11-09/2026-11-15'],
    ['hace 3 días', 'es-ES', '2026-11-19'],
    ['20 novembre', 'it-IT', '2026-11-20'],
    ['settimana scorsa', 'it-IT', '2026-11-09/2026-11-15'],
    ['20 de novembro', 'pt-BR', '2026-11-20'],
    ['semana passada', 'pt-BR', '2026-11-15/2026-11-21'],
    ['20 november 2026', 'nl-NL', '2026-11-20'],
    ['20-11-2026', 'nl-NL', '2026-11-20'],
    ['vorige week', 'nl-NL', '2026-11-09/2026-11-15'],
    ['20 listopada', 'pl-PL', '2026-11-20'],
    ['listopad 2026', 'pl-PL', '2026-11-01/2026-11-30'],
    ['w zeszłym tygodniu', 'pl-PL', '2026-11-09/2026-11-15'],
    ['20 نوفمبر', 'ar', '2026-11-20'],
    ['٢٠ نوفمبر ٢٠٢٦', 'ar', '2026-11-20'],
    ['الأسبوع الماضي', 'ar', '2026-11-14/2026-11-20'],
    ['先週', 'ja-JP', '2026-11-15/2026-11-21'],
    ['先月', 'ja-JP', '2026-10-01/2026-10-31'],
    ['3日前', 'ja-JP', '2026-11-19'],
    ['11/20', 'ja-JP', '2026-11-20'],
    ['2026年11月', 'zh-CN', '2026-11-01/2026-11-30'],
    ['上周', 'zh-CN', '2026-11-09/2026-11-15'],
    ['3天前', 'zh-CN', '2026-11-19'],
    ['20. 11. 2026', 'cs-CZ', '2026-11-20'],
    ['20. 11.', 'sk-SK', '2026-11-20'],
    ['20. 11. 2026.', 'sr-RS', '2026-11-20'],
    ['2026. 11. 20.', 'hu-HU', '2026-11-20'],
    ['20.11.2026 г.', 'bg-BG', '2026-11-20'],
    ['20 нояб. 2026 г.', 'ru-RU', '2026-11-20'],
    ['вчора', 'uk-UA', '2026-11-21'],
    ['учора', 'uk-UA', '2026-11-21'],
    ['20 tháng 11, 2026', 'vi-VN', '2026-11-20'],
    ['2026년 11월 20일', 'ko-KR', '2026-11-20'],
    ['20 בנובמבר 2026', 'he-IL', '2026-11-20'],
    ['20 de nov. de 2026', 'gl-ES', '2026-11-20'],
    ['20 d’octubre', 'ca-ES', '2026-10-20'],
    ['2026. gada 20. nov.', 'lv-LV', '2026-11-20'],
  ])('%s, in %s: days', (text, language, days) => {
    expect(readCriteria(text, today, language)).toEqual({ readings: [{ kind: 'days', value: days }], unread: [] })
  })

  const asInConsole = { numberingSystem: 'latn', calendar: 'gregory' }
  const dateStyles = ['short', 'medium', 'long', 'full'] as const
  test.each(consoleLanguages.map((language, place) => [language, place] as const))(
    'days as the console and receipts write them in %s, in each month',
    (language, place) => {
      // Bulgarian 20.11 may be an amount as well, Lithuanian 11-20 a number.
      const isOther = (text: string) => /^\d+[.-]\d+$/.test(text)
      const days = Array.from({ length: 11 }, (_, month) => month + 1)
        .filter(month => isSampled(month, place))
        .map(month => ['03', '20'].map(day => `2026-${twoDigits(month)}-${day}`))
      const styles = [...dateStyles.map(dateStyle => ({ dateStyle })), { month: 'short', day: 'numeric' } as const]
      for (const options of [asInConsole, {}])
        for (const style of styles) {
          const format = new Intl.DateTimeFormat(language, { ...style, ...options, timeZone: 'UTC' })
          for (const day of days.flat()) {
            const text = format.format(new Date(`${day}T00:00:00Z`))
            if (!isOther(text)) expect([text, ...read(text, language)]).toEqual([text, `days ${day}`])
          }
        }
    },
  )

  test.each(consoleLanguages)('amounts as the console writes them in %s', language => {
    for (const currency of ['EUR', 'USD', 'GBP', 'JPY', 'CZK', 'INR', 'XOF', homeCurrency(language)]) {
      const format = new Intl.NumberFormat(language, { ...moneyStyle(language, currency), numberingSystem: 'latn' })
      const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
      for (const amount of [43.2, 1200, 1234.5, 1234567.89]) {
        const text = format.format(amount)
        expect([text, ...read(text, language)]).toEqual([text, `amount ${amount.toFixed(digits)}`])
      }
    }
  })

  test.each([
    ['43.20 eur', 'en-GB', 'amount 43.20'],
    ['Rs. 450', 'en-GB', 'amount 450'],
    ['1 234,50', 'fr-FR', 'amount 1234.50'],
    ['45.000đ', 'vi-VN', 'amount 45000'],
    ['43,– €', 'de-DE', 'amount 43'],
    ['٤٣٫٢٠ د.إ.', 'ar', 'amount 43.20'],
    ['١٬٢٣٤٫٥٠', 'ar', 'amount 1234.50'],
    ['۱۲٬۳۴۵ ریال', 'fa-IR', 'amount 12345'],
    ['12.500 KWD', 'en-GB', 'amount 12.500'],
    ['KWD 1,234.500', 'en-GB', 'amount 1234.500'],
    ['12.500 EUR', 'de-DE', 'amount 12500'],
    ['৪৭১১', 'bn-BD', 'any 4711'],
    ['12 ม.ค. 69', 'th-TH', 'days 2026-01-12'],
    ['آبان ۱۴۰۵', 'fa-IR', 'days 2026-10-23/2026-11-21'],
    ['۳۰ اسفند ۱۴۰۳', 'fa-IR', 'days 2025-03-20'],
    ['11月20日(金)', 'ja-JP', 'days 2026-11-20'],
    ['Friday, 20 November', 'en-GB', 'days 2026-11-20'],
    ['mar', 'fil-PH', 'days 2026-11-17'],
    ['mar 3', 'fil-PH', 'days 2026-03-03'],
    ['3/11/2026', 'zh-Hant-HK', 'days 2026-11-03'],
    ['2026 m. gegužės 12 d.', 'lt-LT', 'days 2026-05-12'],
    ['12 май 2026 г.', 'bg-BG', 'days 2026-05-12'],
  ])('%s, in %s', (text, language, reading) => {
    expect([readCriteria(text, today, language).unread, ...read(text, language)]).toEqual([[], reading])
  })

  test.each([
    ['TOP 43', 'amount'],
    ['hair gel 200', 'words'],
    ['1 234,50', 'any'],
    ['water 20 m', 'words'],
  ])('a code of a currency is in capitals, and a space groups figures where the language says so: %s', (text, kind) => {
    expect(read(text).map(each => each.split(' ', 1)[0])).toContain(kind)
  })

  const folder = new URL('../../console/locales/', import.meta.url)
  const hints = readdirSync(folder).flatMap(name => {
    const { find } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    return name === 'notes.json' || find?.hint === undefined ? [] : [[name.replace('.json', ''), find.hint] as const]
  })
  test.each(hints)('what the box proposes in %s', (language, hint) => {
    const kinds = readCriteria(hint, today, language).readings.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['days', 'amount', 'words']))
  })

  test.each([
    ['rain jacket last week', ['days 2026-11-15/2026-11-21', 'words rain jacket']],
    ['43.20 20 Nov 4711', ['amount 43.20', 'days 2026-11-20', 'any 4711']],
    ['April Jones', ['words April Jones']],
    ['May 43.20', ['amount 43.20', 'words May']],
    ['"last week"', ['words last week']],
    ['Yoghurt 20 g', ['words Yoghurt 20 g']],
    ['of the', ['words of the']],
    ['last', ['words last']],
    ['43 April', ['words 43 April']],
  ])('%s: what is beside a date stays', (text, readings) => {
    expect(read(text)).toEqual(readings)
  })
})

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** The currency of the country where most speak a console's language. */
function homeCurrency(language: string): string {
  const { region = 'US' } = new Intl.Locale(language).maximize()
  return currencyOf(region) ?? 'EUR'
}
