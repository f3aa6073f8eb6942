import { expect, test } from 'vitest'
import { createFormat } from '../../../src/locale/format/format.ts'
import { loadCatalogue } from '../../../src/locale/words/messages.ts'
import { fontGaps } from '../../../src/pdf/fonts/font-gaps.ts'
import { scriptsWithout } from '../../../src/pdf/fonts/glyphs.ts'
import { currencyCodes } from '../../../src/receipt/data/money-data.ts'
import { newerCurrencies } from '../../../src/standards/currency.ts'
import { sharedPrinter } from '../../support/fixtures.ts'
import { isSampled } from '../../support/scope.ts'

test('the fonts of a development install have every letter of the shipped wording', async () => {
  const printer = sharedPrinter()
  expect(fontGaps(loadCatalogue(), printer)).toEqual([])
})

test('the fonts have every sign of every currency, and every unit and month, in every language', async () => {
  const printer = sharedPrinter()
  const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-28T17:45`)
  const units = ['KG', 'G', 'LB', 'OZ', 'L', 'ML', 'GAL', 'M', 'CM', 'FT', 'HR', 'MIN', 'DAY', 'MON', 'M2']
  const currencies = [...currencyCodes, ...newerCurrencies]
  for (const [at, tag] of loadCatalogue().languages.entries()) {
    const format = createFormat(tag, {})
    const said = [
      ...currencies
        .filter((_, nth) => isSampled(at, nth) && isSampled(at, Math.floor(nth / 3)))
        .map(code => format.money(-1234.5, code)),
      ...months.flatMap(iso => [format.dateTime(iso), format.dateTimeLong(iso)]),
      ...units.map(code => format.quantity(2.5, code)),
      format.percent(0.175),
    ]
    expect([tag, printer.missingScripts(said.join('\n'))]).toEqual([tag, []])
  }
})

test('a language that a merchant adds is named with the scripts that no font has', async () => {
  const printer = sharedPrinter()
  const files = new Map([['ka.json', JSON.stringify({ totals: { grand: 'სულ' } })]])
  const catalogue = loadCatalogue({ overlay: [{ path: 'words', files }] })
  expect(fontGaps(catalogue, printer)).toEqual([{ locale: 'ka-GE', scripts: ['Geor'] }])
})

test('without their fonts, Chinese and Japanese are named', async () => {
  const printer = sharedPrinter()
  const covers = (codePoint: number) =>
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(String.fromCodePoint(codePoint))
  const pruned = { ...printer, missingScripts: (text: string) => scriptsWithout(covers, text) }
  expect(fontGaps(loadCatalogue(), pruned)).toEqual([
    { locale: 'ja-JP', scripts: ['Hani', 'Hira', 'Kana'] },
    ...['zh-Hant-HK', 'zh-Hant-TW', 'zh-CN'].map(locale => ({ locale, scripts: ['Hani'] })),
  ])
})
