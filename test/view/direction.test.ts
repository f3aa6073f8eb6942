import { describe, expect, test } from 'vitest'
import { inOnePiece } from '../../src/locale/format/one-piece.ts'
import { asOne, isolateFor, withoutIsolates } from '../../src/view/direction.ts'

const LRI = '\u2066'
const RLI = '\u2067'
const PDI = '\u2069'
const WJ = '\u2060'

describe('in a left-to-right receipt', () => {
  const { words, code, amount } = isolateFor('ltr')

  test('leaves left-to-right text as it is', () => {
    for (const keep of [words, code, amount]) {
      for (const text of ['Crème', '緑茶', '5550142', '−$4.00', '']) expect(keep(text)).toBe(text)
    }
    expect(words('Crème brûlée mi-cuite')).toBe('Crème brûlée mi-cuite')
  })

  test('keeps ranges of figures on one line, however long the text', () => {
    expect(words('Kids’ helmet with visor and light, 48–52 cm')).toBe(
      `Kids’ helmet with visor and light, 48–${WJ}52\u00a0cm`,
    )
    expect(words('Mo–Sa 7–21 Uhr')).toBe(`Mo–Sa 7–${WJ}21 Uhr`)
    expect(words('helmet – visor')).toBe('helmet – visor')
    expect(isolateFor('rtl').words('خوذة 48–52')).toBe(`خوذة 48–${WJ}52`)
  })

  test('isolates a name in Arabic or Hebrew', () => {
    expect(words('قهوة عربية')).toBe(`${RLI}قهوة عربية${PDI}`)
    expect(words('שלום 5.00-')).toBe(`${RLI}שלום 5.00-${PDI}`)
    expect(words('Qahwa (قهوة)')).toBe(`${LRI}Qahwa (قهوة)${PDI}`)
  })

  test('takes the direction from the first letter, not from digits before it', () => {
    expect(words('12 قهوة')).toBe(`${RLI}12 قهوة${PDI}`)
    expect(code('AB-12/34-ד')).toBe(`${LRI}AB-${WJ}12/34-${WJ}ד${PDI}`)
  })
})

describe('in a right-to-left receipt', () => {
  const { words, code, amount } = isolateFor('rtl')

  test('leaves words of its own script as they are', () => {
    expect(words('قهوة عربية')).toBe('قهوة عربية')
    expect(words('')).toBe('')
  })

  test('isolates Latin words and mixed text', () => {
    expect(words('Espresso')).toBe(`${LRI}Espresso${PDI}`)
    expect(words('قهوة XL')).toBe(`${RLI}قهوة XL${PDI}`)
    expect(words('42')).toBe(`${LRI}42${PDI}`)
  })

  test('an amount has no marks of its own, which would take a space from a sign, and runs as they say: ₪ at the left', () => {
    const shekels = new Intl.NumberFormat('he', { style: 'currency', currency: 'ILS' }).format(98)
    expect(shekels).toContain('\u200f')
    expect(amount(shekels)).toBe(`${RLI}98.00\u00a0₪${PDI}`)
  })

  test('values of which none is Arabic or Hebrew run as one', () => {
    expect(asOne(`Visa ${code('••••\u00a01881')}`)).toBe(`${LRI}Visa ••••\u00a01881${PDI}`)
    expect(asOne(`${words('HST')} ${amount('13%')}`)).toBe(`${LRI}HST 13%${PDI}`)
    const named = `بطاقة ${code('••••\u00a01881')}`
    expect(asOne(named)).toBe(named)
    expect(asOne('Visa ••••\u00a01881')).toBe('Visa ••••\u00a01881')
  })

  test('always runs codes, phone numbers and card numbers left to right', () => {
    for (const text of ['5550142', '••••\u00a01881', 'https://example.com'])
      expect(code(text)).toBe(`${LRI}${text}${PDI}`)
    expect(code('TX-884215')).toBe(`${LRI}TX-${WJ}884215${PDI}`)
    expect(code('')).toBe('')
  })

  test('takes an amount’s direction from its own letters', () => {
    expect(amount('4.500')).toBe(`${LRI}4.500${PDI}`)
    expect(amount('4.500 د.ك.')).toBe(`${RLI}4.500\u00a0د.ك.${PDI}`)
    expect(amount('')).toBe('')
  })
})

describe('a short value', () => {
  const { code, amount } = isolateFor('ltr')

  test('wraps neither at spaces nor at hyphens', () => {
    expect(code('(416) 555-0142')).toBe(`(416)\u00a0555-${WJ}0142`)
    expect(amount('Oct 31, 2026')).toBe('Oct\u00a031,\u00a02026')
    expect(code('44120-')).toBe('44120-')
  })

  test('has at most 21 letters; a longer one may wrap', () => {
    expect(code('AB-456789012345678 ')).toBe(`AB-${WJ}456789012345678\u00a0`)
    expect(code('AB-4567890123456789012 ')).toBe('AB-4567890123456789012 ')
    expect(inOnePiece('Size 38–40')).toBe(`Size\u00a038–${WJ}40`)
    expect(inOnePiece('a'.repeat(8) + ' ' + 'b'.repeat(8))).toBe('a'.repeat(8) + '\u00a0' + 'b'.repeat(8))
    expect(inOnePiece('a'.repeat(12) + ' ' + 'b'.repeat(12))).toBe('a'.repeat(12) + ' ' + 'b'.repeat(12))
  })
})

test('guillemets stay with what they enclose, however it is written', () => {
  const { words } = isolateFor('ltr')
  expect(words('Ballotin assortis « Grand Sablon » 16 pièces')).toBe(
    'Ballotin assortis «\u00a0Grand Sablon\u00a0» 16 pièces',
  )
  for (const text of ['Pralinen »Grand Sablon« 16 Stück', 'Cioccolatini «Grand Sablon» 16 pezzi'])
    expect(words(text)).toBe(text)
})

test.each([
  ['Roggenmischbrot 750 g', 'Roggenmischbrot 750\u00a0g'],
  ['Mineralwasser, 12 × 0,7 l', 'Mineralwasser, 12 × 0,7\u00a0l'],
  ['Beef training treats 6 oz, 2 bags', 'Beef training treats 6\u00a0oz, 2 bags'],
  ['Kettlebells 8 kg, 12 kg and 2 500 g', 'Kettlebells 8\u00a0kg, 12\u00a0kg and 2 500\u00a0g'],
  ['Cable 2 m', 'Cable 2\u00a0m'],
  ['Two rooms for 2 adults', 'Two rooms for 2 adults'],
  ['Rolls of ten, 4 gold', 'Rolls of ten, 4 gold'],
])('a figure stays with its unit: %j', (text, whole) => {
  expect(isolateFor('ltr').words(text)).toBe(whole)
  expect(isolateFor('rtl').words(text)).toBe(`${LRI}${whole}${PDI}`)
})

test('a figure stays with its unit in right-to-left words', () => {
  for (const dir of ['ltr', 'rtl'] as const) expect(isolateFor(dir).words('حليب 1 l')).toContain('حليب 1\u00a0l')
})

test('removes isolates and word joiners from a subject', () => {
  expect(withoutIsolates(`Receipt ${LRI}TX-${WJ}1${PDI} of ${RLI}مقهى${PDI}`)).toBe('Receipt TX-1 of مقهى')
})
