import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { dueRows, nextDue, type WorkSource } from '../database/queue/due-rows.ts'
import type { Log } from '../monitoring/log.ts'
import type { Handler, Queue, WorkKind, WorkSources } from './queue.ts'

/** What its rows and their place are called in the log. */
const names = { mail: 'delivery', webhook: 'webhook' } as const
const places = { mail: 'outbox', webhook: 'webhooks' } as const

interface PollersOptions {
  db: Database
  now: () => number
  log: Log
  sources: WorkSources
  /** Rows of each kind in hand at once. */
  concurrency: Readonly<Record<WorkKind, number>>
  /** Takes back some of the mails that are due; returns which. */
  holdMails?: (ids: readonly string[]) => Promise<string[]>
  /** Milliseconds between polls if nothing wakes it; default 1000. */
  pollEvery?: number
}

/** The queue of one process: the rows themselves, with a poller for each kind. */
export function createPollers({ sources, concurrency, holdMails, ...options }: PollersOptions): Queue {
  let pollers: ReturnType<typeof startPoller>[] = []
  const rest = async () => void (await Promise.all(pollers.map(poller => poller.rest())))
  return {
    // A row's `due_at` is the job.
    enqueue: async () => {},
    wake() {
      for (const poller of pollers) poller.wake()
    },
    async work(handlers) {
      pollers = (['mail', 'webhook'] as const).flatMap(kind => {
        const { [kind]: source } = sources
        const { [kind]: handler } = handlers
        const hold = kind === 'mail' ? holdMails : undefined
        if (!source || !handler) return []
        return startPoller({ ...options, kind, source, handler, concurrency: concurrency[kind], hold })
      })
    },
    rest,
    stop: rest,
  }
}

interface PollerOptions extends Pick<PollersOptions, 'db' | 'now' | 'log' | 'pollEvery'> {
  kind: WorkKind
  source: WorkSource
  handler: Handler
  /** Rows in hand at once. */
  concurrency: number
  hold: ((ids: readonly string[]) => Promise<string[]>) | undefined
}

/** How long to leave a row alone after its handler failed. Milliseconds. */
const coolDown = 5000

/**
 * Hands out a kind's due rows, read by the only process that works on them. So whatever is found open belongs to this process's dead
 * predecessor.
 */
function startPoller({ db, now, log, kind, source, handler, concurrency, hold, pollEvery = 1000 }: PollerOptions) {
  const taken = new Map<string, Promise<void>>()
  let running = 0
  let stopping = false
  // A wake-up outside a pause cuts the next pause short.
  let woken = false
  const remember = () => {
    woken = true
  }
  let wakeUp = remember
  const looping = loop()

  return {
    wake: () => wakeUp(),
    /** Takes no more, and waits for what is in hand. */
    async rest(): Promise<void> {
      stopping = true
      wakeUp()
      await looping
      await Promise.all(taken.values())
    },
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const started = running < concurrency ? await takeDue() : 0
      if (started === 0 && !stopping) await pause(running < concurrency ? await timeToNext() : pollEvery)
      // Without a turn for others, rows that need nothing done after all would keep the process to themselves.
      else await nextTurn()
    }
  }

  async function takeDue(): Promise<number> {
    try {
      const due = await dueRows(db, source, now(), taken.size + concurrency - running)
      const free = due.filter(id => !taken.has(id)).slice(0, concurrency - running)
      const held = new Set(await hold?.(free))
      for (const id of free) if (!held.has(id)) taken.set(id, handle(id))
      return free.length
    } catch (error) {
      log.error(`Reading the ${places[kind]} failed`, { error })
      return 0
    }
  }

  async function handle(id: string): Promise<void> {
    running += 1
    try {
      // It isn't in hand, so whatever is open is a dead process's.
      await handler(id, { takesOver: true })
      taken.delete(id)
    } catch (error) {
      log.error(`Handling a ${names[kind]} failed`, { [`${names[kind]}Id`]: id, error })
      setTimeout(() => taken.delete(id), coolDown).unref()
    } finally {
      running -= 1
      wakeUp()
    }
  }

  /** Milliseconds until the next row is due, at most `pollEvery`. */
  async function timeToNext(): Promise<number> {
    try {
      const next = await nextDue(db, source, now())
      return next === undefined ? pollEvery : Math.min(pollEvery, Math.max(1, next - now()))
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
}
