import { type PairGrouping, pairs } from '../../src/statistics/answers/pairs.ts'
import { type TableColumn, type TableGrouping, tableGroupings } from '../../src/statistics/tables/columns.ts'
import { before } from '../find/days.ts'
import { addressOf, type Route } from '../parts/router.ts'

/** What a table shows, as the address bar holds it: a link to it shows the same. */
export interface TableCriteria {
  by: TableGrouping
  /** By what each of these is grouped once more. */
  thenBy?: PairGrouping
  from: string
  to: string
  store?: string
  /** `year`: beside the same days of the year before. */
  beside?: string
  currency?: string
  sort?: TableColumn | 'name'
  way?: string
  words?: string
}

/** What an address asks for: the last 28 days by store, unless it says otherwise. */
export function criteriaOf({ query }: Route): TableCriteria {
  const dayIn = (name: string) => {
    const text = query.get(name) ?? ''
    return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
  }
  const to = dayIn('to') ?? before(new Date(), 0)
  const from = dayIn('from') ?? before(new Date(`${to}T12:00`), 27)
  const by = tableGroupings.find(each => each === query.get('by')) ?? 'store'
  const others = Object.fromEntries(
    ['store', 'beside', 'currency', 'sort', 'way', 'words'].flatMap(name => {
      const value = query.get(name)
      return value ? [[name, value]] : []
    }),
  )
  // Who is at which register is told of one store.
  const isTold = by !== 'register' || query.get('store')
  const thenBy = isTold ? secondsOf(by).find(each => each === query.get('thenBy')) : undefined
  return { by, ...(thenBy && { thenBy }), from: from <= to ? from : to, to, ...others }
}

/** The address of a table. */
export function placeOf(criteria: TableCriteria, page = 1): string {
  return addressOf(['tables'], { ...criteria, page: page > 1 ? String(page) : undefined })
}

/** The question for it, and what else is asked. */
export function queryOf(criteria: TableCriteria, more: Readonly<Record<string, string>>): string {
  const asked = new URLSearchParams()
  const { store, ...others } = criteria
  for (const [name, value] of Object.entries({ ...others, storeId: store, ...more })) if (value) asked.set(name, value)
  return `?${asked}`
}

/** By what a grouping may be grouped once more. */
export function secondsOf(by: TableGrouping): readonly PairGrouping[] {
  return pairs[by] ?? []
}

/** Whether a grouping can be of one store. */
export function mayBeOfStore(by: TableGrouping): boolean {
  return !['store', 'territory', 'category', 'item'].includes(by)
}
