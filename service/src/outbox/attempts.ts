import type { Transaction } from '../database/database.ts'
import type { Commit } from '../database/group-commit.ts'
import type { AttemptOutcome, DeliveryTable } from '../database/tables.ts'
import { recordMails } from '../statistics/counting/deltas.ts'
import { ended } from '../statistics/counting/mails.ts'
import { isSuspect, type Past, waitAfterInterruptions } from './interruptions.ts'
import type { DeliveryQueue } from './queue.ts'

/** How an attempt ended. Without `retryAt`, the delivery is finished. */
export interface AttemptEnd {
  outcome: Exclude<AttemptOutcome, 'interrupted'>
  code?: string
  detail?: string
  retryAt?: number
  /** Version of the engine that made the mail. */
  engineVersion?: string
  /** It failed because the address doesn't exist. */
  badAddress?: boolean
}

export interface Begun {
  delivery: DeliveryTable
  number: number
  /** Earlier attempts that were answered and deferred, since an operator last had it tried again. Interrupted ones don't count. */
  answered: number
  /** The previous attempt was found open and closed as interrupted. */
  interrupted: boolean
}

/**
 * Why no attempt was opened. `over`: nothing is left to do. `busy`: another attempt is open and may still be running. `later`:
 * an open attempt was closed as interrupted, and the next one has to wait. `alone`: so many attempts were interrupted that this
 * mail may be crashing the process; begin again when no other mail is being sent.
 */
export type NotBegun = 'over' | 'busy' | 'later' | 'alone'

export interface Attempts {
  /**
   * Opens the next attempt, on disk before anything is sent, unless there is a reason not to.
   *
   * @param takesOver any open attempt is known to be dead
   * @param alone this process sends nothing else at the same time
   */
  begin(id: string, takesOver: boolean, alone?: boolean): Promise<Begun | NotBegun>
  /**
   * Ends an attempt and queues the next job, if any. False, with nothing changed, if it had already ended because another worker
   * took over the delivery.
   */
  end(delivery: Pick<DeliveryTable, 'id'>, number: number, end: AttemptEnd): Promise<boolean>
}

/** Attempts take at most a minute (`deadline` in worker/send.ts), so an older one is dead. Milliseconds. */
const deadAfter = 120_000

/** The attempts in a database, written with `commit`. */
export function createAttempts(commit: Commit, queue: DeliveryQueue, now: () => number): Attempts {
  return {
    begin: (id, takesOver, alone = false) =>
      commit(async transaction => {
        // This locks the row, so that two workers can't both open an attempt.
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

        if (open && !takesOver && Math.abs(now() - open.started_at) < deadAfter) {
          await putBack(transaction, delivery, delivery.due_at)
          await queue.enqueue(transaction, [{ deliveryId: id, dueAt: now() + deadAfter }])
          return 'busy'
        }
        if (open) {
          await closeOpenAttempts(transaction, id, now())
          await recordMails(transaction, [id], { attempts: 1 })
          const wait = waitAfterInterruptions(past)
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
        const since = delivery.retried_at ?? 0
        const answered = past.filter(({ outcome, started_at }) => outcome === 'deferred' && started_at >= since).length
        return { delivery, number, answered, interrupted: open !== undefined }
      }),

    async end({ id }, number, { outcome, code, detail, retryAt, engineVersion, badAddress: isBounce = false }) {
      try {
        await commit(async transaction => {
          const at = now()
          // Lock the delivery first, then its attempt, as in `begin`, to avoid deadlocks.
          const queued = await transaction
            .updateTable('deliveries')
            .set(
              retryAt === undefined
                ? {
                    status: outcome === 'deferred' ? 'failed' : outcome,
                    finished_at: at,
                    engine_version: engineVersion ?? null,
                    bounced_at: isBounce ? at : null,
                  }
                : { due_at: retryAt },
            )
            .where('id', '=', id)
            .where('status', '=', 'queued')
            .returning(['kind', 'created_at'])
            .executeTakeFirst()
          const { numUpdatedRows: open } = await transaction
            .updateTable('delivery_attempts')
            .set({ ended_at: at, outcome, code: code ?? null, detail: detail?.slice(0, 500) ?? null })
            .where('delivery_id', '=', id)
            .where('number', '=', number)
            .where('ended_at', 'is', null)
            .executeTakeFirst()
          if (!queued || open === 0n) throw new TakenOver()
          const { adds, ...more } = ended(queued, { outcome, isLast: retryAt === undefined, isBounce, at })
          await recordMails(transaction, [id], adds, more)
          if (retryAt !== undefined) await queue.enqueue(transaction, [{ deliveryId: id, dueAt: retryAt }])
        })
        return true
      } catch (error) {
        if (error instanceof TakenOver) return false
        throw error
      }
    },
  }
}

class TakenOver extends Error {}

function attemptsOf(transaction: Transaction, id: string): Promise<Past> {
  return transaction
    .selectFrom('delivery_attempts')
    .select(['started_at', 'ended_at', 'outcome'])
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute()
}

async function putBack(transaction: Transaction, { id, attempt_count }: DeliveryTable, dueAt: number): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ attempt_count: attempt_count - 1, due_at: dueAt })
    .where('id', '=', id)
    .execute()
}

async function closeOpenAttempts(transaction: Transaction, id: string, at: number): Promise<void> {
  await transaction
    .updateTable('delivery_attempts')
    .set({ ended_at: at, outcome: 'interrupted' })
    .where('delivery_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
