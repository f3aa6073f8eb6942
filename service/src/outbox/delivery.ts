import type { Variant } from 'counterfoil'
import type { Database, Transaction } from '../database/database.ts'
import type { Commit } from '../database/group-commit.ts'
import type { AttemptOutcome, AttemptTable, DeliveryTable } from '../database/tables.ts'
import { newId } from '../ids.ts'
import { waitAfterInterruptions } from './interruptions.ts'
import type { DeliveryQueue } from './queue.ts'

/** One mail to one address. (In receipt data "delivery" is goods; here it is always a mail.) */
export type Delivery = DeliveryTable
export type Attempt = AttemptTable

export interface NewDelivery {
  receiptId: string
  merchantId: string
  kind: Delivery['kind']
  emailAddress: string
  /** Another look than the merchant's, or `gift`. */
  variant?: Variant
  /** Domain of the Message-ID. */
  mailDomain: string
}

/** How an attempt ended. `retryAt` is when to try again; without it the delivery is over. */
export interface AttemptEnd {
  outcome: Exclude<AttemptOutcome, 'interrupted'>
  code?: string
  detail?: string
  retryAt?: number
  /** Of the engine that made the mail. */
  engineVersion?: string
}

/** An attempt that was opened. */
export interface Begun {
  delivery: Delivery
  /** Number of this attempt, from 1. */
  number: number
  /** Attempts so far that ended with an answer and are to be repeated. Interrupted ones do not count. */
  answered: number
  /** The attempt before it was found open and closed as interrupted. */
  interrupted: boolean
}

/**
 * Why no attempt was opened. `over`: there is nothing to do any more. `busy`: another attempt is open and may still be
 * under way. `later`: an attempt was found open and closed as interrupted; the next one has to wait. `alone`: the attempts
 * before were interrupted so often that the mail may be what ends the process; begin again when nothing else is under way.
 */
export type NotBegun = 'over' | 'busy' | 'later' | 'alone'

export interface Deliveries {
  /** Writes deliveries and their jobs. A Message-ID is the same at every attempt; a new delivery has a new one. */
  create(transaction: Transaction, deliveries: readonly NewDelivery[]): Promise<void>
  /**
   * Opens the next attempt, on the disk before anything is sent, unless there is a reason not to.
   *
   * @param takesOver an attempt that is open is known to be dead
   * @param alone nothing else is sent by this process meanwhile
   */
  begin(id: string, takesOver: boolean, alone?: boolean): Promise<Begun | NotBegun>
  /**
   * Ends an attempt, and writes the next job where there is one. False when it had ended before, because another worker
   * took the delivery over: then nothing changes.
   */
  end(delivery: Delivery, number: number, end: AttemptEnd): Promise<boolean>
  /** All deliveries of a receipt with all attempts, first first. */
  ofReceipt(merchantId: string, receiptId: string): Promise<(Delivery & { attempts: Attempt[] })[]>
  /** How many of a receipt's deliveries were made since then. */
  countSince(transaction: Transaction, receiptId: string, since: number): Promise<number>
  find(id: string): Promise<Delivery | undefined>
  /** How many wait, and since when the first of them is due. */
  backlog(): Promise<{ count: number; oldestDueAt: number | undefined }>
  /** Writes jobs again for what should have been looked at long ago. Gives how many. */
  sweep(): Promise<number>
}

/** An attempt takes a minute at most (`deadline` in worker/send.ts), so one that is older than this is dead. Milliseconds. */
const deadAfter = 120_000

/** Overdue by this much, a delivery gets another job. Milliseconds. */
const sweptAfter = 600_000

/** The deliveries of a database. `commit` is how attempts are written down; several at a time may share one. */
export function createDeliveries(
  db: Database,
  queue: DeliveryQueue,
  now: () => number,
  commit: Commit = work => db.transaction().execute(work),
): Deliveries {
  return {
    async create(transaction, list) {
      if (list.length === 0) return
      const at = now()
      const rows = list.map(delivery => rowOf(delivery, at))
      await transaction.insertInto('deliveries').values(rows).execute()
      await queue.enqueue(
        transaction,
        rows.map(({ id }) => ({ deliveryId: id, dueAt: at })),
      )
    },

    begin: (id, takesOver, alone = false) =>
      commit(async transaction => {
        // The row stays locked from here on, so two workers cannot both come to the same conclusion.
        const delivery = await transaction
          .updateTable('deliveries')
          .set(({ eb, ref }) => ({ attempt_count: eb(ref('attempt_count'), '+', 1) }))
          .where('id', '=', id)
          .where('status', '=', 'queued')
          .returningAll()
          .executeTakeFirst()
        if (!delivery) return 'over'
        const number = delivery.attempt_count
        const past = await attemptsOf(transaction, id)
        const open = past.find(attempt => attempt.ended_at === null)

        if (open && !takesOver && open.started_at > now() - deadAfter) {
          await putBack(transaction, delivery, delivery.due_at)
          await queue.enqueue(transaction, [{ deliveryId: id, dueAt: now() + deadAfter }])
          return 'busy'
        }
        if (open) {
          await closeOpenAttempts(transaction, id)
          const wait = waitAfterInterruptions(interruptionsOf(past))
          const dueAt = open.started_at + wait
          if (dueAt > now() || isSuspect(past)) {
            await putBack(transaction, delivery, dueAt)
            await queue.enqueue(transaction, [{ deliveryId: id, dueAt }])
            return 'later'
          }
        }
        if (isSuspect(past) && !alone) {
          await putBack(transaction, delivery, delivery.due_at)
          return 'alone'
        }
        await transaction
          .insertInto('delivery_attempts')
          .values({
            delivery_id: id,
            number,
            started_at: now(),
            ended_at: null,
            outcome: null,
            code: null,
            detail: null,
          })
          .execute()
        const answered = past.filter(({ outcome }) => outcome === 'deferred').length
        return { delivery, number, answered, interrupted: open !== undefined }
      }),

    async end({ id }, number, { outcome, code, detail, retryAt, engineVersion }) {
      try {
        await commit(async transaction => {
          const at = now()
          // First the delivery, then its attempt, as in `begin`: two that lock in different order wait for each other.
          const { numUpdatedRows: queued } = await transaction
            .updateTable('deliveries')
            .set(
              retryAt === undefined
                ? {
                    status: outcome === 'sent' ? 'sent' : 'failed',
                    finished_at: at,
                    engine_version: engineVersion ?? null,
                  }
                : { due_at: retryAt },
            )
            .where('id', '=', id)
            .where('status', '=', 'queued')
            .executeTakeFirst()
          const { numUpdatedRows: open } = await transaction
            .updateTable('delivery_attempts')
            .set({ ended_at: at, outcome, code: code ?? null, detail: detail?.slice(0, 500) ?? null })
            .where('delivery_id', '=', id)
            .where('number', '=', number)
            .where('ended_at', 'is', null)
            .executeTakeFirst()
          if (queued === 0n || open === 0n) throw new TakenOver()
          if (retryAt !== undefined) await queue.enqueue(transaction, [{ deliveryId: id, dueAt: retryAt }])
        })
        return true
      } catch (error) {
        if (error instanceof TakenOver) return false
        throw error
      }
    },

    async ofReceipt(merchantId, receiptId) {
      const deliveries = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('receipt_id', '=', receiptId)
        .where('merchant_id', '=', merchantId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      if (deliveries.length === 0) return []
      const ids = deliveries.map(({ id }) => id)
      const attempts = await db
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('delivery_id', 'in', ids)
        .orderBy('number')
        .execute()
      const byDelivery = Map.groupBy(attempts, attempt => attempt.delivery_id)
      return deliveries.map(delivery => ({ ...delivery, attempts: byDelivery.get(delivery.id) ?? [] }))
    },

    async countSince(transaction, receiptId, since) {
      const { count } = await transaction
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('receipt_id', '=', receiptId)
        .where('created_at', '>=', since)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    find: id => db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst(),

    async backlog() {
      const { count, oldest } = await db
        .selectFrom('deliveries')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('oldest')])
        .where('status', '=', 'queued')
        .executeTakeFirstOrThrow()
      return { count: Number(count), oldestDueAt: oldest === null ? undefined : Number(oldest) }
    },

    sweep: () =>
      db.transaction().execute(async transaction => {
        const overdue = await transaction
          .selectFrom('deliveries')
          .select(['id', 'due_at'])
          .where('status', '=', 'queued')
          .where('due_at', '<', now() - sweptAfter)
          .orderBy('due_at')
          .limit(500)
          .execute()
        await queue.enqueue(
          transaction,
          overdue.map(({ id, due_at }) => ({ deliveryId: id, dueAt: due_at })),
        )
        return overdue.length
      }),
  }

  async function closeOpenAttempts(transaction: Transaction, id: string): Promise<void> {
    await transaction
      .updateTable('delivery_attempts')
      .set({ ended_at: now(), outcome: 'interrupted' })
      .where('delivery_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
  }
}

/** Rolls back the end of an attempt that another worker has ended already. */
class TakenOver extends Error {}

type Past = Pick<Attempt, 'started_at' | 'ended_at' | 'outcome'>[]

/** What is known of a delivery's attempts, oldest first. */
function attemptsOf(transaction: Transaction, id: string): Promise<Past> {
  return transaction
    .selectFrom('delivery_attempts')
    .select(['started_at', 'ended_at', 'outcome'])
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute()
}

/** How many attempts in a row, the last ones, ended without an answer. One that is open is the next of them. */
function interruptionsOf(past: Past): number {
  return past.length - 1 - past.findLastIndex(({ outcome }) => outcome !== null && outcome !== 'interrupted')
}

/** From so many on a mail may itself be what ends the process. */
const suspectAfter = 3

function isSuspect(past: Past): boolean {
  return interruptionsOf(past) >= suspectAfter
}

/** Gives back the number that `begin` took. */
async function putBack(transaction: Transaction, { id, attempt_count }: Delivery, dueAt: number): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ attempt_count: attempt_count - 1, due_at: dueAt })
    .where('id', '=', id)
    .execute()
}

function rowOf(
  { receiptId, merchantId, kind, emailAddress, variant, mailDomain }: NewDelivery,
  at: number,
): DeliveryTable {
  const id = newId()
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
    attempt_count: 0,
    finished_at: null,
    engine_version: null,
  }
}
