import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseUnavailableError } from '../../basics/errors/errors.ts'
import type { Claimed, WorkSource } from '../../database/queue/due-rows.ts'

/** What the queue knows how to wait for. */
export type WorkKind = 'mail' | 'webhook' | 'report'

/** Where each kind's work waits. */
export type WorkSources = Partial<Record<WorkKind, WorkSource>>

/** The lanes as rows have them. `live`: somebody waits for it. `later`: a retry, or one of a backlog, which lets live work pass. */
export const lanes = { live: 0, later: 1 } as const

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
  hold?(taken: readonly Claimed[]): Promise<string[]>
  /** Does what a row asks for, and writes what became of it into the row: no more waiting, or due later. */
  handle(taken: Claimed): Promise<void>
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

/**
 * How long to wait after an answered try (the first is 1), in milliseconds; undefined after the last. Varies by up to 20 %, so that
 * after an outage not all is tried again at once.
 *
 * @param chance from 0 to 1
 * @param schedule the waits after each try, milliseconds
 */
export function waitAfter(tries: number, chance: number, schedule: readonly number[]): number | undefined {
  const wait = schedule[tries - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.8 + 0.4 * chance))
}

/** Waits between tries, milliseconds: a database restart takes seconds. */
const waitsMs = [100, 500, 2000, 5000]

/**
 * Records what became of work in hand. What isn't recorded is done again, so a database that is away is waited for.
 *
 * @throws DatabaseUnavailableError if it stays away; whatever else the work throws, at once
 */
export async function keepTrying<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const waitMs of waitsMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error
      await pause(waitMs)
    }
  }
  return work()
}
