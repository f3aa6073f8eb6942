import { cardBrands } from '../../../src/standards/codes/tender-types.ts'
import { parseDateTime, writeDateTime } from '../../../src/standards/iso8601.ts'
import type { Leaf } from './changes.ts'

/**
 * Other values for a field, the least different first. A text keeps its length, to stay in its column; an amount changes by
 * its smallest unit, away from zero, so that its line does not vanish.
 */
export function candidates({ keys, value }: Pick<Leaf, 'keys' | 'value'>): Leaf['value'][] {
  const name = keys.at(-1)
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'number') return numbers(value)
  if (name === 'base64Image') return [withOther(value, Math.floor(value.length / 2))]
  if (name === 'barcodeNumber') return [withOtherEnd(value), ...checkedNumbers(value)]
  // The name of a known card brand has a place of its own.
  const brand = name === 'typeCode' && cardBrands.find(value)?.code
  if (brand) return [brand === 'Visa' ? 'Mastercard' : 'Visa']
  const date = parseDateTime(value)
  if (date) return [writeDateTime({ ...date, day: date.day < 28 ? date.day + 1 : date.day - 1 })]
  return [value.split('\n').map(withOtherEnd).join('\n'), `${value}x`]
}

/** By the last digit sent, at least a hundredth; then, for currencies without cents, by one. */
function numbers(value: number): number[] {
  const decimals = Math.max(2, String(value).split('.')[1]?.length ?? 0)
  const sign = value < 0 ? -1 : 1
  const steps = [sign * 10 ** -decimals, -sign * 10 ** -decimals, sign]
  return steps.map(step => Number((value + step).toFixed(decimals)))
}

/** For numbers that end in a check digit: changes the digit before it, with every possible check digit. */
function checkedNumbers(value: string): string[] {
  if (!/\d\d$/.test(value)) return []
  const number = withOther(value, value.length - 2).slice(0, -1)
  return Array.from({ length: 10 }, (_, digit) => number + digit)
}

/** Changes the last letter or digit of a line. */
function withOtherEnd(line: string): string {
  for (let at = line.length - 1; at >= 0; at--) if (/[0-9A-Za-z]/.test(line.charAt(at))) return withOther(line, at)
  return line.trim() === '' ? line : `${line}x`
}

function withOther(text: string, at: number): string {
  const sign = text.charAt(at)
  const other = /\d/.test(sign)
    ? String((Number(sign) + 1) % 10)
    : /[A-Z]/.test(sign)
      ? next(sign, 'A')
      : next(sign, 'a')
  return text.slice(0, at) + other + text.slice(at + 1)
}

function next(letter: string, first: string): string {
  const from = first.charCodeAt(0)
  return String.fromCharCode(from + ((letter.charCodeAt(0) - from + 1 + 26) % 26))
}
