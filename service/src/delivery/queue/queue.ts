import type { WorkSource } from '../../database/queue/source.ts'

/** What the queue knows how to wait for. */
export type WorkKind = 'mail' | 'webhook' | 'report'

/** Where each kind's work waits. */
export type WorkSources = Partial<Record<WorkKind, WorkSource>>

/** The lanes as rows have them. `live`: somebody waits for it. `later`: a retry, or one of a backlog, which lets live work pass. */
export const lanes = { live: 0, later: 1 } as const

/** Work that this process has taken in hand. */
export interface Taken {
  id: string
  /** An earlier run of this row is known to be dead, so whatever it left open is over. */
  takesOver: boolean
}

/** How much of a kind's work this process does at once. */
export interface Pace {
  /** How much may be in hand. */
  inHand(): number
  /** How much of that may be for one recipient. */
  inHandFor(recipient: string): number
}

/** How a process does a kind's work. */
export interface Handler {
  pace: Pace
  /** Takes back some of what was taken, before any work; returns which. */
  hold?(taken: readonly Taken[]): Promise<string[]>
  /** Does what a row asks for, and writes what became of it into the row: no more waiting, or due later. */
  handle(taken: Taken): Promise<void>
}

/** A handler for each kind that this process works on. */
export type Handlers = Partial<Record<WorkKind, Handler>>

/**
 * Hands out rows that are due. They are the queue: whoever writes one that waits, with `due_at` and `lane`, has queued it.
 */
export interface Queue {
  /** Looks for due rows at once. Call this after the transaction that wrote them. */
  wake(): void
  work(handlers: Handlers): Promise<void>
  /** Stops handing out work, and waits for what is in hand. */
  rest(): Promise<void>
}
