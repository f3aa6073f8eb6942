import { expect, test } from 'vitest'
import { nearest } from '../../src/options/nearest.ts'

const names = ['thanks', 'lines', 'link', 'automatic', 'grandAmount']

test.each([
  ['thnaks', 'thanks'],
  ['Lines', 'lines'],
  ['grand_amount', 'grandAmount'],
  ['automtic', 'automatic'],
  ['price', undefined],
  ['x', undefined],
])('for %s, %s was meant', (written, meant) => {
  expect(nearest(written, names)).toBe(meant)
})
