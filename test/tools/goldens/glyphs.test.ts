import { expect, test } from 'vitest'
import { type Glyph, linesOf } from '../../../tools/goldens/pictures/glyphs.ts'

/** A word from `left` on, each letter 5 points wide in a line of 14. */
function word(text: string, left: number, baseline = 700): Glyph[] {
  return [...text].map((character, at) => {
    const origin = left + at * 5
    return { character, baseline, origin, left: origin, right: origin + 5, height: 14 }
  })
}

test('a gap between words is a space, in a table row too', () => {
  expect(linesOf([...word('Rye', 50), ...word('bread', 66.5), ...word('$6.50', 500)])).toEqual(['Rye bread $6.50'])
})

test('letters that are set a little wide are one word', () => {
  expect(linesOf([...word('T', 50), ...word('otal', 55.6)])).toEqual(['Total'])
})

test('another base line is another line', () => {
  expect(linesOf([...word('Total', 50), ...word('Cash', 50, 684)])).toEqual(['Total', 'Cash'])
})

test('large and small type on one base line are one line', () => {
  const small = word('USD', 80).map(glyph => ({ ...glyph, height: 8 }))
  expect(linesOf([...word('Total', 50), ...small])).toEqual(['Total USD'])
})

test('the letters of a ligature have one place', () => {
  const ligature = word('f', 55).concat(word('f', 55))
  expect(linesOf([...word('O', 50), ...ligature, ...word('er', 65)])).toEqual(['Offer'])
})

test('lines of space only are dropped', () => {
  expect(linesOf([...word('  ', 50), ...word('Thank\u00a0you', 50, 684)])).toEqual(['Thank you'])
})
