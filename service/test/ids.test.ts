import { expect, test } from 'vitest'
import { newIdAt } from '../src/basics/ids.ts'

test('ids sort by their time', () => {
  const times = [-1, 0, 1, 255, 256, 1_763_800_000_000, 1_763_800_000_001.5, 2 ** 48, Number.POSITIVE_INFINITY]
  const ids = times.map(newIdAt)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(ids.map(id => Number.parseInt(id.slice(0, 12), 16))).toEqual([
    0,
    0,
    1,
    255,
    256,
    1_763_800_000_000,
    1_763_800_000_001,
    2 ** 48 - 1,
    2 ** 48 - 1,
  ])
  const middle = ids.slice(2, 7)
  expect(middle.toSorted()).toEqual(middle)
})

test('ids of one millisecond differ in 80 bits', () => {
  const ends = Array.from({ length: 2000 }, () => newIdAt(1_763_800_000_000).slice(12))
  expect(new Set(ends).size).toBe(2000)
  for (let bit = 0; bit < 80; bit++) {
    const ones = ends.filter(end => (BigInt(`0x${end}`) >> BigInt(bit)) & 1n).length
    expect(ones, `bit ${bit}`).toBeGreaterThan(800)
    expect(ones, `bit ${bit}`).toBeLessThan(1200)
  }
})
