import { ambiguityOf } from './ambiguous.ts'
import { changesOf } from './dialects.ts'
import type { Choices } from './dimensions.ts'
import { ledgerTextOf } from './ledger-text.ts'
import { hasOtherReading } from './readings.ts'
import { spell } from './spell.ts'
import type { TrueSale } from './true-sale.ts'
import { everySpelling, smallSales } from './universe.ts'

/** Sales that have one spelling, though they aren't the same. */
export interface Collision {
  /** Each sale's kind, and what of the spelling isn't canonical for it. */
  sales: string[]
  /** Rows in which they differ. */
  rows: string[]
  /** What names it: an entry of `ambiguities`, or that another reading adds up by chance; undefined if nothing does. */
  named: string | undefined
}

/** Finds every spelling that two small sales have, one of each kind. @param most how many amounts a sale has besides its goods */
export function collisionsAmong(most: number): { sales: number; spellings: number; collisions: Collision[] } {
  const sales = smallSales(most)
  const known = new Map<string, Written>()
  const found = new Map<string, Collision>()
  for (const sale of sales) {
    const ledger = ledgerOf(sale)
    for (const choices of everySpelling(sale)) {
      const spelling = JSON.stringify({ ...spell(sale, choices), transactionNumber: 'T-1' })
      const other = known.get(spelling)
      if (!other) known.set(spelling, { sale, choices, ledger })
      else if (other.ledger !== ledger) {
        const collision = collisionOf(other, { sale, choices, ledger })
        found.set(`${collision.named} ${kindsOf(other, { sale, choices, ledger })}`, collision)
      }
    }
  }
  return { sales: sales.length, spellings: known.size, collisions: [...found.values()] }
}

interface Written {
  sale: TrueSale
  choices: Choices
  ledger: string
}

/** What a receipt of a sale says, apart from words. An order and a sale differ in their title. */
function ledgerOf(sale: TrueSale): string {
  return JSON.stringify([sale.kind, sale.taxing, ...ledgerTextOf(sale)])
}

function collisionOf(one: Written, other: Written): Collision {
  const pair = [one, other]
  const rows = pair.map(({ sale }) => ledgerTextOf(sale).map(({ role, amount }) => `${role} ${amount}`))
  const chance = pair.some(({ sale, choices }) => hasOtherReading(sale, choices))
  return {
    sales: pair.map(
      ({ sale, choices }) =>
        `${sale.kind}: ${changesOf(sale, choices)
          .map(each => each.join(' '))
          .join(', ')}`,
    ),
    rows: rows.map((own, at) => own.filter(row => !rows[1 - at]!.includes(row)).join(', ')),
    named:
      pair.map(({ sale, choices }) => ambiguityOf(sale, choices)?.name).find(Boolean) ??
      (chance ? 'another reading adds up' : undefined),
  }
}

function kindsOf(...pair: Written[]): string {
  return pair.map(({ sale }) => `${sale.kind} ${sale.taxing}`).join(' | ')
}
