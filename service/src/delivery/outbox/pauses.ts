import { newId } from '../../basics/ids.ts'
import { createDatabaseCache } from '../../database/cache.ts'
import { type Condition, type Database, type ExpressionBuilder, lockingFree } from '../../database/database.ts'
import { countOf, idsOf, textsOf, unindexed } from '../../database/rows.ts'
import type { PauseTable, Tables } from '../../database/tables.ts'
import { slicesOf } from './slices.ts'

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

/** Holds back a scope's mails from now on, in every process within a second. The pause, or the one that was there already. */
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

/** How many deliveries are held. */
export function countHeld(db: Database): Promise<number> {
  return countOf(db.selectFrom('deliveries').where('status', '=', 'held'))
}

/**
 * Takes the queued deliveries that a pause covers out of the queue; returns how many. Those being sent stay: they are finished.
 *
 * @param deadBefore an open attempt that began before then is over, milliseconds since 1970; default, none is
 */
export async function holdPaused(db: Database, deadBefore = 0): Promise<number> {
  let held = 0
  for await (const ids of slicesOf(db, 'queued', isCovered)) held += (await hold(db, ids, deadBefore)).length
  return held
}

/**
 * The same for some deliveries; returns those that were held. Nothing is asked of the database unless something was paused
 * within the last second.
 */
export async function holdIfPaused(db: Database, ids: readonly string[], deadBefore: number): Promise<string[]> {
  const isAnything = (await pauses.get(db, 'all', () => readPauses(db))).length > 0
  return isAnything && ids.length > 0 ? hold(db, ids, deadBefore) : []
}

/** Whether a pause covers a delivery. */
export const isCovered: Condition<'deliveries'> = ({ exists, selectFrom }) =>
  exists(selectFrom('pauses').select('pauses.id').where(covers))

function covers({ or, and, eb, ref, fn, val }: ExpressionBuilder<Tables, 'deliveries' | 'pauses'>) {
  const address = fn<string>('lower', ['deliveries.email_address'])
  return or([
    eb('pauses.scope', '=', 'all'),
    and([eb('pauses.scope', '=', 'merchant'), eb('pauses.value', '=', ref('deliveries.merchant_id'))]),
    and([eb('pauses.scope', '=', 'domain'), eb(address, 'like', eb(val('%@'), '||', ref('pauses.value')))]),
  ])
}

/** In the statement itself, because the pause may have ended meanwhile. */
function hold(db: Database, ids: readonly string[], deadBefore: number): Promise<string[]> {
  return db.transaction().execute(async transaction => {
    // Locked before anything is asked of them, so that an attempt which another process begins meanwhile is seen.
    const queued = transaction
      .selectFrom('deliveries')
      .select('id')
      .where('id', 'in', textsOf(transaction, ids))
      .where(unindexed('status'), '=', 'queued')
    const free = idsOf(await lockingFree(transaction, queued).execute())
    const rows = await transaction
      .updateTable('deliveries')
      .set({ status: 'held' })
      .where('id', 'in', textsOf(transaction, free))
      .where(isCovered)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('delivery_attempts')
              .select('delivery_attempts.number')
              .whereRef('delivery_attempts.delivery_id', '=', 'deliveries.id')
              .whereRef('delivery_attempts.number', '=', 'deliveries.attempt_count')
              .where('delivery_attempts.ended_at', 'is', null)
              .where('delivery_attempts.started_at', '>=', deadBefore),
          ),
        ),
      )
      .returning('id')
      .execute()
    return idsOf(rows)
  })
}

function readPauses(db: Database): Promise<PauseTable[]> {
  return db.selectFrom('pauses').selectAll().orderBy('paused_at').execute()
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
