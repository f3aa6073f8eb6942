import type { SentReceipt } from '../../support/receipts.ts'
import { ambiguityOf } from './ambiguous.ts'
import { type Choices, canonicalOf, choicesFor, type Dimension, dimensionNames } from './dimensions.ts'
import { randomOf } from './random.ts'
import { spell } from './spell.ts'
import type { TrueSale } from './true-sale.ts'

/** A sale as one till writes it. */
export interface Dialect {
  choices: Choices
  receipt: SentReceipt
}

/**
 * The spellings of a sale, without those that another sale has too (`ambiguous.ts`): the canonical one first, then each that differs from
 * it by one choice, then such that each pair of choices is in one of them.
 *
 * @param options.limit how many at most; the first is always there, of the others a sample that is the same for a sale
 */
export function* dialectsOf(sale: TrueSale, { limit = Infinity }: { limit?: number } = {}): Generator<Dialect> {
  const [first, ...others] = allPairsOf(sale)
  const random = randomOf(sale.seed)
  const kept = others.length < limit ? others : random.some(others, limit - 1)
  for (const choices of [first!, ...kept]) yield { choices, receipt: spell(sale, choices) }
}

/** What of a spelling isn't canonical. */
export function changesOf(sale: TrueSale, choices: Choices): [dimension: Dimension, choice: string][] {
  const first = canonicalOf(sale)
  return dimensionNames.filter(name => choices[name] !== first[name]).map(name => [name, choices[name]])
}

/** How many spellings a sale has in all, ambiguous ones among them. */
export function countOf(sale: TrueSale): number {
  return Object.values(choicesFor(sale)).reduce((count, { length }) => count * length, 1)
}

function allPairsOf(sale: TrueSale): Choices[] {
  const choices = choicesFor(sale)
  const first = canonicalOf(sale)
  const open = dimensionNames.filter(name => choices[name].length > 1)
  const isAllowed = (candidate: Choices) => ambiguityOf(sale, candidate) === undefined
  const found = [first]
  for (const name of open)
    for (const choice of choices[name].slice(1)) found.push({ ...first, [name]: choice } satisfies Choices)
  const kept = found.filter(isAllowed)
  const missing = pairsOf(open, choices)
  for (const one of kept) for (const pair of pairsIn(open, one)) missing.delete(pair)
  const random = randomOf(sale.seed + 1)
  // Greedy: of some random spellings that have a missing pair, the one with most of them.
  for (const pair of missing) {
    if (!missing.has(pair)) continue
    const fixed = Object.fromEntries(pair.split('|').map(part => part.split('=') as [Dimension, string]))
    const tried = Array.from(
      { length: 12 },
      () => ({ ...anyOf(open, choices, first, random.pick), ...fixed }) as Choices,
    )
    const best = tried
      .filter(isAllowed)
      .map(one => ({ one, pairs: pairsIn(open, one).filter(each => missing.has(each)) }))
      .sort((a, b) => b.pairs.length - a.pairs.length)[0]
    missing.delete(pair)
    if (!best) continue
    kept.push(best.one)
    for (const each of best.pairs) missing.delete(each)
  }
  return kept
}

function anyOf(
  open: readonly Dimension[],
  choices: Record<Dimension, readonly string[]>,
  first: Choices,
  pick: <One>(list: readonly One[]) => One,
): Choices {
  return { ...first, ...Object.fromEntries(open.map(name => [name, pick(choices[name])])) }
}

function pairsOf(open: readonly Dimension[], choices: Record<Dimension, readonly string[]>): Set<string> {
  const pairs = new Set<string>()
  for (const [at, one] of open.entries())
    for (const other of open.slice(at + 1))
      for (const a of choices[one]) for (const b of choices[other]) pairs.add(`${one}=${a}|${other}=${b}`)
  return pairs
}

function pairsIn(open: readonly Dimension[], choices: Choices): string[] {
  return open.flatMap((one, at) => open.slice(at + 1).map(other => `${one}=${choices[one]}|${other}=${choices[other]}`))
}
