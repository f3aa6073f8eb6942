import encodeQR from 'qr'

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
