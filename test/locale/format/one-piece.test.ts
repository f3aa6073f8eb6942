import { expect, test } from 'vitest'
import { inOnePiece, isOneLetter, signed } from '../../../src/locale/format/one-piece.ts'

test('a letter or digit of Latin, and nothing else, is one letter', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  expect(all.filter(isOneLetter)).toEqual(all.filter(text => /^[A-Za-z0-9]$/.test(text)))
  expect(['', 'AB', '10'].filter(isOneLetter)).toEqual([])
})

test('no line of running text ends between an amount’s sign and its currency', () => {
  const joiner = '\u2060'
  expect(['−$14.00', '$−14,00', '−14,00\u00a0€', '$14.00', '−US$3.05'].map(signed)).toEqual([
    `−${joiner}$14.00`,
    `$${joiner}−14,00`,
    '−14,00\u00a0€',
    '$14.00',
    '−US$3.05',
  ])
})

test('a text is short by what is shown of it', () => {
  expect(inOnePiece('Nr seryjny JSJ-\u20602026-\u20600481')).toBe('Nr\u00a0seryjny\u00a0JSJ-\u20602026-\u20600481')
  expect(inOnePiece('Cod. autorizzazione 301277')).toBe('Cod. autorizzazione 301277')
})
