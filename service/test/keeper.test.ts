import { expect, test } from 'vitest'
import { createKeeper } from '../src/merchants/engines.ts'

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
