import { bwip } from './load-bwip.ts'

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
    const message = String(error instanceof Error ? error.message : error)
    const rule = /^bwipp\.(\w+)/.exec(message)?.[1]
    if (rule === undefined) throw error
    return { rule, ai: /\bAIs? \(?(\d{2,4})\b/.exec(message)?.[1] }
  }
}

/**
 * Encodes printable ASCII as Code 128 (ISO/IEC 15417), by the same choice of code sets as the drawing library, which takes forty
 * times as long: runs of at least four digits in pairs (code set C), everything else one by one (B).
 *
 * @returns alternating widths of bars and spaces, in modules; undefined for text with other characters or without any
 */
export function code128Bars(text: string): number[] | undefined {
  if (!printable.test(text)) return undefined
  const values = symbolValues(text)
  const sum = values.reduce((all, value, place) => all + value * Math.max(place, 1), 0)
  values.push(sum % 103, stop)
  const bars: number[] = []
  for (const value of values) bars.push(...(widths[value] ?? []))
  return bars
}

const printable = /^[\x20-\x7e]+$/

/** Symbol values that aren't characters. */
const toC = 99
const toB = 100
const startB = 104
const startC = 105
const stop = 106

function symbolValues(text: string): number[] {
  let pairs = digitsFrom(text, 0) >= minPaired || /^\d\d$/.test(text)
  const values = [pairs ? startC : startB]
  for (let at = 0; at < text.length; ) {
    const digits = digitsFrom(text, at)
    if (pairs && digits >= 2) {
      values.push(text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * 0x30)
      at += 2
    } else if (pairs || (digits >= minPaired && digits % 2 === 0)) {
      pairs = !pairs
      values.push(pairs ? toC : toB)
    } else {
      values.push(text.charCodeAt(at) - 32)
      at += 1
    }
  }
  return values
}

/** Changing the code set for fewer digits saves nothing. */
const minPaired = 4

/** How many digits follow each other. */
function digitsFrom(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++
  return at - from
}

/** Widths of each value's bars and spaces (ISO/IEC 15417, table 1), and of the stop pattern. */
const widths: readonly (readonly number[])[] = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221
  223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321
  112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131
  311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114
  122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141
  214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/)
  .map(pattern => Array.from(pattern, Number))
