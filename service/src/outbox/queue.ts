import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Transaction } from '../database/database.ts'
import { idsOf } from '../database/rows.ts'
import type { Log } from '../monitoring/log.ts'
import { holdIfPaused } from './pauses.ts'

/** False if it left the delivery, untouched, to another worker or a later start. */
export type DeliveryHandler = (deliveryId: string, run: Run) => Promise<boolean>

interface Run {
  /** An earlier run of this job is known to be dead, so any open attempt is over. */
  takesOver: boolean
}

/** A delivery and when to try it. */
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

interface PollerOptions {
  db: Database
  now: () => number
  log: Log
  /** Deliveries in hand at once. */
  concurrency: number
  /** Milliseconds between polls if nothing wakes it; default 1000. */
  pollEvery?: number
}

/** How long to leave a delivery alone after its handler (not its sending) failed. Milliseconds. */
const coolDown = 5000

/**
 * The embedded database's queue: the delivery rows themselves, read by the only process. So an attempt found open belongs to
 * this process's dead predecessor.
 */
export function createPoller({ db, now, log, concurrency, pollEvery = 1000 }: PollerOptions): DeliveryQueue {
  const taken = new Map<string, Promise<void>>()
  let running = 0
  let stopping = false
  let looping: Promise<void> | undefined
  // A wake-up outside a pause cuts the next pause short.
  let woken = false
  const remember = () => {
    woken = true
  }
  let wakeUp = remember

  async function loop(handler: DeliveryHandler): Promise<void> {
    while (!stopping) {
      const started = running < concurrency ? await takeDue(handler) : 0
      if (started === 0 && !stopping) await pause(running < concurrency ? await timeToNext() : pollEvery)
      // Without a turn for others, mails that aren't sent after all would keep the process to themselves.
      else await nextTurn()
    }
  }

  async function takeDue(handler: DeliveryHandler): Promise<number> {
    try {
      const due = await db
        .selectFrom('deliveries')
        .select('id')
        .where('status', '=', 'queued')
        .where('due_at', '<=', now())
        .orderBy('due_at')
        .limit(taken.size + concurrency - running)
        .execute()
      const free = idsOf(due.filter(({ id }) => !taken.has(id))).slice(0, concurrency - running)
      // None of them is in hand, so whatever attempt is open is a dead process's.
      const held = new Set(await holdIfPaused(db, free, Number.MAX_SAFE_INTEGER))
      for (const id of free) if (!held.has(id)) taken.set(id, handle(handler, id))
      return free.length
    } catch (error) {
      log.error('Reading the outbox failed', { error })
      return 0
    }
  }

  async function handle(handler: DeliveryHandler, id: string): Promise<void> {
    running += 1
    try {
      await handler(id, { takesOver: true })
      taken.delete(id)
    } catch (error) {
      log.error('Handling a delivery failed', { deliveryId: id, error })
      setTimeout(() => taken.delete(id), coolDown).unref()
    } finally {
      running -= 1
      wakeUp()
    }
  }

  /** Milliseconds until the next delivery is due, at most `pollEvery`. */
  async function timeToNext(): Promise<number> {
    try {
      const { next } = await db
        .selectFrom('deliveries')
        .select(({ fn }) => fn.min('due_at').as('next'))
        .where('status', '=', 'queued')
        .where('due_at', '>', now())
        .executeTakeFirstOrThrow()
      return next === null ? pollEvery : Math.min(pollEvery, Math.max(1, Number(next) - now()))
    } catch {
      return pollEvery
    }
  }

  function pause(milliseconds: number): Promise<void> {
    if (woken) {
      woken = false
      return Promise.resolve()
    }
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds)
      wakeUp = () => {
        clearTimeout(timer)
        wakeUp = remember
        resolve()
      }
    })
  }

  async function rest(): Promise<void> {
    stopping = true
    wakeUp()
    await looping
    await Promise.all(taken.values())
  }

  return {
    // The delivery's `due_at` is the job.
    enqueue: async () => {},
    wake: () => wakeUp(),
    async work(handler) {
      looping = loop(handler)
    },
    rest,
    stop: rest,
  }
}

/** Where deliveries wait. */
export interface OutboxContext {
  db: Database
  queue: DeliveryQueue
  now: () => number
}
