import type { Transaction } from '../database/database.ts'

/** What a worker does with a delivery whose time has come. */
export type DeliveryHandler = (deliveryId: string, run: Run) => Promise<void>

export interface Run {
  /** An earlier run of the same job is known to be dead, so an attempt that it left open is over. */
  takesOver: boolean
}

export interface DeliveryJob {
  deliveryId: string
  /** Milliseconds since 1970. */
  dueAt: number
}

/**
 * Says when to look at a delivery. The delivery's own row is the truth about it: a job too many does nothing, and a missing
 * one is made again by the sweep.
 */
export interface DeliveryQueue {
  /** Adds jobs, in the transaction that writes the deliveries: both are there or neither. */
  enqueue(transaction: Transaction, jobs: readonly DeliveryJob[]): Promise<void>
  /** To be called after that transaction: work that is due may begin at once. */
  wake(): void
  /** Begins to hand out jobs. */
  work(handler: DeliveryHandler): Promise<void>
  /** Hands out no more jobs and waits for those that are out. Jobs may still be added. */
  rest(): Promise<void>
  /** Rests, and takes no more jobs either. */
  stop(): Promise<void>
}
