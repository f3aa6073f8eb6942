import { expect, test } from 'vitest'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'

const [older, newer] = ['key of last year', 'key of this year']
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

test('a secret is sealed for its endpoint, differently each time, and opened with its key only', () => {
  const seal = openSecretSeal([older])
  const stored = seal.close(secret, 'e1')
  expect(seal.isSealing).toBe(true)
  expect(stored).toMatch(/^sealed\.[0-9a-f]{8}\.[\w-]+$/)
  expect(stored).not.toBe(seal.close(secret, 'e1'))
  expect(seal.open(stored, 'e1')).toBe(secret)
  expect(seal.open(stored, 'e2')).toBeUndefined()
  expect(openSecretSeal([newer]).open(stored, 'e1')).toBeUndefined()
  expect(openSecretSeal([]).open(stored, 'e1')).toBeUndefined()
})

test('the first key seals, and all open', () => {
  const stored = openSecretSeal([older]).close(secret, 'e1')
  const both = openSecretSeal([newer, older])
  expect(both.open(stored, 'e1')).toBe(secret)
  expect(openSecretSeal([newer]).open(both.close(secret, 'e1'), 'e1')).toBe(secret)
})

test('without a key a secret rests clear, and one that was removed is none', () => {
  const clear = openSecretSeal([])
  expect([clear.isSealing, clear.close(secret, 'e1'), clear.open(secret, 'e1')]).toEqual([false, secret, secret])
  expect(clear.open('', 'e1')).toBeUndefined()
  expect(openSecretSeal([newer]).open(secret, 'e1')).toBe(secret)
})

test('what was changed since isn’t opened', () => {
  const seal = openSecretSeal([newer])
  const stored = seal.close(secret, 'e1')
  const at = stored.lastIndexOf('.') + 20
  const changed = stored.slice(0, at) + (stored[at] === 'A' ? 'B' : 'A') + stored.slice(at + 1)
  const short = stored.slice(0, stored.lastIndexOf('.') + 1) + Buffer.alloc(27).toString('base64url')
  for (const other of [changed, stored.slice(0, -4), short]) expect(seal.open(other, 'e1')).toBeUndefined()
})
