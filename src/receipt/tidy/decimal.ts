/**
 * The number a decimal text such as `"-12.990"` writes: an optional sign, digits, an optional point with digits, blanks
 * around it. Gives undefined for anything else (exponents, separators, a comma) and for a number that a double cannot
 * hold digit by digit, so that reading never changes an amount.
 */
export function decimalOf(text: string): number | undefined {
  if (text.length > longest) return undefined
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const [whole, sign, digits = '', fraction = ''] = match
  const value = Number(whole)
  const short = `${digits.replace(/^0+(?=\d)/, '')}.${fraction}`.replace(/\.?0*$/, '')
  if (String(Math.abs(value)) !== short) return undefined
  return sign === '-' && value !== 0 ? value : Math.abs(value)
}

const longest = 40

/** The most decimals of a number that is printed. */
const mostDecimals = 6

/** Whether a number has more decimals than are printed, in its shortest writing: 1e-7 and 19.990000000000002 have. */
export function hasMoreDecimals(value: number): boolean {
  // Nearly every amount is a whole number of millionths, and that is told without writing it.
  if (Math.round(value * 1e6) / 1e6 === value || !Number.isFinite(value)) return false
  const [digits = '', exponent = '0'] = String(value).split('e')
  return (digits.split('.')[1]?.length ?? 0) - Number(exponent) > mostDecimals
}
