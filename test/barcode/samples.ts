import type { BarcodeType, Symbology } from '../../src/barcode/barcode.ts'
import { checkDigit } from '../../src/barcode/symbol/gtin.ts'
import fc from '../support/fast-check.ts'

/** Texts that are fit for each type, as random as tills are. */
export const fitTexts: Record<BarcodeType, fc.Arbitrary<string>> = {
  GTIN: fc.oneof(...[7, 11, 12, 13].map(length => digits(length, length).map(text => text + checkDigit(text)))),
  'EAN-128': fc.oneof(
    digits(13, 13).map(text => `(01)${text}${checkDigit(text)}`),
    fc.tuple(from(gs1Characters(), 1, 14), digits(1, 8)).map(([lot, amount]) => `(10)${lot}(30)${amount}`),
    fc.tuple(digits(17, 17), from(gs1Characters(), 1, 6)).map(([key, id]) => `(00)${key}${checkDigit(key)}(91)${id}`),
    from(printable(), 1, 20).filter(text => !/^ *$|^\(/.test(text)),
  ),
  Code39: from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -.$/+%', 1, 20).filter(text => text.trim() !== ''),
  Code128: fc.oneof(digits(4, 40), from(printable(), 1, 30)).filter(text => text.trim() !== ''),
  QRCode: fc.oneof(
    digits(1, 60),
    from(printable(), 1, 120),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter(text => text.trim() !== '' && !text.includes('\0')),
  ),
}

/** How a scanner names each kind of symbol; UPC-A is the EAN-13 that begins with 0. */
export const scannerFormats: Record<Symbology, string> = {
  ean8: 'EAN8',
  upca: 'EAN13',
  ean13: 'EAN13',
  itf14: 'ITF',
  'gs1-128': 'Code128',
  code39: 'Code39',
  code128: 'Code128',
  qrcode: 'QRCode',
}

function digits(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return from('0123456789', minLength, maxLength)
}

function from(characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })
}

function printable(): string {
  return Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
}

/** Without brackets: those before digits would begin the next element. */
function gs1Characters(): string {
  return printable().replaceAll(/[ #$@[\\\]^`{|}~()]/g, '')
}
