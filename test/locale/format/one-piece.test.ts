import { expect, test } from 'vitest'
import { isOneLetter } from '../../../src/locale/format/one-piece.ts'

test('a letter or digit of Latin, and nothing else, is one letter', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  expect(all.filter(isOneLetter)).toEqual(all.filter(text => /^[A-Za-z0-9]$/.test(text)))
  expect(['', 'AB', '10'].filter(isOneLetter)).toEqual([])
})
