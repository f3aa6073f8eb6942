import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shippedLocales } from '../../test/support/locales.ts'
import { languages, wordsIn } from '../src/words/words.ts'

const folder = new URL('../locales/', import.meta.url)
const tables = new Map(
  readdirSync(folder).map(name => [name.replace('.json', ''), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
)

test('every language of the engine has all words, and each is its own', () => {
  expect([...tables.keys()].sort()).toEqual([...languages].sort())
  const spoken = new Set(shippedLocales.map(tag => tag.split('-')[0]))
  expect([...new Set(languages.map(tag => tag.split('-')[0]))].sort()).toEqual([...spoken].sort())
  for (const [tag, table] of tables) {
    expect(Object.keys(table), tag).toEqual(['confirm', 'notice', 'later'])
    expect(table.confirm.match(/\{\{\w+\}\}/g), tag).toEqual(['{{address}}'])
  }
  for (const key of ['confirm', 'notice', 'later']) {
    const texts = [...tables].filter(([tag]) => tag !== 'fr-CA').map(([, table]) => table[key])
    expect(new Set(texts).size).toBe(texts.length)
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
  ['ES-mx', 'recibos'],
  ['en-GB', 'receipt'],
  ['tlh', 'receipt'],
  ['', 'receipt'],
])('%s reads "%s"', (tag, word) => {
  expect(wordsIn(tag).notice).toContain(word)
})

test('an address is text: it fills no placeholder, drives no display, and keeps its direction', () => {
  expect(wordsIn('en').confirm('$&@example.com')).toBe('A digital copy was sent to $&@example.com.')
  expect(wordsIn('en').confirm('a\u001b[2J\u202e@example.com')).toBe('A digital copy was sent to a [2J @example.com.')
  expect(wordsIn('ar').confirm('ada@example.com')).toContain('\u2068ada@example.com\u2069')
})
