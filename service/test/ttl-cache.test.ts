import { expect, test } from 'vitest'
import { TtlCache } from '../src/basics/ttl-cache.ts'

const keptOf = (cache: TtlCache<number>, keys: string) => [...keys].filter(key => cache.get(key) !== undefined).join('')

test('keeps its maximum size by dropping the oldest entry', () => {
  const cache = new TtlCache<number>(3, () => 0)
  for (const key of 'abc') cache.set(key, 1, 10)
  expect(keptOf(cache, 'abc')).toBe('abc')
  cache.set('a', 2, 10)
  expect(keptOf(cache, 'abc')).toBe('abc')
  cache.set('d', 1, 10)
  expect(keptOf(cache, 'abcd')).toBe('acd')
  cache.delete('c')
  cache.set('e', 1, 10)
  expect(keptOf(cache, 'acde')).toBe('ade')
})

test('keeps an entry until its time, exclusive', () => {
  let now = 0
  const cache = new TtlCache<number>(3, () => now)
  cache.set('a', 1, 10)
  now = 9
  expect(cache.get('a')).toBe(1)
  now = 10
  expect(cache.get('a')).toBeUndefined()
})

test('drops an entry when the clock is set back', () => {
  let now = 86_400_000
  const cache = new TtlCache<number>(3, () => now)
  cache.set('a', 1, 1000)
  now = 0
  expect(cache.get('a')).toBeUndefined()
})
