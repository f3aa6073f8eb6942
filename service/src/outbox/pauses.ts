import { domainOf } from '../basics/addresses.ts'
import { newId } from '../basics/ids.ts'
import { TtlCache } from '../basics/ttl-cache.ts'
import type { Database } from '../database/database.ts'
import type { DeliveryTable, PauseTable } from '../database/tables.ts'

/** Whose mails are held back: all, a merchant's, or those to a domain. */
export type PauseScope = { all: true } | { merchantId: string } | { domain: string }

export interface Pause {
  id: string
  scope: PauseScope
  reason: string
  actor: string
  /** Milliseconds since 1970. */
  pausedAt: number
}

export interface Pauses {
  /** Holds back a scope's mails, in every process within a second. The pause, or the one that was there already. */
  add(scope: PauseScope, by: { actor: string; reason: string }): Promise<Pause>
  list(): Promise<Pause[]>
  /** Ends a pause; undefined if there was none. */
  remove(id: string): Promise<Pause | undefined>
  /** Whether a delivery is to be held back. `find` is called only while something is paused. */
  covers(find: () => Promise<Pick<DeliveryTable, 'merchant_id' | 'email_address'> | undefined>): Promise<boolean>
}

/** How long a process may miss another's changes, milliseconds. */
const freshness = 1000

export function createPauses(db: Database, now: () => number): Pauses {
  const cache = new TtlCache<readonly PauseTable[]>(1, now)

  async function rows(): Promise<readonly PauseTable[]> {
    const known = cache.get('all')
    if (known) return known
    const found = await db.selectFrom('pauses').selectAll().orderBy('paused_at').execute()
    cache.set('all', found, freshness)
    return found
  }

  return {
    async add(scope, { actor, reason }) {
      const row = { id: newId().slice(0, 16), ...columnsOf(scope), reason, actor, paused_at: now() }
      await db
        .insertInto('pauses')
        .values(row)
        .onConflict(conflict => conflict.columns(['scope', 'value']).doNothing())
        .execute()
      cache.delete('all')
      const stored = await db
        .selectFrom('pauses')
        .selectAll()
        .where('scope', '=', row.scope)
        .where('value', '=', row.value)
        .executeTakeFirstOrThrow()
      return pauseOf(stored)
    },

    async list() {
      cache.delete('all')
      return (await rows()).map(pauseOf)
    },

    async remove(id) {
      const row = await db.deleteFrom('pauses').where('id', '=', id).returningAll().executeTakeFirst()
      cache.delete('all')
      return row && pauseOf(row)
    },

    async covers(find) {
      if ((await rows()).length === 0) return false
      const delivery = await find()
      // A pause that ended within the last second must not hold back what was just queued again.
      cache.delete('all')
      const paused = await rows()
      return delivery !== undefined && paused.some(pause => covers(pause, delivery))
    },
  }
}

function covers(
  { scope, value }: PauseTable,
  { merchant_id, email_address }: Pick<DeliveryTable, 'merchant_id' | 'email_address'>,
): boolean {
  if (scope === 'all') return true
  return value === (scope === 'merchant' ? merchant_id : domainOf(email_address))
}

function columnsOf(scope: PauseScope): Pick<PauseTable, 'scope' | 'value'> {
  if ('all' in scope) return { scope: 'all', value: '' }
  return 'merchantId' in scope
    ? { scope: 'merchant', value: scope.merchantId }
    : { scope: 'domain', value: scope.domain.toLowerCase() }
}

function pauseOf({ id, scope, value, reason, actor, paused_at }: PauseTable): Pause {
  const scopes = { all: { all: true }, merchant: { merchantId: value }, domain: { domain: value } } as const
  return { id, scope: scopes[scope], reason, actor, pausedAt: Number(paused_at) }
}
