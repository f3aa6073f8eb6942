import { expect, test } from 'vitest'
import { isExhaustive } from '../support/scope.ts'
import { ambiguities } from './sales/ambiguous.ts'
import { collisionsAmong } from './sales/collisions.ts'

test('where two sales have one spelling, it is named', () => {
  const { sales, spellings, collisions } = collisionsAmong(isExhaustive ? 3 : 2)
  expect(sales).toBeGreaterThan(100)
  expect(spellings).toBeGreaterThan(10_000)
  expect(collisions.filter(({ named }) => named === undefined)).toEqual([])
})

test('each ambiguity that dialects leave out is one', () => {
  const found = new Set(collisionsAmong(1).collisions.map(({ named }) => named))
  const left = ambiguities.filter(({ applies, name }) => applies && !found.has(name))
  expect(left.map(({ name }) => name)).toEqual([])
})

test('ambiguities are told with the other reading and with the choice', () => {
  for (const { name, otherwise, choice } of ambiguities) expect([name, otherwise, choice].every(Boolean)).toBe(true)
})
