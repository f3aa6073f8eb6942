import { expect, test } from 'vitest'
import { type Glyph, linesOf } from '../../../tools/goldens/pictures/pdfium-page.ts'

/** A word from `left` on, each letter 5 points wide in a line of 14. */
function word(text: string, left: number, baseline = 700): Glyph[] {
  return [...text].map((character, at) => {
    const origin = left + at * 5
    return { character, baseline, origin, left: origin, right: origin + 5, height: 14 }
  })
}

test('reads a gap between words as a space, even in a table row', () => {
  expect(linesOf([...word('Rye', 50), ...word('bread', 66.5), ...word('$6.50', 500)])).toEqual(['Rye bread $6.50'])
})

test('reads slightly spaced letters as one word', () => {
  expect(linesOf([...word('T', 50), ...word('otal', 55.6)])).toEqual(['Total'])
})

test('starts a line at each baseline', () => {
  expect(linesOf([...word('Total', 50), ...word('Cash', 50, 684)])).toEqual(['Total', 'Cash'])
})

test('reads large and small type on one baseline as one line', () => {
  const small = word('USD', 80).map(glyph => ({ ...glyph, height: 8 }))
  expect(linesOf([...word('Total', 50), ...small])).toEqual(['Total USD'])
})

test('gives the letters of a ligature one place', () => {
  const ligature = word('f', 55).concat(word('f', 55))
  expect(linesOf([...word('O', 50), ...ligature, ...word('er', 65)])).toEqual(['Offer'])
})

test('drops blank lines', () => {
  expect(linesOf([...word('  ', 50), ...word('Thank\u00a0you', 50, 684)])).toEqual(['Thank you'])
})
