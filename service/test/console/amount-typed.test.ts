import { expect, test } from 'vitest'
import { amountTyped } from '../../console/day-end/typed.ts'

test.each([
  ['60,00', 'EUR', 'de-DE', '60.00'],
  ['60', 'EUR', 'de-DE', '60'],
  ['1.234,50 €', 'EUR', 'de-DE', '1234.50'],
  ['1 234,50', 'EUR', 'fr-FR', '1234.50'],
  ['-5,00', 'EUR', 'de-DE', '-5.00'],
  ['\u22125', 'EUR', 'sv-SE', '-5'],
  ['1,250', 'KWD', 'en-US', '1.250'],
  ['1,234.500', 'KWD', 'en-US', '1234.500'],
  ['1.234,500', 'TND', 'fr-TN', '1234.500'],
  ['1,234,567', 'KWD', 'en-US', '1234567'],
  ['12345.500', 'KWD', 'en-US', '12345.500'],
  ['12.5', 'KWD', 'en-US', '12.5'],
  ['12,340', 'JPY', 'ja-JP', '12340'],
  ['１２，３４０', 'JPY', 'ja-JP', '12340'],
  ['45.000', 'VND', 'vi-VN', '45000'],
  ['45.000', 'COP', 'es-CO', '45000'],
  ['12 500', 'HUF', 'hu-HU', '12500'],
  ['25,000', 'IQD', 'ar-IQ', '25000'],
  ['12,3', 'JPY', 'ja-JP', '12.3'],
  ['٦٠٫٥٠', 'SAR', 'ar-SA', '60.50'],
  ['١٬٢٣٤٫٥٠', 'SAR', 'ar-SA', '1234.50'],
  ['1,234', 'CAD', 'en-CA', '1,234'],
  ['60,005', 'CAD', 'en-CA', '60,005'],
  ['sixty', 'CAD', 'en-CA', 'sixty'],
])('%s of %s, typed in %s where an amount is asked for, is %s', (typed, currency, language, amount) => {
  expect(amountTyped(typed, currency, language)).toBe(amount)
})
