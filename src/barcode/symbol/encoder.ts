import bwip from 'bwip-js/generic'

/**
 * The widths of bars and spaces in turn, in modules.
 *
 * @param encoder the drawing library's name of the symbol
 * @param text with `parsefnc`, a caret starts a command of the library unless doubled
 */
export function encodeBars(encoder: string, text: string, options: { parsefnc?: true } = {}): number[] {
  const [symbol] = bwip.raw(encoder, text, options)
  if (!symbol || !('sbs' in symbol)) throw new TypeError(`bwip-js gave no bars for ${encoder}`)
  return symbol.sbs
}

/** The squares of a QR code, row by row, and how many stand on a side. A caret starts a command unless doubled. */
export function encodeSquares(text: string): { squares: readonly number[]; side: number } {
  const options = { parsefnc: true, eclevel: 'M', suppresskanjimode: true }
  const [symbol] = bwip.raw('qrcode', text, options)
  if (!symbol || !('pixs' in symbol)) throw new TypeError('bwip-js gave no squares for qrcode')
  return { squares: symbol.pixs, side: symbol.pixx }
}

/** A rule of the GS1 General Specifications that a text breaks: the library's name for it, and the AI it is about. */
export interface Gs1Fault {
  rule: string
  /** Two to four digits; undefined where what stands for an AI is none. */
  ai: string | undefined
}

/**
 * Tries elements with their AIs in brackets by the library's own list of AIs, which has for each its length, characters,
 * check digits and dates. Gives the first rule that is broken, or undefined.
 */
export function gs1Fault(elements: string): Gs1Fault | undefined {
  if (tried?.elements !== elements) tried = { elements, fault: tryGs1(elements) }
  return tried.fault
}

/** A receipt's code is tried when it is read and again when it is drawn, in half a millisecond each time. */
let tried: { elements: string; fault: Gs1Fault | undefined } | undefined

function tryGs1(elements: string): Gs1Fault | undefined {
  try {
    bwip.raw('gs1-128', elements, {})
    return undefined
  } catch (error) {
    const said = String(error instanceof Error ? error.message : error)
    const rule = /^bwipp\.(\w+)/.exec(said)?.[1]
    if (rule === undefined) throw error
    return { rule, ai: /\bAIs? \(?(\d{2,4})\b/.exec(said)?.[1] }
  }
}
