import { setImmediate as nextTurn } from 'node:timers/promises'
import { getOrAdd } from '../../basics/maps.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import { type Database, isPostgres } from '../../database/database.ts'
import { type Claimed, claimRows, merchantsWaiting, type WorkSource } from '../../database/queue/due-rows.ts'
import { nameWorker, type WorkerName } from '../../database/queue/workers.ts'
import { type ChosenWork, createReading } from './due-work.ts'
import { type Handler, type Handlers, lanes, type Queue, type WorkKind, type WorkSources } from './queue.ts'
import { createTurns, type Turn } from './turns.ts'

interface QueueOptions {
  db: Database
  now: () => number
  log: Log
  sources: WorkSources
  /** Milliseconds between looks if nothing wakes it; default 1000, and 500 where other processes write. */
  pollEvery?: number
}

/** Opens the queue of one process. */
export function createQueue({ sources, ...options }: QueueOptions): Queue {
  let pollers: ReturnType<typeof startPoller>[] = []
  let worker: WorkerName | undefined
  return {
    wake() {
      for (const poller of pollers) poller.wake()
    },
    async work(handlers: Handlers) {
      const named = await nameWorker(options.db, options.log)
      worker = named
      pollers = (['mail', 'webhook', 'report'] as const).flatMap(kind => {
        const { [kind]: source } = sources
        const { [kind]: handler } = handlers
        return source && handler ? startPoller({ ...options, kind, source, handler, worker: named }) : []
      })
    },
    async rest() {
      await Promise.all(pollers.map(poller => poller.rest()))
      pollers = []
      await worker?.end()
      worker = undefined
    },
  }
}

interface PollerOptions extends Omit<QueueOptions, 'sources'> {
  kind: WorkKind
  source: WorkSource
  handler: Handler
  worker: WorkerName
}

/** What a kind's rows, and where they are, are called in the log. */
const names = {
  mail: { one: 'delivery', all: 'outbox' },
  webhook: { one: 'webhook', all: 'webhooks' },
  report: { one: 'report', all: 'reports' },
} as const satisfies Record<WorkKind, unknown>

/** How long to leave a row alone after its handler failed. Milliseconds. */
const coolDown = 5000

/** Least time between two looks at who waits, milliseconds, and in what a look took: so looks are less than a tenth of the work. */
const leastPause = { ms: 20, looks: 10 } as const

/** Hands out a kind's due rows, turn by turn. */
function startPoller({ db, now, log, kind, source, handler, worker, ...options }: PollerOptions) {
  const pollEvery = options.pollEvery ?? (isPostgres(db) ? 500 : 1000)
  const turns = createTurns(handler.pace)
  const read = createReading({ db, source, worker: worker.name, now, turns, lookedAt: () => lookedAt })
  const taken = new Set<Promise<void>>()
  let stopping = false
  let isLookDue = true
  let lookedAt = Number.NEGATIVE_INFINITY
  let mayLookAt = Number.NEGATIVE_INFINITY
  let nextDueAt = Number.POSITIVE_INFINITY
  // A wake-up outside a pause cuts the next pause short.
  let woken = false
  const remember = () => {
    woken = true
  }
  let wakeUp = remember
  const looping = loop()

  return {
    wake(): void {
      isLookDue = true
      wakeUp()
    },
    /** Takes no more, and waits for what is in hand. */
    async rest(): Promise<void> {
      stopping = true
      wakeUp()
      await looping
      await Promise.all(taken)
    },
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const isMore = await step().catch(error => {
        log.error(`Reading the ${names[kind].all} failed`, { error })
        return undefined
      })
      if (stopping) return
      // Without a turn for others, rows that need nothing done after all would keep the process to themselves.
      if (isMore) await nextTurn()
      else await pause(isMore === undefined ? pollEvery : timeToLook())
    }
  }

  /** Looks who waits, if it is time to, and takes what may be taken. Returns whether there may be more at once. */
  async function step(): Promise<boolean> {
    const at = performance.now()
    if (at >= mayLookAt && (isLookDue || !turns.isWaiting() || at - lookedAt >= pollEvery)) await look()
    return takeSome()
  }

  async function look(): Promise<void> {
    isLookDue = false
    lookedAt = performance.now()
    const found = await merchantsWaiting(db, source, Object.values(lanes))
    const took = performance.now() - lookedAt
    mayLookAt = lookedAt + Math.min(pollEvery, Math.max(leastPause.ms, leastPause.looks * took))
    const at = now()
    turns.note(found.filter(({ dueAt }) => dueAt <= at))
    nextDueAt = found.reduce(
      (least, { dueAt }) => (dueAt > at ? Math.min(least, dueAt) : least),
      Number.POSITIVE_INFINITY,
    )
  }

  /** Milliseconds until somebody may wait who doesn't yet. */
  function timeToLook(): number {
    const at = performance.now()
    const next = isLookDue ? at : Math.min(lookedAt + pollEvery, at + Math.max(0, nextDueAt - now()))
    return Math.max(1, Math.max(next, mayLookAt) - at)
  }

  async function takeSome(): Promise<boolean> {
    const given = new Map<string, Turn[]>()
    for (let turn = turns.next(); turn; turn = turns.next())
      getOrAdd(given, `${turn.lane} ${turn.merchantId}`, () => []).push(turn)
    const found: { turn: Turn; chosen: ChosenWork }[] = []
    let isUnused = false
    try {
      for (const some of given.values()) {
        const [first] = some
        if (!first) continue
        const { chosen, left } = await read(first, some.length)
        if (left !== 'more') turns.forget(first, left === 'passed')
        for (const each of chosen) {
          const turn = some.pop()
          if (turn) found.push({ turn, chosen: each })
        }
      }
      isUnused = [...given.values()].some(some => some.length > 0)
      const begun = await begin(found)
      return (isUnused || begun < found.length) && turns.isWaiting()
    } finally {
      for (const some of given.values()) for (const turn of some) turn.end()
    }
  }

  /** Claims rows and starts their work; returns how many. Those that aren't ours, or are held, are laid down. */
  async function begin(found: readonly { turn: Turn; chosen: ChosenWork }[]): Promise<number> {
    let ours = new Map<string, Claimed>()
    try {
      if (found.length === 0) return 0
      const rows = found.map(({ chosen }) => chosen.row)
      const claimed = await claimRows(db, source, rows, worker.name, now())
      const held = new Set(await handler.hold?.(claimed))
      ours = new Map(claimed.filter(({ id }) => !held.has(id)).map(each => [each.id, each]))
      return ours.size
    } finally {
      for (const { turn, chosen } of found) {
        const row = ours.get(chosen.row.id)
        if (row) track(handle(row, turn, chosen))
        else {
          turn.end()
          chosen.layDown()
        }
      }
    }
  }

  function track(work: Promise<void>): void {
    taken.add(work)
    void work.finally(() => taken.delete(work))
  }

  async function handle(row: Claimed, turn: Turn, { layDown }: ChosenWork): Promise<void> {
    try {
      await handler.handle(row)
      layDown()
    } catch (error) {
      log.error(`Handling a ${names[kind].one} failed`, { [`${names[kind].one}Id`]: row.id, error })
      setTimeout(layDown, coolDown).unref()
    } finally {
      turn.end()
      wakeUp()
    }
  }

  function pause(milliseconds: number): Promise<void> {
    if (woken) {
      woken = false
      return Promise.resolve()
    }
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer)
        wakeUp = remember
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      wakeUp = end
    })
  }
}
