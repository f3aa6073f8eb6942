import type { ItemData } from '../receipt/data/item-data.ts'
import { type Presenting, phrase } from './presenting.ts'
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
  const goods = [receipt, ...(receipt.orders ?? [])].flatMap(({ items = [] }) => items)
  const returned = (receipt.returns ?? []).flatMap(({ items = [] }) => items)
  return (
    phrase([
      heading.outcome,
      listed(p, goods),
      returned.length ? t('document.returned', { goods: listed(p, returned)! }) : undefined,
    ]) ?? phrase([heading.kind, heading.date])!
  )
}

/** Separated by dots, because names contain commas. */
function listed({ t, isolate }: Presenting, items: readonly ItemData[]): string | undefined {
  const names = new Set<string>()
  for (const { name } of items) names.add(name)
  // Naming one more takes no more room than "1 more".
  const shown = [...names].slice(0, names.size > named + 1 ? named : names.size)
  const count = names.size - shown.length
  return phrase([...shown.map(name => isolate.words(cut(name))), count ? t('document.more', { count }) : undefined])
}

function cut(name: string): string {
  if (name.length <= longest) return name
  const letters = [...name]
  return letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : name
}
