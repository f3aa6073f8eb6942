/** An exact decimal: `units` of 10 to the power of −`digits`. Binary fractions would lose cents. */
export interface Decimal {
  readonly units: bigint
  readonly digits: number
}

/** Nothing, in whole units. */
export const zero: Decimal = { units: 0n, digits: 0 }

/**
 * Reads a decimal as JSON has it, a number or text such as `"24.00"`; undefined if it isn't one. Keeps its digits, but of a number with
 * so many that they come of binary arithmetic only six.
 */
export function readDecimal(value: unknown): Decimal | undefined {
  const text = typeof value === 'number' ? textOfNumber(value) : textOf(value)
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d{0,10}))?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const units = BigInt(whole + fraction)
  return { units: sign === '-' ? -units : units, digits: fraction.length }
}

/** So many of a currency's smallest unit, which has `digits` decimals. */
export const fromMinor = (units: bigint, digits: number): Decimal => ({ units, digits })

/** The sum of all. */
export function sum(all: readonly Decimal[]): Decimal {
  const digits = all.reduce((most, each) => Math.max(most, each.digits), 0)
  return { units: all.reduce((total, each) => total + scaled(each, digits), 0n), digits }
}

/** One less the other. */
export const minus = (one: Decimal, other: Decimal): Decimal => sum([one, negative(other)])

/** The same with the other sign. */
export const negative = ({ units, digits }: Decimal): Decimal => ({ units: -units, digits })

/** The product, with the digits of both. */
export const times = (one: Decimal, other: Decimal): Decimal => ({
  units: one.units * other.units,
  digits: one.digits + other.digits,
})

/** The hundredth: what a percentage is as a fraction. */
export const hundredth = ({ units, digits }: Decimal): Decimal => ({ units, digits: digits + 2 })

/** Rounded to so many decimals, halves away from zero; as it is if it has no more. */
export function rounded(decimal: Decimal, digits: number): Decimal {
  if (decimal.digits <= digits) return decimal
  const step = 10n ** BigInt(decimal.digits - digits)
  const half = decimal.units < 0n ? -step / 2n : step / 2n
  return { units: (decimal.units + half) / step, digits }
}

/** So many parts of `count`, with the digits of the whole. */
export function shared(whole: Decimal, parts: Decimal, count: Decimal): Decimal {
  const exact = times(whole, parts)
  if (isZero(count)) return zero
  const units = (exact.units * 10n ** BigInt(count.digits) * 2n) / count.units
  return rounded({ units: units * 5n, digits: exact.digits + 1 }, whole.digits)
}

/** Whether they are the same amount, with whatever digits. */
export const isSame = (one: Decimal, other: Decimal): boolean => isZero(minus(one, other))

/** Whether it is 0. */
export const isZero = ({ units }: Decimal): boolean => units === 0n

/** As a number of a receipt: with the shortest decimals, so nothing is lost. */
export function numberOf({ units, digits }: Decimal): number {
  return Number(`${units}e-${digits}`)
}

/** The exact quotient with the digits of `total`; undefined if there is none, or by 0. */
export function exactlyDivided(total: Decimal, count: Decimal): Decimal | undefined {
  const units = total.units * 10n ** BigInt(count.digits)
  if (isZero(count) || units % count.units !== 0n) return undefined
  return { units: units / count.units, digits: total.digits }
}

function scaled({ units, digits }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - digits)
}

function textOfNumber(number: number): string {
  const text = String(number)
  return /\.\d{7,}$|e-/.test(text) ? String(Number(number.toFixed(6))) : text
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'bigint' ? String(value).trim() : ''
