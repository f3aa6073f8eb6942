/**
 * Reads decimal text such as `"-12.990"`: optional sign, digits, optional point and digits, surrounded by optional blanks.
 * Returns undefined for anything else (exponents, separators, commas), and for a number whose digits a double can't
 * hold, so that reading never changes an amount.
 */
export function decimalOf(text: string): number | undefined {
  if (text.length > maxLength) return undefined
  const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const [whole, sign, digits = '', fraction = ''] = match
  const value = Number(whole)
  const short = `${digits.replace(/^0+(?=\d)/, '')}.${fraction}`.replace(/\.?0*$/, '')
  if (String(Math.abs(value)) !== short) return undefined
  return sign === '-' && value !== 0 ? value : Math.abs(value)
}

const maxLength = 40

/** Most decimals that are printed. */
const maxDecimals = 6

/** Whether a number has more decimals than are printed, such as 1e-7 or 19.990000000000002. */
export function hasMoreDecimals(value: number): boolean {
  // Fast path: nearly every amount is a whole number of millionths.
  if (Math.round(value * 1e6) / 1e6 === value || !Number.isFinite(value)) return false
  const [digits = '', exponent = '0'] = String(value).split('e')
  return (digits.split('.')[1]?.length ?? 0) - Number(exponent) > maxDecimals
}
