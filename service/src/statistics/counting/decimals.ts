/** Most decimals that count; more are rounded. */
const finest = 6

/** Amounts above this, in units of their scale, are too large to add: a row must hold the sum of very many. */
const maxAmount = 1e12

/**
 * The scale (decimals: 0, 2, 4 or 6) in which all of a receipt's amounts are whole numbers; undefined if together they are too
 * large to add. Few scales give few rows. Large whole amounts, as in rials, have a scale of their own, with room for more.
 */
export function scaleOf(amounts: readonly number[]): number | undefined {
  let decimals = 0
  let size = 0
  for (const amount of amounts) {
    decimals = Math.max(decimals, decimalsOf(amount))
    size += Math.abs(amount)
  }
  const scale = decimals === 0 && size >= 1e9 ? 0 : Math.max(2, decimals + (decimals % 2))
  return size * 10 ** scale > maxAmount ? undefined : scale
}

/** An amount as a whole number of 10^-scale. */
export function scaled(amount: number, scale: number): number {
  // Exact: below 10^12 the product is off by less than a hundredth. Never -0.
  return Math.round(amount * 10 ** scale) + 0
}

/**
 * Decimals that a till meant. A double has the shortest text that gives it, which is what was written, up to 15 digits; beyond
 * them are the remains of the till's own arithmetic (0.30000000000000004).
 */
function decimalsOf(amount: number): number {
  if (Number.isInteger(amount)) return 0
  // The double nearest to a number of two decimals has the text of that number.
  if (Math.round(amount * 100) / 100 === amount && Math.abs(amount) < 1e12) return 2
  let text = String(Math.abs(amount))
  if (text.length > 16) text = String(Number(Math.abs(amount).toPrecision(15)))
  const [digits = '', exponent = '0'] = text.split('e')
  const point = digits.indexOf('.')
  const written = point < 0 ? 0 : digits.length - point - 1
  return Math.min(finest, Math.max(0, written - Number(exponent)))
}

/** A sum in millionths, from whole numbers of 10^-scale. */
export function millionths(sum: bigint, scale: number): bigint {
  // biome-ignore lint/style/noNonNullAssertion: no scale is above `finest`
  return sum * factors[scale]!
}

const factors = Array.from({ length: finest + 1 }, (_, scale) => 10n ** BigInt(finest - scale))

/** A decimal number, such as `-1234.5`, in millionths. */
export function millionthsOf(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text) ?? []
  const size = BigInt(whole + fraction.padEnd(finest, '0'))
  return sign === '' ? size : -size
}

/**
 * A sum of millionths as a decimal number: `-1234.50`.
 *
 * @param digits decimals that are written even if they are zeros
 */
export function decimalText(sum: bigint, digits: number): string {
  const text = String(sum < 0n ? -sum : sum).padStart(finest + 1, '0')
  const whole = text.slice(0, -finest)
  let fraction = text.slice(-finest)
  while (fraction.length > digits && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${sum < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * The rules by which receipts are counted. Raise it with every change of what a receipt adds (`countReceipt`, `readTrade`, the ledger,
 * the names of groups): the next start counts all receipts anew.
 */
export const countingRules = 5
