import { type TableColumn, type TableGrouping, tableGroupings } from '../../src/statistics/answers/table.ts'
import { before } from '../find/dates.ts'
import { addressOf, type Route } from '../parts/router.ts'

/** What a table shows, as the address bar holds it: a link to it shows the same. */
export interface TableCriteria {
  by: TableGrouping
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
  return { by, from: from <= to ? from : to, to, ...others }
}

/** The address of a table. */
export function placeOf(criteria: TableCriteria, page = 1): string {
  return addressOf(['tables'], { ...criteria, page: page > 1 ? String(page) : undefined })
}

/** The question for it. */
export function queryOf(criteria: TableCriteria, page = 1): string {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...criteria, page: String(page) })) if (value) asked.set(name, value)
  return `?${asked}`
}

/** Whether a grouping can be of one store. */
export function mayBeOfStore(by: TableGrouping): boolean {
  return !['store', 'territory', 'category', 'item'].includes(by)
}
