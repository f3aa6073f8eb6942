import bwip from 'bwip-js/generic'
import type { Barcode } from './barcode.ts'
import { type BarcodeImage, mailImage } from './mail-image.ts'
import { barModules, type Modules, squareModules } from './modules.ts'
import { type BarcodeDrawing, type PaperOptions, paperDrawing } from './paper-drawing.ts'

export type { BarcodeDrawing, BarcodeImage, PaperOptions }

/** Draws the barcode for a mail: a PNG with its quiet zone, the caption not in it. */
export function drawBarcodePng(barcode: Barcode): BarcodeImage {
  return mailImage(encode(barcode))
}

/** Draws the barcode for paper: an inline SVG with its quiet zone, the caption only as its label. */
export function drawBarcodeSvg(barcode: Barcode, options: PaperOptions): BarcodeDrawing {
  return paperDrawing(encode(barcode), barcode.caption || barcode.text, options)
}

function encode({ symbology, text }: Barcode): Modules {
  switch (symbology) {
    case 'ean13':
      return barModules(bars(symbology, text), 11)
    case 'itf14':
      return barModules(bars(symbology, text).map(wideIsThree), 10)
    case 'gs1-128':
      return barModules(bars('code128', `^FNC1${literal(text).replaceAll('\u001d', '^FNC1')}`, { parsefnc: true }), 10)
    case 'qrcode':
      return qrCode(text)
    default:
      return barModules(bars(symbology, text), 10)
  }
}

/** With `parsefnc` a caret starts a command of the library unless doubled; without it, all characters are literal. */
function literal(text: string): string {
  return text.replaceAll('^', '^^')
}

/** The widths of bars and spaces in turn, in modules. */
function bars(encoder: string, text: string, options: { parsefnc?: true } = {}): number[] {
  const [symbol] = bwip.raw(encoder, text, options)
  if (!symbol || !('sbs' in symbol)) throw new TypeError(`bwip-js gave no bars for ${encoder}`)
  return symbol.sbs
}

/** The library makes wide bars of ITF two modules; GS1 asks for 2.25 to 3 (GS1 General Specifications, 5.3). */
function wideIsThree(width: number): number {
  return width === 2 ? 3 : width
}

/**
 * Text beyond ASCII is UTF-8 announced by ECI 26; without it a reader would have to guess. Kanji mode stays off:
 * UTF-8 bytes can look like Shift JIS, and would be read back as such.
 */
function qrCode(text: string): Modules {
  const message = /^[\0-\u007f]*$/.test(text) ? literal(text) : `^ECI000026${literal(text)}`
  const options = { parsefnc: true, eclevel: 'M', suppresskanjimode: true }
  const [symbol] = bwip.raw('qrcode', message, options)
  if (!symbol || !('pixs' in symbol)) throw new TypeError('bwip-js gave no squares for qrcode')
  return squareModules(symbol.pixs, symbol.pixx)
}
