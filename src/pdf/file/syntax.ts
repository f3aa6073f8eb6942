/**
 * Takes an object's text apart: syntax and strings alternately, syntax first. Strings are literal ones, in which Chromium and we escape
 * parentheses, and hexadecimal ones (ISO 32000-1, 7.3.4). They are searched step by step, because a pattern for a whole string fails at
 * millions of escapes or digits.
 *
 * @returns undefined if a string has no end, or a parenthesis that isn't escaped
 */
export function splitStrings(text: string): string[] | undefined {
  const pieces: string[] = []
  const signs = /\\[\s\S]|[()]|<<?/g
  let copied = 0
  let start: number | undefined
  const take = (from: number, to: number) => {
    pieces.push(text.slice(copied, from), text.slice(from, to))
    copied = to
    signs.lastIndex = to
    start = undefined
  }
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const { index, 0: sign } = found
    if (start === undefined && sign === '(') start = index
    else if (start === undefined && sign === '<') {
      const end = text.indexOf('>', index)
      if (end > index + 1 && isHexadecimal(text, index + 1, end)) take(index, end + 1)
    } else if (start !== undefined && sign === ')') take(start, index + 1)
    else if (sign === '(' || sign === ')') return undefined
  }
  return start === undefined ? [...pieces, text.slice(copied)] : undefined
}

/** Digits that a pattern can read at once. */
const atOnce = 10_000

function isHexadecimal(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += atOnce)
    if (!/^[0-9A-Fa-f]+$/.test(text.slice(at, Math.min(at + atOnce, to)))) return false
  return true
}

/** A text string (ISO 32000-1, 7.9.2.2): as it is if it is ASCII, otherwise in UTF-16. */
export function pdfText(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/** The title in a document's information dictionary (ISO 32000-1, 14.3.3), as Chromium writes strings; undefined if it has none. */
export function titleIn(info: string): string | undefined {
  const [, literal, hex] = /\/Title (?:\(((?:[^()\\]|\\.)*)\)|<FEFF([0-9A-F]*)>)/s.exec(info) ?? []
  const title = hex === undefined ? literal && unescaped(literal) : Buffer.from(hex, 'hex').swap16().toString('utf16le')
  return title?.trim() ? title : undefined
}

function unescaped(literal: string): string {
  return literal.replace(/\\([0-7]{3}|.)/gs, (_, sign: string) =>
    sign.length === 3 ? String.fromCharCode(Number.parseInt(sign, 8)) : sign,
  )
}

/** What a document may give as its language (ISO 32000-1, 14.9.2.2; RFC 3066). */
export const languageTag = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/

/**
 * Visits the operators of a page's content (ISO 32000-1, 7.8.2) as Chromium writes them, one in a line after its operands.
 *
 * @param visit gets an operator, and where its line starts and ends; it may return where a later line starts, to go on there, or
 *   false to stop
 */
export function eachOperator(
  content: string,
  visit: (operator: string, start: number, end: number) => number | false | undefined,
): void {
  for (let start = 0; start < content.length; ) {
    const next = content.indexOf('\n', start)
    const end = next < 0 ? content.length : next
    const space = content.lastIndexOf(' ', end - 1)
    const later = visit(content.slice(Math.max(space + 1, start), end), start, end)
    if (later === false) return
    start = later ?? end + 1
  }
}

/** A matrix `a b c d e f`, as in PDF (ISO 32000-1, 8.3.4). */
export type Matrix = readonly [number, number, number, number, number, number]

/** The transformation that applies the first matrix, then the second (ISO 32000-1, 8.3.4). */
export function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}
