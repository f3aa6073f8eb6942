import { domainOf } from '../basics/addresses.ts'
import { newId } from '../basics/ids.ts'
import { createDatabaseCache } from '../database/cache.ts'
import type { Database } from '../database/database.ts'
import type { PauseTable } from '../database/tables.ts'
import { type Delivery, findDelivery } from './delivery.ts'

/** Whose mails are held back: all, a merchant's, or those to a domain. */
export type PauseScope = { all: true } | { merchantId: string } | { domain: string }

/** Why deliveries are held, and who had it so. */
export interface Pause {
  id: string
  scope: PauseScope
  reason: string
  actor: string
  /** Milliseconds since 1970. */
  pausedAt: number
}

const pauses = createDatabaseCache<readonly PauseTable[]>(1, 1000)

/** Holds back a scope's mails, in every process within a second. The pause, or the one that was there already. */
export async function addPause(
  db: Database,
  scope: PauseScope,
  { actor, reason, pausedAt }: Pick<Pause, 'actor' | 'reason' | 'pausedAt'>,
): Promise<Pause> {
  const row = { id: newId().slice(0, 16), ...columnsOf(scope), reason, actor, paused_at: pausedAt }
  await db
    .insertInto('pauses')
    .values(row)
    .onConflict(conflict => conflict.columns(['scope', 'value']).doNothing())
    .execute()
  pauses.forget(db, 'all')
  const stored = await db
    .selectFrom('pauses')
    .selectAll()
    .where('scope', '=', row.scope)
    .where('value', '=', row.value)
    .executeTakeFirstOrThrow()
  return pauseOf(stored)
}

/** What is paused, oldest first. */
export async function listPauses(db: Database): Promise<Pause[]> {
  return (await readPauses(db)).map(pauseOf)
}

/** Ends a pause; undefined if there was none. */
export async function removePause(db: Database, id: string): Promise<Pause | undefined> {
  const row = await db.deleteFrom('pauses').where('id', '=', id).returningAll().executeTakeFirst()
  pauses.forget(db, 'all')
  return row && pauseOf(row)
}

/** Whether a delivery is to be held back. It is read only while something is paused. */
export async function isPaused(db: Database, id: string): Promise<boolean> {
  if ((await pauses.get(db, 'all', () => readPauses(db))).length === 0) return false
  const delivery = await findDelivery(db, id)
  // A pause that ended within the last second must not hold back what was just queued again.
  const paused = await readPauses(db)
  return delivery !== undefined && paused.some(pause => covers(pause, delivery))
}

function readPauses(db: Database): Promise<PauseTable[]> {
  return db.selectFrom('pauses').selectAll().orderBy('paused_at').execute()
}

function covers({ scope, value }: PauseTable, { merchant_id, email_address }: Delivery): boolean {
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

/** Takes a queued delivery out of the queue while its delivery is paused. False if it isn't queued. */
export async function holdDelivery(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ status: 'held' })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
