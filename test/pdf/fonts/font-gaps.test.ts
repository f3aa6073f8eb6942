import { expect, test } from 'vitest'
import { loadCatalogue } from '../../../src/locale/words/messages.ts'
import { fontGaps } from '../../../src/pdf/fonts/font-gaps.ts'
import { scriptsWithout } from '../../../src/pdf/fonts/glyphs.ts'
import { openPrinter } from '../../../src/pdf/print.ts'

test('the fonts of a development install have every letter of the shipped wording', async () => {
  await using printer = openPrinter()
  expect(fontGaps(loadCatalogue(), printer)).toEqual([])
})

test('a language that a merchant adds is named with the scripts that no font has', async () => {
  await using printer = openPrinter()
  const files = new Map([['ka.json', JSON.stringify({ totals: { grand: 'სულ' } })]])
  const catalogue = loadCatalogue({ overlay: [{ path: 'words', files }] })
  expect(fontGaps(catalogue, printer)).toEqual([{ locale: 'ka-GE', scripts: ['Geor'] }])
})

test('without their fonts, Chinese and Japanese are named', async () => {
  await using printer = openPrinter()
  const covers = (codePoint: number) =>
    !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(String.fromCodePoint(codePoint))
  const pruned = { ...printer, missingScripts: (text: string) => scriptsWithout(covers, text) }
  expect(fontGaps(loadCatalogue(), pruned)).toEqual([
    { locale: 'ja-JP', scripts: ['Hani', 'Hira', 'Kana'] },
    ...['zh-Hant-HK', 'zh-Hant-TW', 'zh-CN'].map(locale => ({ locale, scripts: ['Hani'] })),
  ])
})
