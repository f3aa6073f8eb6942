import encodeQR from 'qr'
import { BarcodeError } from '../errors.ts'
import { aNumber, aWholeNumber, checkOptions, type KnownOptions } from '../options/check-options.ts'
import { type Barcode, symbologies } from './barcode.ts'
import { type BarcodeImage, type DotImage, type DotOptions, dotImage, mailImage } from './drawing/mail-image.ts'
import { barModules, type Modules, squareModules } from './drawing/modules.ts'
import { type BarcodeDrawing, type PaperOptions, paperDrawing } from './drawing/paper-drawing.ts'
import { code128Bars, encodeBars, encodeSquares } from './symbol/encoder.ts'

export type { BarcodeDrawing, BarcodeImage, DotImage, DotOptions, PaperOptions }

/** Draws the barcode for email: a PNG with quiet zone, without caption. */
export function drawBarcodePng(barcode: Barcode): BarcodeImage {
  return mailImage(encode(barcode))
}

/** Draws the barcode for paper: an inline SVG with quiet zone, with the caption only as its label. */
export function drawBarcodeSvg(barcode: Barcode, options: PaperOptions): BarcodeDrawing {
  checkOptions('', options, paperOptions)
  return paperDrawing(encode(barcode), barcode.caption || barcode.text, options)
}

/** Draws the barcode in the dots of a till's printer: black and white, with quiet zone, without caption. */
export function drawBarcodeDots(barcode: Barcode, options: DotOptions): DotImage {
  checkOptions('', options, dotOptions)
  return dotImage(encode(barcode), options)
}

const someMillimeters = aNumber(0, 10_000, 'of millimeters')
const paperOptions: KnownOptions<PaperOptions> = {
  maxWidth: someMillimeters,
  dot: aNumber(0.001, 10, 'of millimeters'),
  leastWidth: someMillimeters,
  column: someMillimeters,
}
const dotOptions: KnownOptions<DotOptions> = {
  dots: aWholeNumber(1, 16_000),
  dpi: aNumber(25, 5000),
  leastWidth: someMillimeters,
}

/** @throws BarcodeError for what isn't a barcode */
function encode({ symbology, text }: Barcode): Modules {
  if (!symbologies.includes(symbology))
    throw new BarcodeError("draw what toBarcode returns, such as toBarcode('GTIN', '4006381333931')")
  switch (symbology) {
    case 'ean13':
      return barModules(encodeBars(symbology, text), 11)
    case 'itf14':
      return barModules(encodeBars(symbology, text).map(wideIsThree), 10)
    case 'gs1-128':
      return barModules(
        encodeBars('code128', `^FNC1${literal(text).replaceAll('\u001d', '^FNC1')}`, { parsefnc: true }),
        10,
      )
    case 'code128':
      return barModules(code128Bars(text) ?? encodeBars(symbology, text), 10)
    case 'qrcode':
      return qrCode(text)
    default:
      return barModules(encodeBars(symbology, text), 10)
  }
}

/** With `parsefnc`, a caret starts a library command unless doubled; without it, all characters are literal. */
function literal(text: string): string {
  return text.replaceAll('^', '^^')
}

/** The library draws ITF's wide bars with two modules; GS1 requires 2.25 to 3 (GS1 General Specifications, 5.3). */
function wideIsThree(width: number): number {
  return width === 2 ? 3 : width
}

/**
 * Non-ASCII text is UTF-8, declared by ECI 26 so that readers needn't guess. Kanji mode stays off: UTF-8 bytes can look
 * like Shift JIS and would be read as such.
 */
function qrCode(text: string): Modules {
  const isAscii = /^[\0-\u007f]*$/.test(text)
  const { squares, side } = isAscii ? asciiSquares(text) : encodeSquares(`^ECI000026${literal(text)}`)
  return squareModules(squares, side)
}

/**
 * The squares of a QR code at level M whose text is ASCII, row by row, and how many are on a side. Forty times as fast as the
 * drawing library, for one encoding of the whole text: a long number in an address may take a size more.
 */
export function asciiSquares(text: string): { squares: readonly number[]; side: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border })
  const side = rows.length - 2 * border
  const inner = rows.slice(border, border + side)
  return { squares: inner.flatMap(row => row.slice(border, border + side).map(Number)), side }
}

/** Squares around the code; the library wants one at least. */
const border = 1
