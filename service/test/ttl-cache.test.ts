import { expect, test } from 'vitest'
import { createKeeper, TtlCache } from '../src/basics/ttl-cache.ts'

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

test('makes a value once for all who ask, and keeps those used last', async () => {
  const keep = createKeeper<string>(2)
  const made: string[] = []
  const asked = (key: string) =>
    keep(key, async () => {
      made.push(key)
      return key
    })
  expect(await Promise.all([asked('a4'), asked('a4'), asked('letter')])).toEqual(['a4', 'a4', 'letter'])
  await asked('a4')
  await asked('roll80')
  await asked('a4')
  await asked('letter')
  expect(made).toEqual(['a4', 'letter', 'roll80', 'letter'])
})

test('makes anew what failed', async () => {
  const keep = createKeeper<string>(2)
  await expect(keep('a4', () => Promise.reject(new Error('no paper')))).rejects.toThrow('no paper')
  expect(await keep('a4', async () => 'paper')).toBe('paper')
})
