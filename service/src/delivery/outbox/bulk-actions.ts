import type { HashKey } from '../../basics/addresses.ts'
import type { Reason } from '../../basics/reasons.ts'
import { type Condition, type Database, locking, type Transaction } from '../../database/database.ts'
import { idsOf, textsOf, unindexed } from '../../database/rows.ts'
import type { DeliveryStatus, DeliveryTable } from '../../database/tables.ts'
import { recordChanges, recordMails } from '../../statistics/counting/change.ts'
import { changeOf, moved } from '../../statistics/counting/mails.ts'
import { lanes } from '../queue/queue.ts'
import { suppressionsOf } from '../suppression/suppression.ts'
import { recordEvents } from '../webhooks/events.ts'
import { deliveryEvent, type FollowedDelivery, type WebhookEvent } from '../webhooks/payload.ts'
import type { OutboxContext } from './delivery.ts'
import { isCovered, listPauses } from './pauses.ts'
import { slicesOf } from './slices.ts'

/** Which deliveries an operator means; every condition given must hold. Times are milliseconds since 1970. */
export interface DeliveryFilter {
  merchantId?: string | undefined
  /** Domain of the addresses. */
  domain?: string | undefined
  /** Finished or, of what came back, reported (for retry), or created (for cancel) since then. */
  since?: number | undefined
  until?: number | undefined
  /** Code of the last attempt, such as `550` or `connection`. */
  code?: string | undefined
  /** Why they didn't arrive, or not yet. */
  reason?: Reason | undefined
}

interface BulkOptions {
  /** Only counts them. */
  dryRun?: boolean | undefined
}

/** Queues held deliveries that no pause covers anymore; returns how many. */
export async function releaseDeliveries(context: OutboxContext): Promise<number> {
  const isEverything = (await listPauses(context.db)).some(({ scope }) => 'all' in scope)
  if (isEverything) return 0
  const isFree: Condition<'deliveries'> = of => of.not(isCovered(of))
  return changeAll(context, ['held'], isFree, (transaction, ids) => requeue(context, transaction, ids, 'held'))
}

/** Statuses of what may be tried again. */
export const retried = ['failed', 'bounced', 'canceled', 'withheld'] as const satisfies readonly Status[]

/**
 * Tries deliveries that failed, came back, or were canceled or withheld again, at once and with all their tries; returns how many. Those
 * to addresses that are suppressed stay as they are. Of those withheld only the ones whose address was suppressed: a receipt of test
 * mode stays one.
 */
export function retryDeliveries(
  context: OutboxContext & { searchKey: HashKey },
  chosen: DeliveryFilter,
  { status = 'failed', dryRun = false }: BulkOptions & { status?: (typeof retried)[number] } = {},
): Promise<number> {
  const { db, now } = context
  // What fails again meanwhile isn't tried yet again.
  const until = Math.min(chosen.until ?? Number.POSITIVE_INFINITY, now())
  const withheld = status === 'withheld' ? { code: 'suppressed' } : {}
  const isMeant = meaning({ ...chosen, ...withheld, until }, status === 'bounced' ? 'reported_at' : 'finished_at')
  if (dryRun)
    return countAll(context, [status], isMeant, async ids => {
      const found = db.selectFrom('deliveries').select(['id', 'merchant_id', 'email_address'])
      return (await unsuppressed(context, db, await found.where('id', 'in', textsOf(db, ids)).execute())).length
    })
  return changeAll(context, [status], isMeant, async (transaction, ids) => {
    const finished = transaction
      .selectFrom('deliveries')
      .select(['id', 'merchant_id', 'status', 'bounced_at', 'reason', 'email_address'])
      .where('id', 'in', textsOf(transaction, ids))
      .where(unindexed('status'), '=', status)
    const mails = await unsuppressed(context, transaction, await locking(transaction, finished).execute())
    const anew = { bounced_at: null, reason: null } as const
    await recordChanges(
      transaction,
      mails.map(mail => ({ id: mail.id, change: changeOf(mail, { ...mail, ...anew, status: 'queued' }) })),
    )
    const unreported = { reported_at: null, report: null }
    return requeue(context, transaction, idsOf(mails), status, { ...anew, ...unreported, retried_at: now() })
  })
}

/** Those whose merchants write to their addresses. */
async function unsuppressed<Mail extends Pick<DeliveryTable, 'merchant_id' | 'email_address'>>(
  { searchKey, now }: { searchKey: HashKey; now: () => number },
  db: Database,
  mails: readonly Mail[],
): Promise<Mail[]> {
  const addresses = mails.map(mail => ({ merchantId: mail.merchant_id, emailAddress: mail.email_address }))
  const suppressions = await suppressionsOf(db, searchKey, addresses, now())
  return mails.filter((_, index) => suppressions[index] === undefined)
}

/** Gives up queued and held deliveries for good; returns how many. A mail being sent right now may still arrive. */
export function cancelDeliveries(
  context: OutboxContext,
  chosen: DeliveryFilter,
  { dryRun = false }: BulkOptions = {},
): Promise<number> {
  const { now } = context
  const isMeant = meaning(chosen, 'created_at')
  if (dryRun) return countAll(context, waiting, isMeant)
  return changeAll(context, waiting, isMeant, async (transaction, ids, status) => {
    const at = now()
    const canceled = await changeFrom(transaction, ids, status, { status: 'canceled', finished_at: at })
    await recordMails(transaction, idsOf(canceled), moved('mails_trying', 'mails_canceled'))
    await recordEvents(transaction, () => canceled.map(canceledEvent), at)
    return canceled.length
  })
}

/** To whoever follows a delivery, it has failed: nobody tries it anymore. */
function canceledEvent(delivery: Changed): WebhookEvent {
  return deliveryEvent('delivery.failed', delivery, { attempt: delivery.attempt_count, code: 'canceled' })
}

/** Statuses of what was never given to a mail server for good. */
const waiting = ['queued', 'held'] as const

type Status = DeliveryStatus

/** Changes the deliveries of some statuses that fulfill a condition; returns how many `change` changed. */
async function changeAll(
  { db, queue }: OutboxContext,
  statuses: readonly Status[],
  condition: Condition<'deliveries'>,
  change: (transaction: Transaction, ids: string[], status: Status) => Promise<number>,
): Promise<number> {
  let total = 0
  for (const status of statuses)
    for await (const ids of slicesOf(db, status, condition)) {
      total += await db.transaction().execute(transaction => change(transaction, ids, status))
      queue.wake()
    }
  return total
}

async function countAll(
  { db }: { db: Database },
  statuses: readonly Status[],
  condition: Condition<'deliveries'>,
  count = async (ids: readonly string[]) => ids.length,
): Promise<number> {
  let total = 0
  for (const status of statuses) for await (const ids of slicesOf(db, status, condition)) total += await count(ids)
  return total
}

type Changed = FollowedDelivery & Pick<DeliveryTable, 'attempt_count'>

/** Changes only those that still have the status they were found with: another process may have been quicker. */
async function changeFrom(
  transaction: Transaction,
  ids: readonly string[],
  status: Status,
  values: Partial<DeliveryTable>,
): Promise<Changed[]> {
  return transaction
    .updateTable('deliveries')
    .set(values)
    .where('id', 'in', textsOf(transaction, ids))
    .where(unindexed('status'), '=', status)
    .returning(['id', 'kind', 'merchant_id', 'receipt_id', 'email_address', 'attempt_count'])
    .execute()
}

async function requeue(
  { now }: OutboxContext,
  transaction: Transaction,
  ids: readonly string[],
  status: Status,
  more: Partial<DeliveryTable> = {},
): Promise<number> {
  const at = now()
  const changed = await changeFrom(transaction, ids, status, {
    status: 'queued',
    lane: lanes.later,
    due_at: at,
    finished_at: null,
    ...more,
  })
  return changed.length
}

/** Whether a delivery is one that the operator means, by the given time and the code of its last attempt. */
export function meaning(
  { merchantId, domain, since, until, code, reason }: DeliveryFilter,
  time: 'created_at' | 'finished_at' | 'reported_at',
): Condition<'deliveries'> {
  return ({ and, eb, exists, fn, selectFrom }) => {
    const ofCode = selectFrom('delivery_attempts')
      .select('delivery_attempts.number')
      .whereRef('delivery_attempts.delivery_id', '=', 'deliveries.id')
      .whereRef('delivery_attempts.number', '=', 'deliveries.attempt_count')
      .where('delivery_attempts.code', '=', code ?? '')
    return and([
      ...(merchantId === undefined ? [] : [eb('merchant_id', '=', merchantId)]),
      ...(domain === undefined ? [] : [eb(fn('lower', ['email_address']), 'like', `%@${domain.toLowerCase()}`)]),
      ...(since === undefined ? [] : [eb(time, '>=', since)]),
      ...(until === undefined ? [] : [eb(time, '<', until)]),
      ...(code === undefined ? [] : [exists(ofCode)]),
      ...(reason === undefined ? [] : [eb('reason', '=', reason)]),
    ])
  }
}
