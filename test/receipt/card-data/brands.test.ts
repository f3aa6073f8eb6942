import cardTypes from 'credit-card-type'
import { expect, test } from 'vitest'
import { lengthsOf } from '../../../src/receipt/card-data/brands.ts'

interface Row {
  brand: string
  patterns: readonly (number | readonly number[])[]
  lengths: readonly number[]
}

/** As the npm package has them, which payment forms use. */
const published: readonly Row[] = Object.values(cardTypes.types).map(type => {
  const { niceType: brand, patterns, lengths } = cardTypes.getTypeInfo(type)
  return { brand, patterns, lengths }
})

/** Brands and lengths it does not have, from the list of issuer identification numbers in Wikipedia's "Payment card number". */
const others: readonly Row[] = [
  { brand: 'Maestro, Elo within it', patterns: [50], lengths: [16, 17, 18, 19] },
  { brand: 'Diners Club of old', patterns: [3095], lengths: [14, 16, 19] },
  { brand: 'Discover', patterns: [6011, [644, 649], 65], lengths: [16, 17, 18, 19] },
  { brand: 'RuPay', patterns: [60, 65, 81, 82, 508, 353, 356], lengths: [16] },
  { brand: 'InterPayment', patterns: [636], lengths: [16, 17, 18, 19] },
  { brand: 'InstaPayment', patterns: [[637, 639]], lengths: [16] },
  { brand: 'UkrCard', patterns: [[604001, 604200]], lengths: [16, 17, 18, 19] },
  { brand: 'Switch', patterns: [4903, 4905, 4911, 4936, 564182, 633110, 6333, 6759], lengths: [16, 18, 19] },
  { brand: 'Solo', patterns: [6334, 6767], lengths: [16, 18, 19] },
  { brand: 'Dankort', patterns: [5019, 4571], lengths: [16] },
  { brand: 'LankaPay', patterns: [357111], lengths: [16] },
  { brand: 'Borica', patterns: [2205], lengths: [16] },
  { brand: 'Carnet', patterns: [2869], lengths: [16] },
  { brand: 'Troy', patterns: [65, 9792], lengths: [16] },
  { brand: 'Napas', patterns: [9704], lengths: [16, 19] },
  { brand: 'Uzcard', patterns: [8600, 5614], lengths: [16] },
  { brand: 'Humo', patterns: [9860], lengths: [16] },
]

/** Lengths that other numbers have far more often: EAN, GTIN-14 and IMEI. */
const leftOut: Record<string, readonly number[]> = { Maestro: [12, 13, 14, 15], UnionPay: [14, 15] }

/** The first and last six digits that a pattern means. */
function sixes(pattern: number | readonly number[]): [from: number, to: number] {
  const [from, to] = (Array.isArray(pattern) ? pattern : [pattern, pattern]).map(String) as [string, string]
  return [Number(from.padEnd(6, '0').slice(0, 6)), Number(to.padEnd(6, '9').slice(0, 6))]
}

test('for each of a million prefixes, the lengths are the published ones', () => {
  const expected = new Uint32Array(1_000_000)
  for (const { brand, patterns, lengths } of [...published, ...others]) {
    const bits = lengths
      .filter(length => !leftOut[brand]?.includes(length))
      .reduce((sum, length) => sum | (1 << length), 0)
    for (const [from, to] of patterns.map(sixes)) for (let six = from; six <= to; six++) expected[six]! |= bits
  }
  const wrong: string[] = []
  for (let six = 0; six < 1_000_000; six++) {
    const found = lengthsOf(six)
    if (found !== expected[six]) wrong.push(`${six}: ${listed(found)}, not ${listed(expected[six]!)}`)
  }
  expect(wrong.slice(0, 20)).toEqual([])
})

function listed(bits: number): string {
  return Array.from({ length: 32 }, (_, length) => length)
    .filter(length => bits & (1 << length))
    .join(' ')
}
