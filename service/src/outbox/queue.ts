import type { Transaction } from '../database/database.ts'

/** False if it left the delivery, untouched, to another worker or a later start. */
export type DeliveryHandler = (deliveryId: string, run: Run) => Promise<boolean>

export interface Run {
  /** An earlier run of this job is known to be dead, so any open attempt is over. */
  takesOver: boolean
}

export interface DeliveryJob {
  deliveryId: string
  /** Milliseconds since 1970. */
  dueAt: number
}

/**
 * Tells workers when to look at a delivery. The delivery's row is the source of truth: an extra job does nothing, and the sweep
 * replaces a missing one.
 */
export interface DeliveryQueue {
  /** Adds jobs, in the transaction that writes the deliveries. */
  enqueue(transaction: Transaction, jobs: readonly DeliveryJob[]): Promise<void>
  /** Starts due jobs at once. Call this after that transaction. */
  wake(): void
  work(handler: DeliveryHandler): Promise<void>
  /** Stops handing out jobs and waits for running ones. Jobs may still be added. */
  rest(): Promise<void>
  /** Rests, and accepts no more jobs. */
  stop(): Promise<void>
}
