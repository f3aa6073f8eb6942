import { type Commit, createBatch } from '../database/batch.ts'
import type { DeliveryTable } from '../database/tables.ts'
import { type Asked, type Begun, beginAttempts, type NotBegun } from './begin-attempts.ts'
import type { Bounces } from './bounces.ts'
import { type AttemptEnd, type Ended, endAttempts, TakenOver } from './end-attempts.ts'
import type { DeliveryQueue } from './queue.ts'

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

export interface AttemptsOptions {
  /** Writes attempts, possibly several at once. */
  commit: Commit
  queue: DeliveryQueue
  bounces: Pick<Bounces, 'learn'>
  now: () => number
}

/** The attempts in a database, begun and ended in groups, each of which `commit` writes. */
export function createAttempts({ commit, queue, bounces, now }: AttemptsOptions): Attempts {
  const each = { whenAway: 'reject', keyOf: ({ id }: { id: string }) => id } as const
  const beginOne = createBatch(
    commit,
    (transaction, asked: readonly Asked[]) => beginAttempts(transaction, asked, queue, now),
    each,
  )
  const endOne = createBatch(
    commit,
    async (transaction, all: readonly Ended[]) => {
      await endAttempts(transaction, all, { queue, bounces }, now())
      return all.map(() => true)
    },
    each,
  )
  return {
    begin: (id, takesOver, alone = false) => beginOne({ id, takesOver, alone }),
    async end({ id }, number, end) {
      try {
        return await endOne({ id, number, end })
      } catch (error) {
        if (error instanceof TakenOver) return false
        throw error
      }
    },
  }
}
