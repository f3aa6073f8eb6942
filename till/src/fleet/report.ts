// Room `fleet`: what the till says of itself with each request, and what the merchant wants of all tills.
// Only the ways in call it.

import { isObject, nameIn } from '../basics/values.ts'
import { tillVersion } from '../basics/version.ts'
import { timeOf } from '../spool/record.ts'
import type { Identity } from './identity.ts'

/** The header in which a till says how it is. */
export const tillHeader = 'counterfoil-till'

/** What the till says of itself with each request, so that the merchant sees which tills need a person. */
export interface TillReport {
  /** The header's value, as of now. */
  header(): string
  /** A sale, which says where the till stands. */
  sells(receipt: Record<string, unknown>): void
  /** What waits in the spool: its files' names, oldest first. */
  sees(pending: readonly string[]): void
  /** One more waits. */
  queued(): void
  /** How many receipts lie refused. */
  seesRefused(count: number): void
  /** Which till it is, and where it sold last. */
  readonly identity: Identity
}

/** Characters of a store's or register's name that are told. */
const maxName = 100

/** @param halted why nothing is sent, in a word; undefined if it is */
export function createTillReport(
  identity: Identity,
  { now, halted }: { now: () => number; halted: () => string | undefined },
): TillReport {
  const version = tillVersion() || undefined
  let { id, store, register } = identity
  let waiting: number | undefined
  let oldest: number | undefined
  let refused: number | undefined
  return {
    header: () =>
      writeDictionary({
        ...{ id, version, store: store || undefined, register: register || undefined, waiting },
        ...{ oldest: oldest === undefined ? undefined : new Date(oldest), refused, halted: halted() },
        clock: new Date(now()),
      }),
    sells({ workstation }) {
      if (!isObject(workstation)) return
      const shop = isObject(workstation.store) ? nameIn(workstation.store.id) : ''
      store = plain(shop) || store
      register = plain(nameIn(workstation.id)) || register
    },
    sees(pending) {
      waiting = pending.length
      oldest = pending[0] === undefined ? undefined : timeOf(pending[0])
    },
    queued() {
      waiting = (waiting ?? 0) + 1
      oldest ??= now()
    },
    seesRefused(count) {
      refused = count
    },
    get identity() {
      return { id, store, register }
    },
  }
}

/** As much of a name as a header should have. */
function plain(name: string): string {
  return name.slice(0, maxName).toWellFormed()
}

/** What a member of a header may be; undefined is left out. */
export type FieldValue = number | string | Date | undefined

/**
 * A header that is a Dictionary (RFC 9651). A text with letters beyond ASCII is a Display String; of a date, whole seconds.
 *
 * @param members by keys of small letters
 */
export function writeDictionary(members: Readonly<Record<string, FieldValue>>): string {
  return Object.entries(members)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${itemOf(value)}`]))
    .join(', ')
}

function itemOf(value: number | string | Date): string {
  if (typeof value === 'number') return String(Math.trunc(value))
  if (value instanceof Date) return `@${Math.floor(value.getTime() / 1000)}`
  if (/^[ -~]*$/.test(value)) return `"${value.replace(/["\\]/g, '\\$&')}"`
  const escaped = encodeURIComponent(value.toWellFormed()).replace(/%[0-9A-F]{2}/g, byte => byte.toLowerCase())
  return `%"${escaped}"`
}
