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
