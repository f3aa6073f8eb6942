import type { HashKey } from '../../basics/addresses.ts'
import type { Reason } from '../../basics/reasons.ts'
import { type Commit, createBatch } from '../../database/batch.ts'
import type { Transaction } from '../../database/database.ts'
import { statementAbout, unindexed } from '../../database/rows.ts'
import type { AttemptOutcome } from '../../database/tables.ts'
import { recordChanges } from '../../statistics/counting/change.ts'
import { ended } from '../../statistics/counting/mails.ts'
import { lanes } from '../queue/queue.ts'
import { settleProblems } from '../settle-problems.ts'
import { suppress } from '../suppression/suppression.ts'
import { recordEvents } from '../webhooks/events.ts'
import { deliveryEvent, type FollowedDelivery, type WebhookEvent } from '../webhooks/payload.ts'
import { type AttemptRequest, type Begun, beginAttempts, type NotBegun } from './begin-attempts.ts'

/**
 * The attempts to send deliveries: each is opened and ended on disk, together with others at the same time.
 *
 * @param context its `searchKey` hashes the addresses that are suppressed; after `deadAfterMs` an open attempt is a dead process's
 */
export function createAttempts(context: {
  commit: Commit
  searchKey: HashKey
  now: () => number
  deadAfterMs: number
}) {
  const { commit, now } = context
  const perDelivery = { whenAway: 'reject', keyOf: ({ id }: { id: string }) => id } as const
  const begin = createBatch(
    commit,
    (transaction, requests: readonly AttemptRequest[]) => beginAttempts(transaction, requests, context),
    perDelivery,
  )
  const end = createBatch(
    commit,
    (transaction, results: readonly AttemptResult[]) => endAttempts(transaction, results, context, now()),
    perDelivery,
  )
  return {
    /**
     * Opens the next attempt, on disk before anything is sent, unless there is a reason not to.
     *
     * @param takesOver any open attempt is known to be dead
     * @param isExclusive this process sends nothing else at the same time
     */
    begin: (id: string, takesOver: boolean, isExclusive = false): Promise<Begun | NotBegun> =>
      begin({ id, takesOver, isExclusive }),
    /**
     * Ends an attempt, and says when to try again, if at all. False, with nothing changed, if it had already ended because another worker
     * took over the delivery.
     */
    async end(id: string, number: number, result: AttemptEnd): Promise<boolean> {
      try {
        return await end({ id, number, end: result })
      } catch (error) {
        if (error instanceof TakenOver) return false
        throw error
      }
    },
  }
}

/** Opens and ends attempts. */
export type Attempts = ReturnType<typeof createAttempts>

/** An attempt to end. */
interface AttemptResult {
  /** The delivery's. */
  id: string
  number: number
  end: AttemptEnd
}

/** One of the attempts had already ended, because another worker took over the delivery. */
class TakenOver extends Error {}

const columns = {
  id: 'text',
  number: 'integer',
  status: 'text',
  finished_at: 'bigint',
  due_at: 'bigint',
  lane: 'integer',
  engine_version: 'text',
  bounced_at: 'bigint',
  outcome: 'text',
  code: 'text',
  detail: 'text',
  reason: 'text',
} as const

const endDeliveries = statementAbout(columns, (transaction, rows) =>
  transaction
    .updateTable('deliveries')
    .from(rows.as('updates'))
    .set(({ ref, fn }) => ({
      status: fn.coalesce(ref('updates.status'), ref('deliveries.status')) as never,
      finished_at: ref('updates.finished_at'),
      due_at: fn.coalesce(ref('updates.due_at'), ref('deliveries.due_at')) as never,
      lane: fn.coalesce(ref('updates.lane'), ref('deliveries.lane')) as never,
      worker: null,
      engine_version: fn.coalesce(ref('updates.engine_version'), ref('deliveries.engine_version')),
      bounced_at: ref('updates.bounced_at'),
      reason: ref('updates.reason') as never,
    }))
    .whereRef('deliveries.id', '=', 'updates.id' as never)
    .where(unindexed('deliveries.status'), '=', 'queued')
    .returning([
      'deliveries.id',
      'deliveries.kind',
      'deliveries.created_at',
      'deliveries.merchant_id',
      'deliveries.receipt_id',
      'deliveries.email_address',
    ]),
)

const closeAttempts = statementAbout(columns, (transaction, rows, at) =>
  transaction
    .updateTable('delivery_attempts')
    .from(rows.as('updates'))
    .set(({ ref }) => ({
      ended_at: at,
      outcome: ref('updates.outcome') as never,
      code: ref('updates.code'),
      detail: ref('updates.detail'),
      reason: ref('updates.reason') as never,
    }))
    .whereRef('delivery_attempts.delivery_id', '=', 'updates.id' as never)
    .whereRef('delivery_attempts.number', '=', 'updates.number' as never)
    .where('delivery_attempts.ended_at', 'is', null),
)

/**
 * Ends the attempts of different deliveries, says when to try again, and suppresses the addresses that nobody has.
 *
 * @throws TakenOver with nothing to be kept
 */
export async function endAttempts(
  transaction: Transaction,
  all: readonly AttemptResult[],
  { searchKey }: { searchKey: HashKey },
  at: number,
): Promise<true[]> {
  const updates = all.map(each => rowOf(each, at))
  // Lock the deliveries first, then their attempts, as in `beginAttempts`, to avoid deadlocks.
  const { rows: queued } = await endDeliveries(transaction, updates)
  const { numAffectedRows: open = 0 } = await closeAttempts(transaction, updates, at)
  if (queued.length < all.length || Number(open) < all.length) throw new TakenOver()

  const deliveries = new Map(queued.map(delivery => [delivery.id, delivery]))
  const changes = []
  const gone = []
  const settling = []
  for (const { id, end } of all) {
    const delivery = deliveries.get(id)
    if (!delivery) throw new TakenOver()
    const { outcome, code, reason, retryAt, badAddress: isBounce = false } = end
    changes.push({ id, change: ended(delivery, { outcome, isLast: retryAt === undefined, isBounce, reason, at }) })
    const { merchant_id: merchantId, email_address: emailAddress } = delivery
    if (retryAt === undefined && (outcome !== 'sent' || delivery.kind === 'resend')) settling.push(delivery.receipt_id)
    if (isBounce) gone.push({ merchantId, emailAddress, kind: 'bounce', code, reason, deliveryId: id } as const)
  }
  await recordChanges(transaction, changes)
  await recordEvents(transaction, () => all.flatMap(result => eventsOf(deliveries.get(result.id), result)), at)
  await suppress(transaction, searchKey, gone, at)
  await settleProblems(transaction, settling, at)
  return all.map(() => true)
}

/** What a merchant's own systems are told of it. */
function eventsOf(
  delivery: FollowedDelivery | undefined,
  { number, end: { outcome, code, reason, retryAt } }: AttemptResult,
): WebhookEvent[] {
  if (!delivery || outcome === 'interrupted') return []
  const type = outcome === 'sent' ? 'delivery.sent' : retryAt === undefined ? 'delivery.failed' : 'delivery.deferred'
  const nextAttemptAt = retryAt === undefined ? undefined : new Date(retryAt).toISOString()
  return [deliveryEvent(type, delivery, { attempt: number, code, reason, nextAttemptAt })]
}

/** What an attempt's end writes; null keeps a delivery's status and time, which it has before its last attempt. */
function rowOf({ id, number, end }: AttemptResult, at: number) {
  const { outcome, code, detail, retryAt, engineVersion, badAddress, reason } = end
  const isLast = retryAt === undefined
  return {
    id,
    number,
    status: isLast ? (outcome === 'deferred' ? 'failed' : outcome) : null,
    finished_at: isLast ? at : null,
    due_at: retryAt ?? null,
    // One that wasn't sent for want of a connection is no retry.
    lane: outcome === 'deferred' ? lanes.later : null,
    engine_version: (isLast && engineVersion) || null,
    bounced_at: isLast && badAddress ? at : null,
    outcome,
    code: code ?? null,
    detail: detail?.slice(0, 500) ?? null,
    // What a person suppressed has no reason of its own; in test mode, there is none.
    reason: reason ?? (code === 'suppressed' ? 'other' : null),
  }
}

/** How an attempt ended. Without `retryAt`, the delivery is finished. */
export interface AttemptEnd {
  outcome: AttemptOutcome
  code?: string
  detail?: string
  /** Why it wasn't accepted. */
  reason?: Reason
  retryAt?: number
  /** Version of the engine that made the mail. */
  engineVersion?: string
  /** It failed because nobody has the address: no more mail goes there. */
  badAddress?: boolean
}
