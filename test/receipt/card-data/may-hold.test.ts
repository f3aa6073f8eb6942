import { expect, test } from 'vitest'
import { cardDataIn, fold, mayHoldCardData } from '../../../src/receipt/card-data/mask-text.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

test.each([
  ['TSE-Start: 2026-10-24T16:38:55.000+02:00', false],
  ['Öffnungszeiten 08:00–20:00', false],
  ['411111111111', true],
  ['41111111111', false],
  ['4111 1111 1111 11', true],
  ['4111 1111 1111 1', false],
  ['41.1-1 /1111_1111,1111', true],
  ['4111    11111111111', false],
  ['4111\n\n\n\n\n1111111111', true],
  ['４１１１１１１１１１１１１１１１', true],
  ['\\u0034111111111111111', true],
])('%j may hold card data: %j', (text, expected) => expect(mayHoldCardData(text)).toBe(expected))

test('letters from À to ɏ end a number, as they do in the folded text', () => {
  for (let code = 0xc0; code <= 0x24f; code++) expect(fold(String.fromCharCode(code)).text).toBe('x')
})

test('no text with card data is skipped, whatever is around and between its digits', () => {
  const number = fc.constantFrom('4111111111111111', '378282246310005', '30569309025904')
  const filler = fc.string({ unit: fc.constantFrom(...'é x\n-/.,=^d5\\ß\u00a0'), maxLength: 6 })
  const separator = fc.constantFrom('', ' ', '-', '.', '\n', '\u00a0', '\u200b', ' - ')
  fc.assert(
    fc.property(filler, number, separator, filler, (before, digits, between, after) => {
      const text = `${before} ${digits.replace(/(?<=^(?:.{4})+)(?=.)/g, between)} ${after}`
      if (cardDataIn(`${text}\\`).length > 0) expect(mayHoldCardData(text)).toBe(true)
    }),
    { numRuns: tries(2000) },
  )
})
