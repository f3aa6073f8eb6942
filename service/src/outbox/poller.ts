import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { DeliveryHandler, DeliveryQueue } from './queue.ts'

export interface PollerOptions {
  db: Database
  now: () => number
  log: Log
  /** Deliveries under way at a time. */
  concurrency: number
  /** Milliseconds between two looks when nothing wakes it; default 1000. */
  pollEvery?: number
}

/** A delivery whose handling broke (not its sending) is left alone for so long. Milliseconds. */
const coolDown = 5000

/**
 * The queue of the embedded database: the delivery rows themselves, read by the one process there is. No other process has
 * them, so an attempt found open was this one's before it died.
 */
export function createPoller({ db, now, log, concurrency, pollEvery = 1000 }: PollerOptions): DeliveryQueue {
  const taken = new Map<string, Promise<void>>()
  let running = 0
  let stopping = false
  let looping: Promise<void> | undefined
  // Whoever calls while nobody sleeps is heard at the next pause.
  let woken = false
  const remember = () => {
    woken = true
  }
  let wakeUp = remember

  async function loop(handler: DeliveryHandler): Promise<void> {
    while (!stopping) {
      const started = running < concurrency ? await takeDue(handler) : 0
      if (started === 0 && !stopping) await pause(running < concurrency ? await timeToNext() : pollEvery)
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
      const free = due.filter(({ id }) => !taken.has(id)).slice(0, concurrency - running)
      for (const { id } of free) taken.set(id, handle(handler, id))
      return free.length
    } catch (error) {
      log.error('The outbox could not be read', { error })
      return 0
    }
  }

  async function handle(handler: DeliveryHandler, id: string): Promise<void> {
    running += 1
    try {
      await handler(id, { takesOver: true })
      taken.delete(id)
    } catch (error) {
      log.error('A delivery could not be handled', { deliveryId: id, error })
      setTimeout(() => taken.delete(id), coolDown).unref()
    } finally {
      running -= 1
      wakeUp()
    }
  }

  /** Milliseconds until something is due, at most until the next look. */
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
    // The delivery's own `due_at` is the job.
    enqueue: async () => {},
    wake: () => wakeUp(),
    async work(handler) {
      looping = loop(handler)
    },
    rest,
    stop: rest,
  }
}
