import type { Engine } from '../../../src/engine.ts'
import { type ColumnFault, columnFaultsOf } from './column-faults.ts'
import { changesOf, dialectsOf } from './dialects.ts'
import type { Choices } from './dimensions.ts'
import { canonicalOf } from './dimensions.ts'
import { type Media, mediaNames, mediaOf } from './media.ts'
import { hasOtherReading } from './readings.ts'
import { spell } from './spell.ts'
import type { TrueSale } from './true-sale.ts'

/** A dialect whose receipt isn't that of the canonical spelling, or whose column lies. */
export interface Failure {
  sale: TrueSale
  choices: Choices
  /** Its changes that fail alone, such as `taxes −`; else the least of them that fail together. */
  causes: string[]
  /** Media that differ, or where a column doesn't add. */
  where: string[]
  /** First line that differs, canonical and found, or what doesn't add. */
  example: string
}

/** What comparing the dialects of a sale came to. */
export interface Comparison {
  compared: number
  /** Spellings left out because their amounts fit another reading, too, by chance. */
  byChance: number
  failures: Failure[]
}

/**
 * Compares each dialect of a sale with the canonical spelling. Where tip or rounding are in the total, with the canonical spelling of a
 * till that has them there: of the two canonical spellings, only the place of the total may differ.
 */
export function compareDialects(engine: Engine, sale: TrueSale, limit?: number): Comparison {
  const canon = canonicalOf(sale)
  const bases = new Map<string, Printed>()
  const baseOf = ({ tip, rounding }: Choices): Printed => {
    const key = `${tip} ${rounding}`
    const base = bases.get(key) ?? print(engine, sale, { ...canon, tip, rounding })
    bases.set(key, base)
    return base
  }
  const differencesIn = (choices: Choices) =>
    differencesOf(print(engine, sale, choices), baseOf(choices), baseOf(canon).media, choices)
  const comparison: Comparison = { compared: 0, byChance: 0, failures: [] }
  const failed = new Set<string>()
  const seen = new Set<string>()
  for (const { choices, receipt } of dialectsOf(sale, limit === undefined ? {} : { limit })) {
    const key = JSON.stringify(receipt)
    if (seen.has(key)) continue
    seen.add(key)
    if (hasOtherReading(sale, choices)) {
      comparison.byChance++
      continue
    }
    comparison.compared++
    const changes = changesOf(sale, choices)
    const found = changes.length === 0 ? faultsAlone(baseOf(canon)) : differencesIn(choices)
    if (found.where.length === 0) continue
    const names = changes.map(change => change.join(' '))
    const known = names.filter(name => failed.has(name))
    if (names.length === 1) failed.add(names[0]!)
    const least = () => leastOf(sale, choices, tried => differencesIn(tried).where.length > 0)
    const causes = known.length > 0 ? known : names.length < 2 ? [names[0] ?? 'canonical'] : [least().join(' & ')]
    comparison.failures.push({ sale, choices, ...found, causes })
  }
  return comparison
}

/** What a spelling becomes, and what is wrong with its columns. */
interface Printed {
  media: Media
  faults: ColumnFault[]
}

function print(engine: Engine, sale: TrueSale, choices: Choices): Printed {
  const media = mediaOf(engine, spell(sale, choices))
  const inTotal = { tip: choices.tip === 'inside', rounding: choices.rounding === 'inside' }
  return { media, faults: columnFaultsOf(sale, media, inTotal) }
}

type Found = Pick<Failure, 'where' | 'example'>

function faultsAlone({ faults }: Printed): Found {
  return { where: [...new Set(faults.map(({ medium }) => `${medium} column`))], example: faults[0]?.fault ?? '' }
}

/** A column that is as wrong as the canonical one is counted there. */
function differencesOf({ media, faults }: Printed, base: Printed, canon: Media, { taxesAt }: Choices): Found {
  // Lines that say their taxes say more.
  const isWeak = taxesAt === 'lines'
  const differing = mediaNames.filter(name => !isWeak && media[name] !== base.media[name])
  const across = (['subject', 'ekabs'] as const).filter(name => !isWeak && media[name] !== canon[name])
  const own = base.faults.length > 0 ? [] : faults
  const where = [...new Set([...differing, ...across, ...own.map(({ medium }) => `${medium} column`)])]
  const [first] = differing
  const difference = first
    ? `${first}: ${firstDifference(base.media[first], media[first])}`
    : across[0] && `${across[0]}: ${firstDifference(canon[across[0]], media[across[0]])}`
  return { where, example: own[0]?.fault ?? difference ?? '' }
}

/** Takes back one change after the other, as long as it still fails. */
function leastOf(sale: TrueSale, choices: Choices, fails: (tried: Choices) => boolean): string[] {
  const canon = canonicalOf(sale)
  let least = choices
  for (const [name] of changesOf(sale, choices)) {
    const tried = { ...least, [name]: canon[name] }
    if (changesOf(sale, tried).length > 0 && fails(tried)) least = tried
  }
  return changesOf(sale, least).map(change => change.join(' '))
}

function firstDifference(expected: string, found: string): string {
  const [one, other] = [expected.split('\n'), found.split('\n')]
  const at = one.findIndex((line, index) => line !== other[index])
  const short = (line = '(nothing)') => line.trim().replace(/\s{2,}/g, ' … ') || '(empty)'
  return at < 0 ? `(more) ${short(other[one.length])}` : `${short(one[at])} → ${short(other[at])}`
}
