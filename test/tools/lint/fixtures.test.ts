import { expect, test } from 'vitest'
import { readFixtures } from '../../../tools/lint/fixtures.ts'

const fixtures = readFixtures()

test('each shipped receipt has a trade and a description', () => {
  expect(fixtures.length).toBeGreaterThan(20)
  for (const { name, title, trade } of fixtures) {
    expect(title, name).toMatch(/^\S.{4,40}$/)
    expect(trade, name).toMatch(/^[A-Z]/)
  }
  expect(new Set(fixtures.map(({ title }) => title)).size).toBe(fixtures.length)
})

test('a receipt’s language follows the dot in its name', () => {
  const languages = Object.fromEntries(fixtures.map(({ name, acceptLanguage }) => [name, acceptLanguage]))
  expect(languages).toMatchObject({ 'cafe.ar': 'ar', 'homedelivery.es-419': 'es-419', fuel: 'en-US' })
})

test('a receipt’s options are read with it', () => {
  const named = (wanted: string) => fixtures.find(({ name }) => name === wanted)!
  expect(named('cafe.ar').paper).toBe('roll80')
  expect(named('minimal')).toMatchObject({ paper: 'a4', offers: [], options: {} })
  expect(named('everything').offers).toHaveLength(3)
  expect(named('fashion-return.fr-CA').options.locales?.territories).toEqual({ 'CA-QC': 'quebec' })
})
