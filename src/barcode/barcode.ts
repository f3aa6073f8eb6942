import { BarcodeError } from '../errors.ts'
import { code39Problem, code128Problem, qrCodeProblem } from './symbol/charset.ts'
import { gs1Caption, gs1Problem, gs1Text } from './symbol/gs1.ts'
import { gtinCaption, gtinProblem, gtinSymbology, gtinText } from './symbol/gtin.ts'

/** The values of `barcodeType` (spec, "BarcodeType"). */
export const barcodeTypes = ['GTIN', 'EAN-128', 'Code39', 'Code128', 'QRCode'] as const

export type BarcodeType = (typeof barcodeTypes)[number]

/** The kinds of symbol that can be drawn, by the names the drawing library gives them. */
export type Symbology = 'ean8' | 'upca' | 'ean13' | 'itf14' | 'gs1-128' | 'code39' | 'code128' | 'qrcode'

/** A text proven fit for its type. */
export interface Barcode {
  readonly type: BarcodeType
  readonly symbology: Symbology
  /** What a scanner reads back; U+001D stands between GS1 elements where the symbol has a separator. */
  readonly text: string
  /** The human-readable line below the symbol; empty where none helps (a long or many-lined QR code). */
  readonly caption: string
}

/**
 * Says why `text` cannot be drawn as `type`, in one sentence that advises, such as
 * `GTIN needs 8, 12, 13 or 14 digits, or 7 or 12 without the check digit; got 9`. Gives undefined when it can.
 * The sentence repeats nothing of the text but single digits and AIs, so it is safe to log and to answer with.
 */
export function barcodeProblem(type: BarcodeType, text: string): string | undefined {
  return text.trim() === '' ? `${type} needs a text, got none` : kinds[type].problem(text)
}

/**
 * Makes the barcode of `text`, its check digit and separators settled.
 * Throws BarcodeError with the sentence of `barcodeProblem` when the text is unfit.
 */
export function toBarcode(type: BarcodeType, text: string): Barcode {
  const problem = barcodeProblem(type, text)
  if (problem !== undefined) throw new BarcodeError(problem)
  const kind = kinds[type]
  return { type, symbology: kind.symbology(text), text: kind.text(text), caption: kind.caption(text) }
}

interface Kind {
  problem(text: string): string | undefined
  symbology(text: string): Symbology
  text(text: string): string
  caption(text: string): string
}

const asSent = (text: string): string => text

const kinds: Record<BarcodeType, Kind> = {
  GTIN: { problem: gtinProblem, symbology: gtinSymbology, text: gtinText, caption: gtinCaption },
  'EAN-128': { problem: gs1Problem, symbology: () => 'gs1-128', text: gs1Text, caption: gs1Caption },
  Code39: { problem: code39Problem, symbology: () => 'code39', text: asSent, caption: asSent },
  Code128: { problem: code128Problem, symbology: () => 'code128', text: asSent, caption: asSent },
  QRCode: { problem: qrCodeProblem, symbology: () => 'qrcode', text: asSent, caption: shortLine },
}

/** A QR code is read by a phone, so only what a person could type is worth printing below it. */
function shortLine(text: string): string {
  return text.length <= 48 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? text : ''
}
