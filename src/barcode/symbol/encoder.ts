import { createRequire } from 'node:module'
import type Bwip from 'bwip-js/node'

let library: typeof Bwip | undefined

/** The drawing library, loaded when first needed: it takes 30 ms, and most receipts have a plain Code 128 or none. */
function bwip(): typeof Bwip {
  library ??= createRequire(import.meta.url)('bwip-js/node') as typeof Bwip
  return library
}

/**
 * Alternating widths of bars and spaces, in modules.
 *
 * @param encoder the drawing library's name of the symbol
 * @param text with `parsefnc`, a caret starts a library command unless doubled
 */
export function encodeBars(encoder: string, text: string, options: { parsefnc?: true } = {}): number[] {
  const [symbol] = bwip().raw(encoder, text, options)
  if (!symbol || !('sbs' in symbol)) throw new TypeError(`bwip-js gave no bars for ${encoder}`)
  return symbol.sbs
}

/** The squares of a QR code, row by row, and how many are on a side. A caret starts a command unless doubled. */
export function encodeSquares(text: string): { squares: readonly number[]; side: number } {
  const options = { parsefnc: true, eclevel: 'M', suppresskanjimode: true }
  const [symbol] = bwip().raw('qrcode', text, options)
  if (!symbol || !('pixs' in symbol)) throw new TypeError('bwip-js gave no squares for qrcode')
  return { squares: symbol.pixs, side: symbol.pixx }
}

/** A violated rule of the GS1 General Specifications: the library's name for it, and its AI. */
export interface Gs1Fault {
  rule: string
  /** Two to four digits; undefined if the text in brackets isn't an AI. */
  ai: string | undefined
}

/**
 * Checks elements with bracketed AIs against the library's list of AIs, which has each one's length, characters, check digits
 * and dates. Returns the first violated rule, or undefined.
 */
export function gs1Fault(elements: string): Gs1Fault | undefined {
  if (tried?.elements !== elements) tried = { elements, fault: tryGs1(elements) }
  return tried.fault
}

/** A receipt's barcode is checked when parsed and again when drawn, at half a millisecond each. */
let tried: { elements: string; fault: Gs1Fault | undefined } | undefined

function tryGs1(elements: string): Gs1Fault | undefined {
  try {
    bwip().raw('gs1-128', elements, {})
    return undefined
  } catch (error) {
    const said = String(error instanceof Error ? error.message : error)
    const rule = /^bwipp\.(\w+)/.exec(said)?.[1]
    if (rule === undefined) throw error
    return { rule, ai: /\bAIs? \(?(\d{2,4})\b/.exec(said)?.[1] }
  }
}
