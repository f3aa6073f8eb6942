import { describe, expect, test } from 'vitest'
import { inOnePiece, isolateFor, withoutIsolates } from '../../src/view/direction.ts'

const LRI = '\u2066'
const RLI = '\u2067'
const PDI = '\u2069'
const WJ = '\u2060'

describe('in a receipt written from left to right', () => {
  const { words, code, amount } = isolateFor('ltr')

  test('what runs the same way is left as it is', () => {
    for (const keep of [words, code, amount]) {
      for (const text of ['Crème', '緑茶', '5550142', '−$4.00', '']) expect(keep(text)).toBe(text)
    }
    expect(words('Crème brûlée mi-cuite')).toBe('Crème brûlée mi-cuite')
  })

  test('a name in Arabic or Hebrew is kept in one piece', () => {
    expect(words('قهوة عربية')).toBe(`${RLI}قهوة عربية${PDI}`)
    expect(words('שלום 5.00-')).toBe(`${RLI}שלום 5.00-${PDI}`)
    expect(words('Qahwa (قهوة)')).toBe(`${LRI}Qahwa (قهوة)${PDI}`)
  })

  test('digits before the first letter do not decide its direction', () => {
    expect(words('12 قهوة')).toBe(`${RLI}12 قهوة${PDI}`)
    expect(code('AB-12/34-ד')).toBe(`${LRI}AB-${WJ}12/34-${WJ}ד${PDI}`)
  })
})

describe('in a receipt written from right to left', () => {
  const { words, code, amount } = isolateFor('rtl')

  test('words of its own script are left as they are', () => {
    expect(words('قهوة عربية')).toBe('قهوة عربية')
    expect(words('')).toBe('')
  })

  test('Latin words, and those mixed with them, are kept in one piece', () => {
    expect(words('Espresso')).toBe(`${LRI}Espresso${PDI}`)
    expect(words('قهوة XL')).toBe(`${RLI}قهوة XL${PDI}`)
    expect(words('42')).toBe(`${LRI}42${PDI}`)
  })

  test('codes, phones and card numbers always run from left to right', () => {
    for (const text of ['5550142', '••••\u00a01881', 'https://example.com'])
      expect(code(text)).toBe(`${LRI}${text}${PDI}`)
    expect(code('TX-884215')).toBe(`${LRI}TX-${WJ}884215${PDI}`)
    expect(code('')).toBe('')
  })

  test('an amount runs as its own letters do', () => {
    expect(amount('4.500')).toBe(`${LRI}4.500${PDI}`)
    expect(amount('4.500 د.ك.')).toBe(`${RLI}4.500\u00a0د.ك.${PDI}`)
    expect(amount('')).toBe('')
  })
})

describe('a short value stays on one line', () => {
  const { code, amount } = isolateFor('ltr')

  test('it wraps neither at spaces nor at hyphens', () => {
    expect(code('(416) 555-0142')).toBe(`(416)\u00a0555-${WJ}0142`)
    expect(amount('Oct 31, 2026')).toBe('Oct\u00a031,\u00a02026')
    expect(code('44120-')).toBe('44120-')
  })

  test('up to 24 characters; a longer one may wrap, or it would widen a narrow page', () => {
    expect(code('AB-45678901234567890123 ')).toBe(`AB-${WJ}45678901234567890123\u00a0`)
    expect(code('AB-456789012345678901234 ')).toBe('AB-456789012345678901234 ')
    expect(inOnePiece('Size 38–40')).toBe(`Size\u00a038–${WJ}40`)
    expect(inOnePiece('a'.repeat(11) + ' ' + 'b'.repeat(12))).toBe('a'.repeat(11) + '\u00a0' + 'b'.repeat(12))
    expect(inOnePiece('a'.repeat(12) + ' ' + 'b'.repeat(12))).toBe('a'.repeat(12) + ' ' + 'b'.repeat(12))
  })
})

test('a subject is freed of isolates and word joiners again', () => {
  expect(withoutIsolates(`Receipt ${LRI}TX-${WJ}1${PDI} of ${RLI}مقهى${PDI}`)).toBe('Receipt TX-1 of مقهى')
})
