/** A matrix `a b c d e f`, as in PDF (ISO 32000-1, 8.3.4). */
export type Matrix = readonly [number, number, number, number, number, number]

export function product([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}
