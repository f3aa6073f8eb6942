// Room `delivery`: a mail from when it is queued until it is sent or given up, and the word that comes back.
// `outbox` writes deliveries and attempts, `queue` hands out what is due, `mail` sends it; `webhooks` tell the merchant.
// Besides the wiring, `receipts`, `operations`, `worker`, `acts`, `http` and `commands` may call it.

import type { Variant } from 'counterfoil/internal'
import { newIdAt } from '../../basics/ids.ts'
import type { Condition, Database, Transaction } from '../../database/database.ts'
import { isWaiting, merchantsWaiting, type WorkSource } from '../../database/queue/due-rows.ts'
import { countOf, idsOf, insertMany, textsOf, unindexed } from '../../database/rows.ts'
import type { AttemptTable, DeliveryTable } from '../../database/tables.ts'
import { recordMails } from '../../statistics/counting/change.ts'
import { resent } from '../../statistics/counting/mails.ts'
import { lanes, type Queue } from '../queue/queue.ts'
import { pauseAfter, sliceSizeOf, slicesOf } from './slices.ts'

/** Where mails wait. */
export const mailSource: WorkSource = { table: 'deliveries', waiting: `status = 'queued'`, recipient: 'email_address' }

/** Where deliveries wait. */
export interface OutboxContext {
  db: Database
  queue: Pick<Queue, 'wake'>
  now: () => number
}

/** One mail to one address. (In receipt data, "delivery" means goods; here it always means mail.) */
export type Delivery = DeliveryTable

/** One try to send a delivery, as stored. */
export type Attempt = AttemptTable

/** A mail to be sent, of a receipt that is stored. */
export interface NewDelivery {
  receiptId: string
  merchantId: string
  kind: Delivery['kind']
  emailAddress: string
  /** A look other than the merchant's, or `gift`. */
  variant?: Variant
  /** Default `lanes.live`. */
  lane?: number
  mailDomain: string
  /** Where the receipt was made; default: it is looked up. */
  storeId?: string | null
  register?: string | null
}

interface Backlog {
  byMerchant: { merchantId: string; count: number }[]
  oldestDueAt: number | undefined
}

/** Writes deliveries, which queues them. Each delivery has one Message-ID for all its attempts. */
export async function insertDeliveries(
  transaction: Transaction,
  deliveries: readonly NewDelivery[],
  at: number,
): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ storeId = null, register = null, ...delivery }): DeliveryTable => {
    const { receiptId, merchantId, kind, emailAddress, variant, lane, mailDomain } = delivery
    const id = newIdAt(at)
    return {
      id,
      receipt_id: receiptId,
      merchant_id: merchantId,
      kind,
      email_address: emailAddress,
      variant: variant ?? null,
      message_id: `<${id}@${mailDomain}>`,
      status: 'queued',
      created_at: at,
      due_at: at,
      lane: lane ?? lanes.live,
      worker: null,
      attempt_count: 0,
      finished_at: null,
      engine_version: null,
      retried_at: null,
      bounced_at: null,
      reason: null,
      reported_at: null,
      report: null,
      done_at: null,
      done_by: null,
      store_id: storeId,
      register,
    }
  })
  await insertMany(transaction, 'deliveries', rows)
  const again = rows.filter(({ kind }) => kind === 'resend')
  await recordMails(transaction, idsOf(again), resent)
}

/** A receipt's deliveries with all attempts, oldest first. */
export async function deliveriesOfReceipt(
  db: Database,
  merchantId: string,
  receiptId: string,
): Promise<(Delivery & { attempts: Attempt[] })[]> {
  const deliveries = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('receipt_id', '=', receiptId)
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  if (deliveries.length === 0) return []
  const attempts = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', 'in', idsOf(deliveries))
    .orderBy('number')
    .execute()
  const byDelivery = Map.groupBy(attempts, attempt => attempt.delivery_id)
  return deliveries.map(delivery => ({ ...delivery, attempts: byDelivery.get(delivery.id) ?? [] }))
}

/** How many of a receipt's deliveries were created since then. */
export function countDeliveries(transaction: Transaction, receiptId: string, since: number): Promise<number> {
  return countOf(
    transaction.selectFrom('deliveries').where('receipt_id', '=', receiptId).where('created_at', '>=', since),
  )
}

/** Whether a mail of a receipt waits to be sent to an address. */
export async function isUnderway(transaction: Transaction, receiptId: string, emailAddress: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('deliveries')
    .select('id')
    .where('receipt_id', '=', receiptId)
    .where('email_address', '=', emailAddress)
    .where(unindexed('status'), 'in', ['queued', 'held'])
    .executeTakeFirst()
  return row !== undefined
}

/** A delivery; undefined if there is none. */
export function findDelivery(db: Database, id: string): Promise<Delivery | undefined> {
  return db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

/** How many are queued for each merchant, the longest queue first, and when the oldest was due. */
export async function readBacklog(db: Database): Promise<Backlog> {
  const queues = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['merchant_id', fn.countAll<number>().as('count'), fn.min('due_at').as('oldest')])
    .where('status', '=', 'queued')
    .groupBy('merchant_id')
    .execute()
  const dues = queues.map(({ oldest }) => Number(oldest))
  return {
    byMerchant: queues
      .map(({ merchant_id, count }) => ({ merchantId: merchant_id, count: Number(count) }))
      .sort((one, other) => other.count - one.count || (one.merchantId < other.merchantId ? -1 : 1)),
    oldestDueAt: dues.length === 0 ? undefined : dues.reduce((one, other) => Math.min(one, other)),
  }
}

/** How long a delivery may be overdue before it is one of a backlog. Milliseconds. */
const backlogAfter = 600_000

/**
 * Puts long overdue deliveries behind live ones, and hastens those that a clock set back has left in the future. Returns how many were
 * overdue.
 *
 * @param sweptAt when this was done before; the clock may have been set back since
 */
export async function sweepDeliveries({ db }: Pick<OutboxContext, 'db'>, at: number, sweptAt: number): Promise<number> {
  await hasten(db, at, at < sweptAt)
  let count = 0
  for (const { merchantId, dueAt } of await merchantsWaiting(db, mailSource, [lanes.live]))
    if (dueAt < at - backlogAfter) count += await letOthersPass(db, merchantId, at - backlogAfter)
  return count
}

/** Puts a merchant's live deliveries that were due before behind its others. */
async function letOthersPass(db: Database, merchantId: string, before: number): Promise<number> {
  let count = 0
  for (const size = sliceSizeOf(db); ; ) {
    const began = performance.now()
    const overdue = db
      .selectFrom('deliveries')
      .select('id')
      .where(isWaiting(mailSource))
      .where('lane', '=', lanes.live)
      .where('merchant_id', '=', merchantId)
      .where('due_at', '<', before)
      .orderBy('due_at')
      .limit(size)
    const { numUpdatedRows } = await db
      .updateTable('deliveries')
      .set({ lane: lanes.later })
      .where('id', 'in', overdue)
      .where(unindexed('status'), '=', 'queued')
      .executeTakeFirst()
    count += Number(numUpdatedRows)
    if (numUpdatedRows < size) return count
    await pauseAfter(began)
  }
}

/** A first try is due at once and none waits longer than this; if one does, the clock was set back. Milliseconds. */
const maxWaitMs = 36_000_000

/** A clock that differs by less between two processes is normal, milliseconds. */
const clockDifference = 60_000

/**
 * Makes what is due too late due now.
 *
 * @param isSetBack whether the clock may have been set back since the last time: then also what waits for less, if its last attempt
 *   ended in the future
 */
async function hasten(db: Database, now: number, isSetBack: boolean): Promise<void> {
  const inFuture = now + clockDifference
  const isTooLate: Condition<'deliveries'> = ({ or, eb, exists, selectFrom }) =>
    or([
      eb('attempt_count', '=', 0),
      eb('due_at', '>', now + maxWaitMs),
      ...(isSetBack
        ? [
            exists(
              selectFrom('delivery_attempts')
                .select('number')
                .whereRef('delivery_attempts.delivery_id', '=', 'deliveries.id')
                .whereRef('delivery_attempts.number', '=', 'deliveries.attempt_count')
                .where('ended_at', '>', inFuture),
            ),
          ]
        : []),
    ])
  for await (const ids of slicesOf(db, 'queued', isTooLate, inFuture + 1))
    await db
      .updateTable('deliveries')
      .set({ due_at: now })
      .where('id', 'in', textsOf(db, ids))
      .where(unindexed('status'), '=', 'queued')
      .where('due_at', '>', inFuture)
      .execute()
}
