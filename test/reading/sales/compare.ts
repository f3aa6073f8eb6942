import { changesOf, dialectsOf } from './dialects.ts'
import { type Choices, canonicalOf } from './dimensions.ts'
import { hasOtherReading } from './readings.ts'
import type { TrueSale } from './true-sale.ts'

/** What is wrong with a spelling: where, and one example. Nowhere if nothing is. */
export interface Found {
  where: string[]
  /** The first line that differs, as it should be and as it is; or what doesn't add. */
  example: string
}

/** A dialect whose receipt isn't that of the sale. */
export interface Failure extends Found {
  sale: TrueSale
  choices: Choices
  /** Its changes that fail alone, such as `taxes −`; else the least of them that fail together. */
  causes: string[]
}

/** What comparing the dialects of a sale came to. */
export interface Comparison {
  compared: number
  /** Spellings left out because their amounts fit another reading, too, by chance. */
  byChance: number
  failures: Failure[]
}

/**
 * Compares the dialects of a sale.
 *
 * @param differencesIn what is wrong with one
 * @param limit how many at most
 */
export function compareDialects(sale: TrueSale, differencesIn: (choices: Choices) => Found, limit: number): Comparison {
  const comparison: Comparison = { compared: 0, byChance: 0, failures: [] }
  const failed = new Set<string>()
  const seen = new Set<string>()
  for (const { choices, receipt } of dialectsOf(sale, { limit })) {
    const key = JSON.stringify(receipt)
    if (seen.has(key)) continue
    seen.add(key)
    if (hasOtherReading(sale, choices)) {
      comparison.byChance++
      continue
    }
    comparison.compared++
    const found = differencesIn(choices)
    if (found.where.length === 0) continue
    const names = namesOf(sale, choices)
    const known = names.filter(name => failed.has(name))
    if (names.length === 1) failed.add(names[0]!)
    const least = () => leastOf(sale, choices, tried => differencesIn(tried).where.length > 0)
    const causes = known.length > 0 ? known : names.length < 2 ? [names[0] ?? 'canonical'] : [least().join(' & ')]
    comparison.failures.push({ sale, choices, ...found, causes })
  }
  return comparison
}

/** The first line in which two texts differ. */
export function firstDifference(expected: string, found: string): string {
  const [one, other] = [expected.split('\n'), found.split('\n')]
  const at = one.findIndex((line, index) => line !== other[index])
  const short = (line = '(nothing)') => line.trim().replace(/\s{2,}/g, ' … ') || '(empty)'
  return at < 0 ? `(more) ${short(other[one.length])}` : `${short(one[at])} → ${short(other[at])}`
}

/** Takes back one change after the other, as long as it still fails. */
function leastOf(sale: TrueSale, choices: Choices, fails: (tried: Choices) => boolean): string[] {
  const canon = canonicalOf(sale)
  let least = choices
  for (const [name] of changesOf(sale, choices)) {
    const tried = { ...least, [name]: canon[name] }
    if (changesOf(sale, tried).length > 0 && fails(tried)) least = tried
  }
  return namesOf(sale, least)
}

function namesOf(sale: TrueSale, choices: Choices): string[] {
  return changesOf(sale, choices).map(change => change.join(' '))
}
