import { describe, expect, test } from 'vitest'
import { barcodeProblem, toBarcode } from '../../../src/barcode/barcode.ts'
import { drawBarcodePng } from '../../../src/barcode/draw.ts'
import { type Gtin12, gtin12Meanings } from '../../../src/barcode/symbol/gtin.ts'
import { createEngine } from '../../../src/engine.ts'
import { ReceiptDataError } from '../../../src/errors.ts'
import { auditReceipt } from '../../../src/reading/audit.ts'
import { parseReceipt, readReceipt, readStored } from '../../../src/receipt/parse.ts'
import fc from '../../support/fast-check.ts'
import { aReceipt } from '../../support/receipts.ts'
import { tries } from '../../support/scope.ts'

/** GS1 General Specifications, 7.9: written here anew, from the right with weights 3 and 1. */
function withCheckDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 1 : 3), 0)
  return body + ((10 - (sum % 10)) % 10)
}

/** Whether digits end in their check digit. */
const isWhole = (digits: string) => withCheckDigit(digits.slice(0, -1)) === digits

/**
 * The number that a till means: what it identifies in GS1's system, with its check digit, filled up to fourteen digits. Two texts with
 * one number are the same number written twice. Undefined if it means none.
 */
function meant(text: string, gtin12: Gtin12): string | undefined {
  const digits = text.replace(/[ -]/g, '')
  const isBody = digits.length === 7 || (digits.length === 12 && gtin12 === 'padded')
  if (isBody) return withCheckDigit(digits).padStart(14, '0')
  return [8, 12, 13, 14].includes(digits.length) && isWhole(digits) ? digits.padStart(14, '0') : undefined
}

/** Numbers near each other: few digits, many zeros, with their check digit or without, so that they often collide if they can. */
const texts = fc
  .tuple(fc.nat(9999), fc.constantFrom(6, 7, 8, 11, 12, 13, 14), fc.boolean(), fc.boolean())
  .map(([number, length, isChecked, isSpaced]) => {
    const digits = isChecked
      ? withCheckDigit(String(number).padStart(length - 1, '0'))
      : String(number).padStart(length, '0')
    return isSpaced ? `${digits.slice(0, 3)} ${digits.slice(3)}` : digits
  })

describe.each(gtin12Meanings)('with twelve digits that are %s', gtin12 => {
  test('two texts have one code if and only if they are one number', () => {
    const numbers = new Map<string, string>()
    fc.assert(
      fc.property(texts, text => {
        const number = meant(text, gtin12)
        expect([text, barcodeProblem('GTIN', text, gtin12) === undefined]).toEqual([text, number !== undefined])
        if (number === undefined) return
        const code = toBarcode('GTIN', text, gtin12).text.padStart(14, '0')
        expect([text, code]).toEqual([text, number])
        const other = numbers.get(code)
        if (other !== undefined) expect(meant(other, gtin12)).toBe(number)
        numbers.set(code, text)
      }),
      { numRuns: tries(20_000) },
    )
    expect(numbers.size).toBeGreaterThan(tries(1000))
  })

  test('all twelve-digit numbers of a thousand have different bars', () => {
    const pictures = new Set<string>()
    let drawn = 0
    for (let number = 0; number < 1000; number++) {
      const text = String(number).padStart(12, '0')
      if (barcodeProblem('GTIN', text, gtin12) !== undefined) continue
      pictures.add(Buffer.from(drawBarcodePng(toBarcode('GTIN', text, gtin12)).png).toString('base64'))
      drawn++
    }
    expect(pictures.size).toBe(drawn)
    expect(drawn).toBe(gtin12 === 'padded' ? 1000 : 100)
  })
})

test('the two numbers that once had one code have two', () => {
  expect(toBarcode('GTIN', '000000001234').text).toBe('0000000012348')
  expect(toBarcode('GTIN', '000000012348').text).toBe('0000000123488')
  expect(toBarcode('GTIN', '000000012348', 'upc-a')).toMatchObject({ symbology: 'upca', text: '000000012348' })
  expect(barcodeProblem('GTIN', '000000001234', 'upc-a')).toBe(
    'GTIN ends in check digit 4, which should be 6; correct it or the digits before it',
  )
})

describe('a receipt of a merchant whose twelve digits are UPC-A', () => {
  const sent = (barcodeNumber: string) =>
    aReceipt({
      barcodeType: 'GTIN',
      barcodeNumber: '036000291452',
      orders: [{ number: '1', barcodeType: 'GTIN', barcodeNumber }],
    })
  const [right, wrong] = [sent('614141007349'), sent('614141007340')]
  const refused = {
    'orders[0].barcodeNumber': [
      { code: null, message: expect.stringMatching(/^GTIN ends in check digit 0, which should be 9/) },
    ],
  }

  test('is read, or refused at the number', () => {
    for (const read of [
      readReceipt,
      (receipt: unknown, options: { gtin12?: Gtin12 }) => readStored(JSON.stringify(receipt), 'original', options),
    ]) {
      expect(read(right, { gtin12: 'upc-a' }).errors).toEqual({})
      expect(read(wrong, { gtin12: 'upc-a' }).errors).toEqual(refused)
      expect(read(wrong, {}).errors).toEqual({})
    }
    expect(auditReceipt(right, { gtin12: 'upc-a' })).toEqual([])
    expect(auditReceipt(right).map(({ code }) => code)).toEqual(['gtin_completed', 'gtin_completed'])
  })

  test('is drawn so, and a receipt that another merchant’s rules let pass is not', async () => {
    await using engine = await createEngine({ gtin12: 'upc-a' })
    const symbols = (receipt: unknown) =>
      Object.values(engine.view(receipt as typeof right).images).flatMap(image =>
        image.kind === 'barcode' ? image.barcode.symbology : [],
      )
    expect(symbols(right)).toEqual(['upca', 'upca'])
    expect(symbols(parseReceipt(right))).toEqual(['upca', 'upca'])
    expect(() => engine.html(wrong)).toThrow(ReceiptDataError)
    expect(() => engine.html(parseReceipt(wrong))).toThrow(ReceiptDataError)
    await using padded = await createEngine()
    expect(Object.values(padded.view(parseReceipt(right, { gtin12: 'upc-a' })).images)).toMatchObject([
      { barcode: { text: '6141410073490' } },
      { barcode: { text: '0360002914522' } },
    ])
  })

  test('and the option is one of two', async () => {
    await expect(createEngine({ gtin12: 'upca' as Gtin12 })).rejects.toThrow('gtin12: must be one of padded, upc-a')
  })
})
