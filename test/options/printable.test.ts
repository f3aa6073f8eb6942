import { expect, test } from 'vitest'
import { printable, printableLine } from '../../src/options/printable.ts'

test.each([
  ['an escape sequence', '\u001b[2J\u001b]0;owned\u0007', '\\u001b[2J\\u001b]0;owned\\u0007'],
  ['one of C1', '\u009b31mred', '\\u009b31mred'],
  ['a line that is written over', 'all good\rerror', 'all good\\u000derror'],
  ['DEL and NUL', '\u007f\u0000', '\\u007f\\u0000'],
  ['marks that turn writing', 'a\u202egpj.exe\u2066\u200f', 'a\\u202egpj.exe\\u2066\\u200f'],
  ['tags that nobody sees', '\u{e0041}', '\\udb40\\udc41'],
  ['half a character', '\ud800', '\\ud800'],
])('%s is shown, not obeyed', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('other text stays, with its lines', () => {
  const text = 'Café “Zur Post”\n\t¡Hola! 日本語 नमस्ते שלום 👩‍👩‍👧\n'
  expect(printable(text)).toBe(text)
  expect(printableLine('a\tb\nc')).toBe('a\\u0009b\\u000ac')
})

test('JSON means the same afterwards', () => {
  const value = { 'a\u202e': '\u001b\u009b\n' }
  expect(JSON.parse(printable(JSON.stringify(value, null, 2)))).toEqual(value)
})
