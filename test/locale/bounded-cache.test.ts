import { expect, test } from 'vitest'
import { createBoundedCache } from '../../src/locale/bounded-cache.ts'

test('a flooded cache keeps what is in use and drops the rest', () => {
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

test.each([2, 10, 500])('at most %i entries are kept, always including the latest half', limit => {
  const isKept = (stored: number, asked: number) => {
    const cache = createBoundedCache<string>(limit)
    for (let i = 0; i < stored; i++) cache.get(String(i), () => 'first')
    return cache.get(String(asked), () => 'again') === 'first'
  }
  let most = 0
  for (const stored of [limit - 1, limit, limit + 1, limit * 2 + 1]) {
    const kept = Array.from({ length: stored }, (_, asked) => isKept(stored, asked))
    most = Math.max(most, kept.filter(Boolean).length)
    expect(kept.slice(-limit / 2)).not.toContain(false)
  }
  expect(most).toBe(limit)
})
