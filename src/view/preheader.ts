import type { ItemData } from '../receipt/data/item-data.ts'
import type { Presenting } from './presenting.ts'
import type { HeadingView } from './receipt-view.ts'

/** How many items are named; an inbox shows about a hundred letters. */
const named = 3
/** Longer names are cut. */
const longest = 60

/**
 * What an inbox shows after the subject (which has kind, store and amount): how it was paid, and the items; the date if there
 * is neither.
 */
export function presentPreheader(p: Presenting, heading: Pick<HeadingView, 'kind' | 'outcome' | 'date'>): string {
  const { receipt, t } = p
  const goods = itemsOf(receipt.orders ? [receipt, ...receipt.orders] : [receipt])
  const returned = itemsOf(receipt.returns)
  return (
    inTurn([
      heading.outcome,
      listed(p, goods),
      returned.length > 0 ? t('document.returned', { goods: listed(p, returned) }) : undefined,
    ]) || inTurn([heading.kind, heading.date])
  )
}

function itemsOf(holders: readonly { items?: readonly ItemData[] }[] = []): readonly ItemData[] {
  const [first] = holders
  return holders.length < 2 ? (first?.items ?? []) : holders.flatMap(({ items = [] }) => items)
}

/** Separated by dots, because names contain commas. */
function listed({ t }: Presenting, items: readonly ItemData[]): string {
  const names = new Set<string>()
  for (const { name } of items) names.add(name)
  // Naming one more takes no more room than "1 more".
  const most = names.size > named + 1 ? named : names.size
  const shown: string[] = []
  for (const name of names) {
    if (shown.length === most) break
    shown.push(cut(name))
  }
  if (names.size > most) shown.push(t('document.more', { count: names.size - most }))
  return inTurn(shown)
}

/** Without what keeps values whole elsewhere: an inbox shows one line. */
function inTurn(parts: readonly (string | undefined)[]): string {
  return parts.filter(part => part).join(' · ')
}

function cut(name: string): string {
  if (name.length <= longest) return name
  const letters = [...name]
  return letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : name
}
