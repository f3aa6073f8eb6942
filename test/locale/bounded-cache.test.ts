import { expect, test } from 'vitest'
import { createBoundedCache } from '../../src/locale/bounded-cache.ts'

test('a cache keeps what is in use and forgets the rest, whatever floods it', () => {
  const cache = createBoundedCache<number>(10)
  let made = 0
  const make = () => ++made
  for (let i = 0; i < 1000; i++) {
    cache.get('in use', make)
    cache.get(`once ${i}`, make)
  }
  expect(made).toBe(1001)
  expect(cache.get('once 0', make)).toBe(1002)
})

test.each([2, 10, 100])('a cache of %i holds no more, and at least half of it', limit => {
  const cache = createBoundedCache<number>(limit)
  let made = 0
  const make = () => ++made
  for (let i = 0; i < 10 * limit; i++) cache.get(`key ${i}`, make)
  // The last ones first, as an older one that is made again takes the place of another.
  const kept = Array.from({ length: 10 * limit }, (_, age) => {
    const before = made
    cache.get(`key ${10 * limit - 1 - age}`, make)
    return made === before
  }).filter(Boolean).length
  expect(kept).toBeLessThanOrEqual(limit)
  expect(kept).toBeGreaterThanOrEqual(limit / 2)
})

test('what is asked for once in a while stays, half a cache later', () => {
  const cache = createBoundedCache<number>(10)
  let made = 0
  const make = () => ++made
  for (let round = 0; round < 20; round++) {
    cache.get('seldom', make)
    for (let i = 0; i < 5; i++) cache.get(`${round} ${i}`, make)
  }
  expect(made).toBe(101)
})
