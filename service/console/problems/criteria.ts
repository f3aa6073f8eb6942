import { addressOf, type Route } from '../parts/router.ts'

/** Which problems the list shows, as the address bar holds it. Days are of this device's calendar, as times are shown. */
export interface ProblemCriteria {
  kind?: string
  reason?: string
  store?: string
  register?: string
  domain?: string
  from?: string
  to?: string
  /** Those that are done, instead of those that are left. */
  done?: string
}

const names = ['kind', 'reason', 'store', 'register', 'domain', 'from', 'to', 'done'] as const

/** The criteria of a place. */
export function criteriaOf({ query }: Route): ProblemCriteria {
  const criteria: ProblemCriteria = {}
  for (const name of names) {
    const value = query.get(name)
    if (value) criteria[name] = value
  }
  return criteria
}

/** The address of the list with these criteria. @param at where its page starts */
export function placeOf(criteria: ProblemCriteria, at?: string): string {
  return addressOf(['problems'], { ...criteria, at })
}

/** The criteria as the service takes them: with the instants at which days begin and end here. */
export function askedOf({ from, to, done: _, ...others }: ProblemCriteria): Record<string, string> {
  return {
    ...others,
    ...(from && { since: dayBegins(from, 0) }),
    ...(to && { until: dayBegins(to, 1) }),
  }
}

/** The criteria as a query. @param more what else to ask */
export function queryOf(criteria: ProblemCriteria, more: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams(askedOf(criteria))
  if (criteria.done) query.set('done', 'yes')
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}

/** When a day begins on this device's clock, or one some days later. */
function dayBegins(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
