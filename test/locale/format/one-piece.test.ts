import { expect, test } from 'vitest'
import { inOnePiece, isOneLetter, loosened, named, signed } from '../../../src/locale/format/one-piece.ts'

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
  expect(inOnePiece('Nr ser. JSJ-\u20602026-\u20600481')).toBe('Nr\u00a0ser.\u00a0JSJ-\u20602026-\u20600481')
  expect(inOnePiece('Cod. autorizzazione 301277')).toBe('Cod. autorizzazione 301277')
})

test('a name and its value are one piece that has room beside a label on 58 mm paper', () => {
  expect(named('Register', '7')).toBe('Register\u00a07')
  expect(named('Served by', 'R. Castellano, RPh')).toBe('Served by\u00a0R. Castellano, RPh')
  expect(named('Pisteet\u00a0vanhenevat', '31.\u00a0joulukuuta\u00a02027')).toBe(
    'Pisteet\u00a0vanhenevat 31.\u00a0joulukuuta\u00a02027',
  )
  expect(named('유효기간', '12월\u00a031일')).toBe('유효기간\u00a012월\u00a031일')
  expect(named('포인트\u00a0유효기간', '2027년\u00a012월\u00a031일')).toBe(
    '포인트\u00a0유효기간 2027년\u00a012월\u00a031일',
  )
})

test('a time in Tamil is wider than its letters are many', () => {
  expect(inOnePiece('21 Jun 2026, 4:45 PM')).toBe('21\u00a0Jun\u00a02026,\u00a04:45\u00a0PM')
  expect(inOnePiece('21 ஜூலை, 2026, 4:45 PM')).toBe('21 ஜூலை, 2026, 4:45 PM')
})

test('a text is loosened at its spaces, but for those of a Korean day', () => {
  expect(loosened('due\u00a05\u00a0November\u00a02026')).toBe('due 5 November 2026')
  expect(loosened('결제 예정일\u00a02026년\u00a011월\u00a05일')).toBe('결제 예정일 2026년\u00a011월\u00a05일')
})
