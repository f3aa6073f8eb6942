import { describe, expect, test } from 'vitest'
import { type BarcodeType, barcodeProblem, barcodeTypes, toBarcode } from '../../src/barcode/barcode.ts'
import { BarcodeError } from '../../src/errors.ts'

describe('a fit text becomes a barcode', () => {
  test.each<[BarcodeType, string, string, string, string]>([
    ['GTIN', '40170725', 'ean8', '40170725', '4017 0725'],
    ['GTIN', '4017072', 'ean8', '40170725', '4017 0725'],
    ['GTIN', '036000291452', 'ean13', '0360002914522', '0 360002 914522'],
    ['GTIN', '400638133393', 'ean13', '4006381333931', '4 006381 333931'],
    ['GTIN', '4006381333931', 'ean13', '4006381333931', '4 006381 333931'],
    ['GTIN', '4-006381-333931', 'ean13', '4006381333931', '4 006381 333931'],
    ['GTIN', ' 4 006381 333931 ', 'ean13', '4006381333931', '4 006381 333931'],
    ['GTIN', '14006381333938', 'itf14', '14006381333938', '1 40 06381 33393 8'],
    ['GTIN', '00000000', 'ean8', '00000000', '0000 0000'],
    ['Code39', 'A-1 $/+%.', 'code39', 'A-1 $/+%.', 'A-1 $/+%.'],
    ['Code128', 'r-0042 <b>&', 'code128', 'r-0042 <b>&', 'r-0042 <b>&'],
    ['Code128', '^FNC1^065\\x1d', 'code128', '^FNC1^065\\x1d', '^FNC1^065\\x1d'],
    ['QRCode', 'https://example.com/r/1?a=ü', 'qrcode', 'https://example.com/r/1?a=ü', 'https://example.com/r/1?a=ü'],
    ['QRCode', 'BCD\n002\n1', 'qrcode', 'BCD\n002\n1', ''],
    ['QRCode', 'x'.repeat(49), 'qrcode', 'x'.repeat(49), ''],
  ])('%s %j', (type, text, symbology, encoded, caption) => {
    expect(barcodeProblem(type, text)).toBeUndefined()
    expect(toBarcode(type, text)).toEqual({ type, symbology, text: encoded, caption })
  })
})

describe('an unfit text is refused with advice', () => {
  test.each<[BarcodeType, string, string]>([
    ['GTIN', '123456789', 'GTIN needs 8, 13 or 14 digits, or 7 or 12 without the check digit; got 9'],
    ['GTIN', '40170726', 'GTIN ends in check digit 6, which should be 5; correct it or the digits before it'],
    ['GTIN', '4006381333932', 'GTIN ends in check digit 2, which should be 1; correct it or the digits before it'],
    ['GTIN', '14006381333939', 'GTIN ends in check digit 9, which should be 8; correct it or the digits before it'],
    ['GTIN', '40063813339a1', 'GTIN takes digits only (spaces and hyphens between them are ignored); remove the rest'],
    ['GTIN', '٤٠٠٦٣٨١٣', 'GTIN takes digits only (spaces and hyphens between them are ignored); remove the rest'],
    [
      'GTIN',
      '4'.repeat(5000),
      'GTIN needs 8, 13 or 14 digits, or 7 or 12 without the check digit; got 5000 characters',
    ],
    ['Code39', 'abc-1', 'Code39 has no lower case; send upper case, or use Code128'],
    [
      'Code39',
      '*A*',
      'Code39 takes 0-9, A-Z, space and - . $ / + % only, not U+002A at character 1; use Code128 or QRCode',
    ],
    ['Code39', 'A'.repeat(35), 'Code39 takes at most 34 characters, got 35; shorten it, or use QRCode'],
    ['Code128', 'ab\nc', 'Code128 takes printable ASCII only, not U+000A at character 3; use QRCode'],
    ['Code128', 'a\0', 'Code128 takes printable ASCII only, not U+0000 at character 2; use QRCode'],
    ['Code128', '12😀', 'Code128 takes printable ASCII only, not U+1F600 at character 3; use QRCode'],
    ['Code128', 'x'.repeat(5000), 'Code128 takes at most 48 characters, got 5000; shorten it, or use QRCode'],
    ['QRCode', 'ü'.repeat(501), 'QRCode takes at most 1000 bytes of UTF-8, got 1002; shorten it, or send a link'],
    ['QRCode', 'a\ud83d', 'QRCode needs well-formed Unicode, got half of a surrogate pair'],
    ['QRCode', 'a\0b', "QRCode can't contain U+0000; remove it"],
  ])('%s %j', (type, text, advice) => {
    expect(barcodeProblem(type, text)).toBe(advice)
    expect(() => toBarcode(type, text)).toThrow(new BarcodeError(advice))
  })

  test.each(barcodeTypes)('%s of blanks only', type => {
    for (const text of ['', ' ', '\t\n']) expect(barcodeProblem(type, text)).toBe(`${type} needs a text, got none`)
  })

  test.each(barcodeTypes)('%s repeats nothing of a hostile text', type => {
    const hostile = `${'<script>alert(1)</script>\u202e'.repeat(40)}\0`
    const problem = barcodeProblem(type, hostile)
    expect(problem).toBeDefined()
    expect(problem).not.toContain('script')
    expect(problem!.length).toBeLessThan(160)
  })
})
