import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtMessages, sourcesByTag } from '../../../src/locale/words/shipped.ts'

test('the built messages are those of the folder', () => {
  const built = readFileSync(new URL(`../../../dist/${builtMessages}`, import.meta.url), 'utf8')
  const sources = sourcesByTag()
  expect(sources.size).toBeGreaterThan(10)
  expect(built.split('\n')).toEqual(Array.from(sources, ([tag, text]) => `${tag} ${text}`))
})
