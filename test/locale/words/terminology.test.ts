import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadCatalogue, type MessageKey } from '../../../src/locale/words/messages.ts'

const page = readFileSync(new URL('../../../docs/terminology.md', import.meta.url), 'utf8')
const catalogue = loadCatalogue()
const sections = page.split(/^## /m).slice(1)

test('docs/terminology.md has the words that are printed, and only sources it lists', () => {
  const listed = new Set([...page.matchAll(/^\| ([A-Z]{2}\d) \|/gm)].map(([, source]) => source))
  const used = [...page.matchAll(/\[((?:[A-Z]{2}\d(?:, )?)+)\]/g)].flatMap(([, sources]) => sources!.split(', '))
  expect([...new Set(used)].sort()).toEqual([...listed].sort())
  let rows = 0
  for (const section of sections) {
    const tag = /^.*\(([a-zA-Z0-9-]+)\)$/m.exec(section)?.[1]
    for (const [, key, word] of section.matchAll(/^\| [^|]+ \| `([^`]+)` \| ([^|]+) \|/gm)) {
      expect(catalogue.for([tag!])(key as MessageKey), `${tag} ${key}`).toBe(word)
      rows += 1
    }
  }
  expect(rows).toBeGreaterThan(200)
})
