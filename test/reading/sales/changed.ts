import type { SentReceipt } from '../../support/receipts.ts'
import type { Random } from './random.ts'

/** A receipt with amounts that aren't those of its sale, and what was done to them. */
export interface Changed {
  receipt: SentReceipt
  changes: string[]
}

/** Changes one to three amounts of a receipt at random: by a little, by much, to the other sign, to 0, or by leaving them out. */
export function changedAtRandom(sent: SentReceipt, random: Random, digits: number): Changed {
  const receipt = structuredClone(sent)
  const changes: string[] = []
  for (let left = random.whole(1, 3); left > 0; left--) {
    const place = random.pick(amountsIn(receipt, ''))
    const { of, key, path } = place
    const ways = key === 'grandAmount' ? ways0.filter(way => way !== 'left out') : ways0
    const way = random.pick(ways)
    if (way === 'left out') delete of[key]
    else of[key] = changedBy(way, of[key] as number, random, digits)
    changes.push(`${path} ${way}`)
  }
  return { receipt, changes }
}

const ways0 = ['by a unit', 'other', 'turned', 'of 0', 'tenfold', 'left out'] as const

function changedBy(way: (typeof ways0)[number], amount: number, random: Random, digits: number): number {
  const unit = 10 ** -digits
  const exact = (value: number) => Number(value.toFixed(digits)) || 0
  if (way === 'by a unit') return exact(amount + (random.happens(0.5) ? unit : -unit))
  if (way === 'other') return exact(random.whole(-5000, 20000) * unit)
  if (way === 'turned') return -amount || 0
  return way === 'of 0' ? 0 : exact(amount * 10)
}

interface Place {
  of: Record<string, unknown>
  key: string
  path: string
}

/** The fields of a receipt that are amounts of money: its numbers, but for quantities and rates. */
function amountsIn(value: unknown, path: string): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]): Place[] => {
    const at = `${path}${path && '.'}${/^\d+$/.test(key) ? '[]' : key}`.replace('.[]', '[]')
    if (typeof each !== 'number') return amountsIn(each, at)
    const isMoney = key !== 'percent' && !path.endsWith('quantity')
    return isMoney ? [{ of: value as Record<string, unknown>, key, path: at }] : []
  })
}
