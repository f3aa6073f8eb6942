import { expect, test } from 'vitest'
import { emsOf } from '../../src/view/presenting.ts'

test('East Asian letters, and what stands among them, are as wide as they are high', () => {
  expect(emsOf('レシート番号')).toBe(6)
  expect(emsOf('「お客様」：')).toBe(6)
  expect(emsOf('영수증')).toBe(3)
})

test('digits are wider than what stands between them', () => {
  expect(emsOf('1.234,50')).toBeCloseTo(6 * 0.57 + 2 * 0.28)
})
