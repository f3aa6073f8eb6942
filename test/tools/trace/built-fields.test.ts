import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtFields, interfaceFields } from '../../../tools/trace/fields/interface-fields.ts'

test('the built fields are those that are traced', () => {
  const built = readFileSync(new URL(`../../../dist/${builtFields}`, import.meta.url), 'utf8')
  const traced = Array.from(interfaceFields(), ([field, places]) => [field, [...places]])
  expect(traced.length).toBeGreaterThan(100)
  expect(Object.entries(JSON.parse(built))).toEqual(traced)
})
