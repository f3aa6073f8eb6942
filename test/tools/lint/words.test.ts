import { expect, test } from 'vitest'
import { lintWords } from '../../../tools/lint/words.ts'
import { inFolder } from './folders.ts'

async function said(words: Record<string, Record<string, string>>): Promise<string[]> {
  const files = Object.entries(words).map(([tag, own]) => [`locales/${tag}.json`, JSON.stringify({ own }, null, 2)])
  const findings = await inFolder(Object.fromEntries(files), async folder => lintWords(folder).findings)
  return findings.map(
    ({ file, line, column, rule, message, advice }) => `${file}:${line}:${column} ${rule}: ${message}; ${advice}`,
  )
}

test('reports a word that some languages lack where it is', async () => {
  const en = { returns: 'Keep this mail.', promise: 'Repairs for life.' }
  expect(await said({ en, fr: { returns: 'Conservez ce courriel.' }, de: { returns: 'Bitte aufbewahren.' } })).toEqual([
    'locales/en.json:4:5 word-not-translated: own.promise is missing in de, fr, whose readers get the English words; add it under "own" in locales/de.json, locales/fr.json',
  ])
})

test('reports a word without English in the language that has it', async () => {
  expect(await said({ fr: { promise: 'À vie.' }, en: { other: 'Other' } })).toEqual([
    expect.stringContaining('locales/en.json:3:5 word-not-translated: own.other is missing in fr'),
    expect.stringContaining(
      'locales/fr.json:3:5 word-not-translated: own.promise is missing in en, whose readers get those of fr',
    ),
  ])
})

test('lets a country’s file inherit words from its language', async () => {
  expect(
    await said({
      en: { promise: 'For life.' },
      fr: { promise: 'À vie.' },
      'fr-CA': {},
      'es-419': {},
      es: { promise: 'De por vida.' },
    }),
  ).toEqual([])
  expect(await said({ en: { promise: 'For life.' }, 'fr-CA': {} })).toHaveLength(1)
})

test('passes a single language, and no words at all', async () => {
  expect(await said({ en: { promise: 'For life.' } })).toEqual([])
  expect(await inFolder({}, async folder => lintWords(folder).findings)).toEqual([])
})

test('reports what a language lacks that the package doesn’t have, and nothing of those it has', async () => {
  const words = { totals: { grand: 'Samtals' }, document: { more_one: '{{count}} í viðbót' } }
  const files = { 'locales/is.json': JSON.stringify(words), 'locales/fr.json': '{ "totals": { "grand": "Somme" } }' }
  const [found, ...others] = await inFolder(files, async folder => lintWords(folder).findings)
  expect(others).toEqual([])
  expect(found).toMatchObject({ file: 'locales/is.json', line: 1, rule: 'language-incomplete', severity: 'warning' })
  expect(found?.message).toMatch(/^is has 2 of 260 messages; 258 are English, such as document\.sale, /)
  expect(found?.advice).toContain('counterfoil locales')
})
