import { expect, test } from 'vitest'
import { works } from '../src/merchants/api-keys.ts'

test('a key works until it ends, and not in that millisecond', () => {
  const endsAt = Date.UTC(2026, 10, 30)
  const at = (now: number) => works({ revokedAt: null, endsAt }, now)
  expect([at(endsAt - 1), at(endsAt), at(endsAt + 1)]).toEqual([true, false, false])
  expect(works({ revokedAt: null, endsAt: null }, endsAt)).toBe(true)
  expect(works({ revokedAt: 0, endsAt: null }, 0)).toBe(false)
})
