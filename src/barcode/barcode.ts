// Stage `barcode`: which texts a barcode may hold, its bars, and its drawings.
// It knows stages up to `standards`; `receipt` and those after it may call it.

import { BarcodeError } from '../errors.ts'
import { code39Problem, code128Problem, qrCodeProblem } from './symbol/charset.ts'
import { gs1Caption, gs1Problem, gs1Text } from './symbol/gs1.ts'
import { type Gtin12, gtinCaption, gtinProblem, gtinSymbology, gtinText } from './symbol/gtin.ts'

/** The values of `barcodeType` (spec, "BarcodeType"). */
export const barcodeTypes = ['GTIN', 'EAN-128', 'Code39', 'Code128', 'QRCode'] as const

/** A symbology, as the interface names it. */
export type BarcodeType = (typeof barcodeTypes)[number]

/** Kinds of symbols, by the drawing library's names; the build leaves out all others. */
export const symbologies = ['ean8', 'upca', 'ean13', 'itf14', 'gs1-128', 'code39', 'code128', 'qrcode'] as const

/** A kind of symbol. */
export type Symbology = (typeof symbologies)[number]

/** A text that is valid for its type. */
export interface Barcode {
  readonly type: BarcodeType
  readonly symbology: Symbology
  /** What a scanner reads; U+001D is the separator between GS1 elements. */
  readonly text: string
  /** The human-readable line below the symbol; empty if it wouldn't help (long or multi-line QR codes). */
  readonly caption: string
}

/**
 * Says why `text` can't be drawn as `type`, with advice, such as
 * `GTIN needs 8, 13 or 14 digits, or 7 or 12 without the check digit; got 9`; undefined if it can.
 * The message repeats only single digits and AIs from the text, so it is safe to log and to return.
 *
 * @param gtin12 what a GTIN of twelve digits is
 */
export function barcodeProblem(type: BarcodeType, text: string, gtin12: Gtin12 = 'padded'): string | undefined {
  if (!Object.hasOwn(kinds, type)) return `a barcode's type must be one of ${barcodeTypes.join(', ')}`
  if (typeof text !== 'string' || text.trim() === '') return `${type} needs a text, got none`
  return kinds[type].problem(text, gtin12)
}

/**
 * Makes a barcode from `text`, completing its check digit and separators.
 * Throws BarcodeError with the message of `barcodeProblem` if the text is invalid.
 */
export function toBarcode(type: BarcodeType, text: string, gtin12: Gtin12 = 'padded'): Barcode {
  const problem = barcodeProblem(type, text, gtin12)
  if (problem !== undefined) throw new BarcodeError(problem)
  const kind = kinds[type]
  return {
    type,
    symbology: kind.symbology(text, gtin12),
    text: kind.text(text, gtin12),
    caption: kind.caption(text, gtin12),
  }
}

interface Kind {
  problem(text: string, gtin12: Gtin12): string | undefined
  symbology(text: string, gtin12: Gtin12): Symbology
  text(text: string, gtin12: Gtin12): string
  caption(text: string, gtin12: Gtin12): string
}

const asSent = (text: string): string => text

const kinds: Record<BarcodeType, Kind> = {
  GTIN: { problem: gtinProblem, symbology: gtinSymbology, text: gtinText, caption: gtinCaption },
  'EAN-128': { problem: gs1Problem, symbology: () => 'gs1-128', text: gs1Text, caption: gs1Caption },
  Code39: { problem: code39Problem, symbology: () => 'code39', text: asSent, caption: asSent },
  Code128: { problem: code128Problem, symbology: () => 'code128', text: asSent, caption: asSent },
  QRCode: { problem: qrCodeProblem, symbology: () => 'qrcode', text: asSent, caption: shortLine },
}

/** Phones read QR codes, so only text that a person could type is worth printing below. */
function shortLine(text: string): string {
  return text.length <= 48 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? text : ''
}
