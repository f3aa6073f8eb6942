import { type TillState, tillStates } from '../../src/operations/fleet/states.ts'
import { addressOf, type Route } from '../parts/router.ts'

/** Which tills are listed, as the address bar holds it. */
export interface FleetCriteria {
  state?: TillState
  store?: string
  /** Of store, register, version or key. */
  words?: string
}

/** What an address asks for. */
export function criteriaOf({ query }: Route): FleetCriteria {
  const [state, store, words] = ['state', 'store', 'words'].map(name => query.get(name) || undefined)
  const known = tillStates.find(each => each === state)
  return { ...(known && { state: known }), ...(store && { store }), ...(words && { words }) }
}

/** The address of the list of these tills. */
export function placeOf(criteria: FleetCriteria, page = 1): string {
  return addressOf(['tills'], { ...criteria, page: page > 1 ? String(page) : undefined })
}

/** The question for them. */
export function queryOf({ state, store, words }: FleetCriteria, page: number): string {
  const asked = new URLSearchParams({ page: String(page) })
  for (const [name, value] of Object.entries({ state, storeId: store, words })) if (value) asked.set(name, value)
  return `?${asked}`
}
