import { type Database, type ExpressionBuilder, locking, type Transaction } from '../database/database.ts'
import { countOf, idsOf } from '../database/rows.ts'
import type { DeliveryTable, Tables } from '../database/tables.ts'
import { recordMails } from '../statistics/counting/change.ts'
import { moved, stateOf } from '../statistics/counting/mails.ts'
import type { OutboxContext } from './queue.ts'

/** Which deliveries an operator means; every condition given must hold. Times are milliseconds since 1970. */
export interface DeliveryFilter {
  merchantId?: string | undefined
  /** Domain of the addresses. */
  domain?: string | undefined
  /** Finished (for retry) or created (for cancel) since then. */
  since?: number | undefined
  until?: number | undefined
  /** Code of the last attempt, such as `550` or `connection`. */
  code?: string | undefined
}

interface BulkOptions {
  /** Only counts them. */
  dryRun?: boolean | undefined
}

/** Deliveries per transaction, to keep its locks short. */
const batch = 500

/** Statuses of what was never given to a mail server for good. */
const waiting = ['queued', 'held'] as const

/** Queues held deliveries that no pause covers anymore; returns how many. */
export function releaseDeliveries(context: OutboxContext): Promise<number> {
  return changeAll(context, false, released, (transaction, ids) => requeue(context, transaction, ids, 'held'))
}

/** How many are held. */
export function countHeld(db: Database): Promise<number> {
  return countOf(db.selectFrom('deliveries').where('status', '=', 'held'))
}

/** Tries failed or canceled deliveries again, at once and with all their tries; returns how many. */
export function retryDeliveries(
  context: OutboxContext,
  chosen: DeliveryFilter,
  { status = 'failed', dryRun = false }: BulkOptions & { status?: 'failed' | 'canceled' } = {},
): Promise<number> {
  const { now } = context
  // What fails again meanwhile isn't tried yet again.
  const until = Math.min(chosen.until ?? Number.POSITIVE_INFINITY, now())
  const find = (from: Database | Transaction) =>
    ofCode(choose(from, { ...chosen, until }, 'finished_at').where('status', '=', status), chosen.code)
  return changeAll(context, dryRun, find, async (transaction, ids) => {
    const finished = transaction
      .selectFrom('deliveries')
      .select(['id', 'status', 'bounced_at'])
      .where('id', 'in', ids)
      .where('status', '=', status)
    const locked = await locking(transaction, finished).execute()
    for (const [state, some] of Map.groupBy(locked, stateOf))
      await recordMails(transaction, idsOf(some), moved(state, 'mails_trying'))
    return requeue(context, transaction, idsOf(locked), status, { retried_at: now(), bounced_at: null })
  })
}

/** Gives up queued and held deliveries for good; returns how many. A mail being sent right now may still arrive. */
export function cancelDeliveries(
  context: OutboxContext,
  chosen: DeliveryFilter,
  { dryRun = false }: BulkOptions = {},
): Promise<number> {
  const { now } = context
  const find = (from: Database | Transaction) =>
    ofCode(choose(from, chosen, 'created_at').where('status', 'in', waiting), chosen.code)
  return changeAll(context, dryRun, find, async (transaction, ids) => {
    const canceled = await changeFrom(transaction, ids, waiting, { status: 'canceled', finished_at: now() })
    await recordMails(transaction, canceled, moved('mails_trying', 'mails_canceled'))
    return canceled.length
  })
}

/** Changes deliveries batch by batch, until no more are found; returns how many `change` changed, or would be found. */
async function changeAll(
  { db, queue }: OutboxContext,
  dryRun: boolean,
  find: (from: Database | Transaction) => ReturnType<typeof choose>,
  change: (transaction: Transaction, ids: string[]) => Promise<number>,
): Promise<number> {
  if (dryRun) return (await find(db).execute()).length
  for (let total = 0; ; ) {
    const found = await db.transaction().execute(async transaction => {
      const ids = idsOf(await find(transaction).limit(batch).execute())
      if (ids.length > 0) total += await change(transaction, ids)
      return ids.length
    })
    if (found < batch) {
      queue.wake()
      return total
    }
  }
}

/** Changes only those that still have the status they were found with: another process may have been quicker. */
async function changeFrom(
  transaction: Transaction,
  ids: string[],
  statuses: readonly DeliveryTable['status'][],
  values: Partial<DeliveryTable>,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await transaction
    .updateTable('deliveries')
    .set(values)
    .where('id', 'in', ids)
    .where('status', 'in', statuses)
    .returning('id')
    .execute()
  return idsOf(rows)
}

async function requeue(
  { queue, now }: OutboxContext,
  transaction: Transaction,
  ids: string[],
  status: DeliveryTable['status'],
  more: Partial<DeliveryTable> = {},
): Promise<number> {
  const at = now()
  const changed = await changeFrom(transaction, ids, [status], {
    status: 'queued',
    due_at: at,
    finished_at: null,
    ...more,
  })
  const jobs = changed.map(deliveryId => ({ deliveryId, dueAt: at }))
  if (jobs.length > 0) await queue.enqueue(transaction, jobs)
  return jobs.length
}

/** Held deliveries that no pause covers. */
function released(from: Database | Transaction) {
  return from
    .selectFrom('deliveries')
    .select('id')
    .where('status', '=', 'held')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('pauses').select('pauses.id').where(covering))))
}

/** Whether a pause covers a delivery; the same as `covers` in pauses.ts. */
function covering({ or, and, eb, ref, fn, val }: ExpressionBuilder<Tables, 'deliveries' | 'pauses'>) {
  const address = fn<string>('lower', ['deliveries.email_address'])
  return or([
    eb('pauses.scope', '=', 'all'),
    and([eb('pauses.scope', '=', 'merchant'), eb('pauses.value', '=', ref('deliveries.merchant_id'))]),
    and([eb('pauses.scope', '=', 'domain'), eb(address, 'like', eb(val('%@'), '||', ref('pauses.value')))]),
  ])
}

function choose(
  from: Database | Transaction,
  { merchantId, domain, since, until }: DeliveryFilter,
  time: 'created_at' | 'finished_at',
) {
  let query = from.selectFrom('deliveries').select('deliveries.id')
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId)
  if (domain !== undefined)
    query = query.where(({ eb, fn }) => eb(fn('lower', ['email_address']), 'like', `%@${domain.toLowerCase()}`))
  if (since !== undefined) query = query.where(time, '>=', since)
  if (until !== undefined) query = query.where(time, '<', until)
  return query
}

/** Those whose last attempt ended with this code. */
function ofCode(query: ReturnType<typeof choose>, code: string | undefined) {
  if (code === undefined) return query
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('delivery_attempts')
        .select('delivery_attempts.number')
        .whereRef('delivery_attempts.delivery_id', '=', 'deliveries.id')
        .whereRef('delivery_attempts.number', '=', 'deliveries.attempt_count')
        .where('delivery_attempts.code', '=', code),
    ),
  )
}
