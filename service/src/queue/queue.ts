import type { Transaction } from '../database/database.ts'
import type { WorkSource } from '../database/queue/due-rows.ts'

/** What the queue knows how to wait for. */
export type WorkKind = 'mail' | 'webhook'

/** `live`: somebody waits for it. `later`: a retry, or one of a backlog, which goes behind all that is live. */
export type Lane = 'live' | 'later'

/** A row of a kind's table, and when to look at it. */
export interface QueuedJob {
  kind: WorkKind
  id: string
  merchantId: string
  /** Milliseconds since 1970. */
  dueAt: number
  lane: Lane
}

/** Where each kind's work waits. */
export type WorkSources = Partial<Record<WorkKind, WorkSource>>

/** What is known of a run. */
export interface Run {
  /** An earlier run of this row is known to be dead, so whatever it left open is over. */
  takesOver: boolean
}

/** Does what a row asks for. False if it left the row, untouched, to another worker or a later start. */
export type Handler = (id: string, run: Run) => Promise<boolean>

/** A handler for each kind that this process works on. */
export type Handlers = Partial<Record<WorkKind, Handler>>

/**
 * Tells workers when to look at a row. The row is the source of truth: an extra job does nothing, and the sweep replaces a missing one.
 */
export interface Queue {
  /** Adds jobs, in the transaction that writes the rows. */
  enqueue(transaction: Transaction, jobs: readonly QueuedJob[]): Promise<void>
  /** Starts due jobs at once. Call this after that transaction. */
  wake(): void
  work(handlers: Handlers): Promise<void>
  /** Stops handing out jobs and waits for running ones. Jobs may still be added. */
  rest(): Promise<void>
  /** Rests, and accepts no more jobs. */
  stop(): Promise<void>
}
