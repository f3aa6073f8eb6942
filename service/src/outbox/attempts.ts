import type { HashKey } from '../basics/addresses.ts'
import { type Commit, createBatch } from '../database/batch.ts'
import { type AttemptRequest, type Begun, beginAttempts, type NotBegun } from './begin-attempts.ts'
import { type AttemptEnd, type AttemptResult, endAttempts, TakenOver } from './end-attempts.ts'
import type { DeliveryQueue } from './queue.ts'

/** The attempts to send deliveries: each is opened and ended on disk, together with others at the same time. */
export interface Attempts {
  /**
   * Opens the next attempt, on disk before anything is sent, unless there is a reason not to.
   *
   * @param takesOver any open attempt is known to be dead
   * @param isExclusive this process sends nothing else at the same time
   */
  begin(id: string, takesOver: boolean, isExclusive?: boolean): Promise<Begun | NotBegun>
  /**
   * Ends an attempt and queues the next job, if any. False, with nothing changed, if it had already ended because another worker
   * took over the delivery.
   */
  end(id: string, number: number, end: AttemptEnd): Promise<boolean>
}

/** @param context its `searchKey` hashes the addresses of bounces */
export function createAttempts(context: {
  commit: Commit
  queue: DeliveryQueue
  searchKey: HashKey
  now: () => number
}): Attempts {
  const { commit, queue, now } = context
  const perDelivery = { whenAway: 'reject', keyOf: ({ id }: { id: string }) => id } as const
  const begin = createBatch(
    commit,
    (transaction, asked: readonly AttemptRequest[]) => beginAttempts(transaction, asked, queue, now),
    perDelivery,
  )
  const end = createBatch(
    commit,
    (transaction, results: readonly AttemptResult[]) => endAttempts(transaction, results, context, now()),
    perDelivery,
  )
  return {
    begin: (id, takesOver, isExclusive = false) => begin({ id, takesOver, isExclusive }),
    async end(id, number, result) {
      try {
        return await end({ id, number, end: result })
      } catch (error) {
        if (error instanceof TakenOver) return false
        throw error
      }
    },
  }
}
