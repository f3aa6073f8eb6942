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
