import { describe, expect, test } from 'vitest'
import { isolateFor, withoutIsolates } from '../../src/view/direction.ts'

const LRI = '\u2066'
const RLI = '\u2067'
const PDI = '\u2069'

describe('in a receipt written from left to right', () => {
  const { words, code, amount } = isolateFor('ltr')

  test('what runs the same way is left as it is', () => {
    for (const keep of [words, code, amount]) {
      for (const text of ['Crème brûlée', '緑茶', '(416) 555-0142', '−$4.00', '']) expect(keep(text)).toBe(text)
    }
  })

  test('a name in Arabic or Hebrew is kept in one piece', () => {
    expect(words('قهوة عربية')).toBe(`${RLI}قهوة عربية${PDI}`)
    expect(words('שלום 5.00-')).toBe(`${RLI}שלום 5.00-${PDI}`)
    expect(words('Qahwa (قهوة)')).toBe(`${LRI}Qahwa (قهوة)${PDI}`)
  })

  test('digits before the first letter do not decide its direction', () => {
    expect(words('12 قهوة')).toBe(`${RLI}12 قهوة${PDI}`)
    expect(code('AB-12/34-ד')).toBe(`${LRI}AB-12/34-ד${PDI}`)
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
    for (const text of ['(416) 555-0142', '•••• 1881', 'TX-884215', 'https://example.com'])
      expect(code(text)).toBe(`${LRI}${text}${PDI}`)
    expect(code('')).toBe('')
  })

  test('an amount runs as its own letters do', () => {
    expect(amount('4.500')).toBe(`${LRI}4.500${PDI}`)
    expect(amount('4.500 د.ك.')).toBe(`${RLI}4.500 د.ك.${PDI}`)
    expect(amount('')).toBe('')
  })
})

test('a subject is freed of isolates again', () => {
  expect(withoutIsolates(`Receipt ${LRI}TX-1${PDI} of ${RLI}مقهى${PDI}`)).toBe('Receipt TX-1 of مقهى')
})
