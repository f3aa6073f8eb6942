import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writeTerminology } from '../../../scripts/reference/write-terminology.ts'
import { evidenceOf, evidenceTags, programs, sourcesOf } from '../../../scripts/terminology/evidence.ts'
import { loadCatalogue, type MessageKey } from '../../../src/locale/words/messages.ts'

const folder = new URL('../../../docs/terminology/', import.meta.url)
const catalogue = loadCatalogue()
const byHand = ['ar', 'de', 'en', 'es', 'fr', 'ja']

test.each(byHand)('docs/terminology/%s.md has the words that are printed, and only sources it lists', name => {
  const page = readFileSync(new URL(`${name}.md`, folder), 'utf8')
  const listed = new Set([...page.matchAll(/^\| ([A-Z]{2}\d) \|/gm)].map(([, source]) => source))
  const used = [...page.matchAll(/\[((?:[A-Z]{2}\d(?:, )?)+)\]/g)].flatMap(([, sources]) => sources!.split(', '))
  expect([...new Set(used)].sort()).toEqual([...listed].sort())
  let rows = 0
  for (const section of page.split(/^## /m).slice(1)) {
    const tag = /^.*\(([a-zA-Z0-9-]+)\)$/m.exec(section)?.[1]
    for (const [, key, word] of section.matchAll(/^\| [^|]+ \| `([^`]+)` \| ([^|]+) \|/gm)) {
      expect(catalogue.for([tag!])(key as MessageKey), `${tag} ${key}`).toBe(word)
      rows += 1
    }
  }
  expect(rows).toBeGreaterThan(25)
})

test('every language has a page', () => {
  const pages = readdirSync(folder).filter(name => name !== 'README.md')
  expect(pages.sort()).toEqual([...byHand, ...evidenceTags].map(tag => `${tag}.md`).sort())
})

test.each(evidenceTags)('docs/terminology/%s.md is written anew (npm run reference)', tag => {
  expect(readFileSync(new URL(`${tag}.md`, folder), 'utf8')).toBe(writeTerminology(tag))
})

describe.each(evidenceTags)('the words of %s', tag => {
  const { terms, traps, countries = {}, more = {} } = evidenceOf(tag)
  const t = catalogue.for([tag])
  const said = (key: string) => t(key as MessageKey).toLocaleLowerCase(tag)
  const isRegional = tag === 'pt-PT' || tag === 'zh-Hant-HK'

  test('are those of the sources', () => {
    for (const [key, { word }] of Object.entries(terms))
      expect(said(key), `${tag} ${key}`).toContain(word.toLocaleLowerCase(tag))
    for (const [country, words] of Object.entries(countries))
      for (const [key, { word, sources }] of Object.entries(words)) {
        expect(catalogue.for([country])(key as MessageKey), `${country} ${key}`).toContain(word)
        expect(sources.length, `${country} ${key}`).toBeGreaterThan(1)
      }
  })

  test('of money, tax and payment have two sources, or say why not', () => {
    if (!isRegional) expect(Object.keys(terms).sort()).toEqual(Object.keys(evidenceOf('it').terms).sort())
    const known = new Set([...Object.keys(programs), ...Object.keys(more)])
    for (const [key, term] of Object.entries(terms)) {
      const sources = sourcesOf(term)
      expect(
        [...sources].filter(name => !known.has(name)),
        `${tag} ${key}`,
      ).toEqual([])
      if (sources.size < 2) expect(term.why, `${tag} ${key}`).toMatch(/\w/)
    }
  })

  test('fall into none of the known traps', () => {
    expect(traps.length).toBeGreaterThanOrEqual(6)
    for (const { key, not } of traps) expect(said(key), `${tag} ${key}`).not.toContain(not.toLocaleLowerCase(tag))
  })
})
