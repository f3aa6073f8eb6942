import { expect, test } from 'vitest'
import { htmlHelpers } from '../../../src/document/language/helpers.ts'
import { wholeWords } from '../../../src/document/language/whole-facts.ts'

const page = { images: {}, dir: 'ltr', columns: 64, notation: undefined } as const
const shown = (text: string) => htmlHelpers.directed(page, text).replaceAll('<i class="d"> </i>', ' | ')
const fact = (text: string) => `<span class="piece">${text}</span>`

test('a fact of several words is one piece, which begins a line rather than end in two', () => {
  expect(shown('BOG11\u00a0· Caja\u00a04\u00a0(Yesid)\u00a0· Le atendió\u00a0Paola')).toBe(
    `BOG11 | Caja\u00a04\u00a0(Yesid) | ${fact('Le atendió\u00a0Paola')}`,
  )
  expect(shown('Room 14 · Arrival 5 June 2026')).toBe(`${fact('Room 14')} | ${fact('Arrival 5 June 2026')}`)
})

test('one with a hyphen, too, at which a line could end', () =>
  expect(shown('NIT\u00a0900.000.000-0\u00a0· S.A.S.')).toBe(`${fact('NIT\u00a0900.000.000-0')} | S.A.S.`))

test('one with a dash, even before a no-break space', () =>
  expect(shown('2\u00a0· Oat\u00a0milk\u00a0–\u00a012\u00a0oz')).toBe(
    `2 | ${fact('Oat\u00a0milk\u00a0–\u00a012\u00a0oz')}`,
  ))

test('one in Thai, which has no spaces between its words', () =>
  expect(shown('TH-4471\u00a0· คะแนนสะสม\u00a0320')).toBe(`${fact('TH-4471')} | ${fact('คะแนนสะสม\u00a0320')}`))

test('a long one flows', () => {
  const long = 'State share of sales tax 6.5% $48.10 on $739.95'
  expect(shown(`SKU\u00a01\u00a0· ${long}`)).toBe(`SKU\u00a01 | ${long}`)
})

test('one that shares its direction with its neighbor stays within their element', () => {
  expect(shown('\u2067شاي ساخن · مع نعناع طازج\u2069')).toBe('<span dir="rtl">شاي ساخن | مع نعناع طازج</span>')
  expect(shown('2\u00a0· \u2067مع نعناع طازج\u2069')).toBe(`2 | ${fact('<span dir="rtl">مع نعناع طازج</span>')}`)
})

test('one of a label and a number of another direction: a line would end between them, whatever holds them together', () =>
  expect(shown('\u2067بالوزن\u2069\u00a0· رمز\u00a0الصنف\u00a0\u2066DT-\u206088\u2069')).toBe(
    `<span dir="rtl">بالوزن</span> | ${fact('رمز\u00a0الصنف\u00a0<span class="nb"><span dir="ltr">DT-88</span></span>')}`,
  ))

test('long lists, whose mail has no room for elements, do without', () =>
  expect(htmlHelpers.directed({ ...page, isLong: true }, 'Store 7\u00a0· Served by\u00a0Jo')).toBe(
    'Store 7\u00a0 Served by\u00a0Jo',
  ))

test('an isolate goes to the next line with its word, lest its beginning keep the dot before it at a line’s end', () => {
  const phone = '(616)\u00a0555\u2060-\u20600142'
  expect(wholeWords(`\u2066${phone}\u2069`)).toBe('<span class="nb">\u2066(616)\u00a0555-0142\u2069</span>')
  expect(wholeWords(`\u2066Tel. ${phone}\u2069`)).toBe('\u2066Tel. <span class="nb">(616)\u00a0555-0142</span>\u2069')
})

test('and so does one that is a fact behind a dot, though no line ends within it', () =>
  expect(shown('\u2066Chequing\u2069\u00a0· \u2066AID\u00a0A0000000031010\u2069\u00a0· متصل')).toBe(
    `<span dir="ltr">Chequing</span> | ${fact('<span dir="ltr">AID\u00a0A0000000031010</span>')} | متصل`,
  ))
