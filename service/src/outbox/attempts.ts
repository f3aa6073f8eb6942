import type { Transaction } from '../database/database.ts'
import type { Commit } from '../database/group-commit.ts'
import type { AttemptOutcome, DeliveryTable } from '../database/tables.ts'
import { isSuspect, type Past, waitAfterInterruptions } from './interruptions.ts'
import type { DeliveryQueue } from './queue.ts'

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
  delivery: DeliveryTable
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

/** Attempts to send a delivery, one at a time. */
export interface Attempts {
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
  end(delivery: Pick<DeliveryTable, 'id'>, number: number, end: AttemptEnd): Promise<boolean>
}

/** An attempt takes a minute at most (`deadline` in worker/send.ts), so one that is older than this is dead. Milliseconds. */
const deadAfter = 120_000

/** The attempts of a database. `commit` is how they are written down. */
export function createAttempts(commit: Commit, queue: DeliveryQueue, now: () => number): Attempts {
  return {
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
          await closeOpenAttempts(transaction, id, now())
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
  }
}

/** Rolls back the end of an attempt that another worker has ended already. */
class TakenOver extends Error {}

function attemptsOf(transaction: Transaction, id: string): Promise<Past> {
  return transaction
    .selectFrom('delivery_attempts')
    .select(['started_at', 'ended_at', 'outcome'])
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute()
}

/** Gives back the number that `begin` took. */
async function putBack(transaction: Transaction, { id, attempt_count }: DeliveryTable, dueAt: number): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ attempt_count: attempt_count - 1, due_at: dueAt })
    .where('id', '=', id)
    .execute()
}

/** @param at when that was found */
async function closeOpenAttempts(transaction: Transaction, id: string, at: number): Promise<void> {
  await transaction
    .updateTable('delivery_attempts')
    .set({ ended_at: at, outcome: 'interrupted' })
    .where('delivery_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
