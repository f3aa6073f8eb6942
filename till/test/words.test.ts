import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shippedLanguages } from '../../test/support/locales.ts'
import { languages, wordsIn } from '../src/words/words.ts'

const folder = new URL('../locales/', import.meta.url)
const tables = new Map(
  readdirSync(folder).map(name => [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
)

test('every language of the engine has all words, and each is its own', () => {
  const spoken = new Set(shippedLanguages.map(tag => tag.split('-')[0]))
  expect([...new Set(languages.map(tag => tag.split('-')[0]))].sort()).toEqual([...spoken].sort())
  for (const [tag, table] of tables) {
    expect(Object.keys(table), tag).toEqual(['confirm', 'notice', 'later', 'suppressed'])
    for (const text of [table.confirm, table.suppressed])
      expect(text.match(/\{\{\w+\}\}/g), tag).toEqual(['{{address}}'])
  }
  for (const key of ['confirm', 'notice', 'later', 'suppressed']) {
    const texts = [...tables].filter(([tag]) => !tag.includes('-') || tag === 'zh-Hant').map(([, table]) => table[key])
    // Danish and Norwegian may say the same.
    expect(new Set(texts).size).toBeGreaterThanOrEqual(texts.length - 1)
  }
})

test('the English words are those of the interface', () => {
  const { confirm, notice } = wordsIn('en')
  expect(confirm('ada@example.com')).toBe('A digital copy was sent to ada@example.com.')
  expect(notice).toBe('The digital receipt service is unavailable. A paper receipt will be printed.')
})

test.each([
  ['fr_CA', 'reçus'],
  ['fr-BE', 'tickets'],
  ['de_AT', 'Belege'],
  ['es-ES', 'tickets'],
  ['ES-mx', 'recibos'],
  ['es-US', 'recibos'],
  ['en-GB', 'receipt'],
  ['zh_TW', '交易明細'],
  ['zh-HK', '收據'],
  ['zh-SG', '小票'],
  ['pt-AO', 'talões'],
  ['pt', 'comprovante'],
  ['nn-NO', 'kvittering'],
  ['tlh', 'receipt'],
  ['', 'receipt'],
])('%s reads "%s"', (tag, word) => {
  expect(wordsIn(tag).notice).toContain(word)
})

test('an address is text: it fills no placeholder, drives no display, and keeps its direction', () => {
  expect(wordsIn('en').confirm('$&@example.com')).toBe('A digital copy was sent to $&@example.com.')
  expect(wordsIn('en').confirm('a\u001b[2J\u202e@example.com')).toBe('A digital copy was sent to a [2J @example.com.')
  for (const say of [wordsIn('ar').confirm, wordsIn('he').suppressed])
    expect(say('ada@example.com')).toContain('\u2068ada@example.com\u2069')
})
