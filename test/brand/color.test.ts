import { expect, test } from 'vitest'
import { contrast, isColor, readable, readableContrast } from '../../src/brand/color.ts'
import fc from '../support/fast-check.ts'

const colors = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is WCAG’s: 21 for black on white, 1 for a color on itself', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#7a1f3d', '#7a1f3d')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('a readable color stays as it is', () => {
  expect(readable('#1f5c4d', '#fefefe')).toBe('#1f5c4d')
})

test('an unreadable color becomes a readable shade of itself', () => {
  expect(readable('#ffcc00', '#fefefe')).toMatch(/^#(8|7)[0-9a-f]{5}$/)
  fc.assert(
    fc.property(colors, fc.constantFrom('#fefefe', '#211f18', '#ffffff', '#000000'), (color, background) => {
      const shown = readable(color, background)
      expect(isColor(shown)).toBe(true)
      expect(contrast(shown, background)).toBeGreaterThanOrEqual(readableContrast)
    }),
  )
})
