import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { DatabaseUnavailableError } from '../basics/errors/errors.ts'
import type { Tables } from './tables.ts'

/** Runs work in a transaction and returns its result once it is on disk. */
export interface Commit {
  <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** Milliseconds that the disk took for the last commit. Only of the embedded database, whose disk this process waits for. */
  syncMs?: () => number
}

/** Most items in one transaction. */
export const maxBatchSize = 32

/** How items are collected, and what happens when the work fails. */
export interface BatchOptions<Item> {
  /**
   * What becomes of items if the database is away, when nobody knows what was written. `reject`: all fail. `retry`: each is tried once
   * more by itself, because the work finds what it has written before.
   */
  whenAway: 'reject' | 'retry'
  /** Items with one key are never in the same batch. */
  keyOf?: (item: Item) => string
  /** After a batch, about as many items are likely to arrive at once, so the next one waits for them a little. */
  refills?: boolean
}

/** Longest pause between two commits, milliseconds. */
const maxPauseMs = 20

/**
 * The longest pause for items to gather, in what the disk took for the last commit: on a slow disk an fsync costs as much as several
 * creates. With few clients all of them wait for the commit already, so the pause grows with the last batch. Without it, batches are
 * smaller, and share less.
 */
const refillPause = (batchSize: number) => Math.min(4, batchSize / 4)

/**
 * Does the same to many items in batches: what is asked for while a batch is being written is the next one, so that it shares
 * statements and a commit. A lone item is written right away. Nobody is answered before the commit. A batch that fails is done again one
 * by one, so that only what is to blame fails.
 *
 * @param work does something to several items; a result for each, in order
 */
export function createBatch<Item, Result>(
  commit: Commit,
  work: (transaction: Transaction<Tables>, items: readonly Item[]) => Promise<readonly Result[]>,
  { whenAway, keyOf, refills = false }: BatchOptions<Item>,
): (item: Item) => Promise<Result> {
  const pauseMs = (batchSize: number) => (refills ? refillPause(batchSize) * (commit.syncMs?.() ?? 0) : 0)
  return collect<Item, Result>(write, { keyOf, pauseMs })

  async function write(take: () => WaitingItem<Item, Result>[]): Promise<number> {
    let batch: WaitingItem<Item, Result>[] = []
    try {
      const results = await commit(transaction => {
        // Taken when the transaction begins, to include what arrived while it waited.
        batch = take()
        return work(
          transaction,
          batch.map(({ item }) => item),
        )
      })
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length === 0) batch = take()
      const isAway = error instanceof DatabaseUnavailableError
      if (whenAway === 'reject' && (isAway || batch.length === 1)) for (const { reject } of batch) reject(error)
      else await Promise.all(batch.map(writeAlone))
    }
    return batch.length
  }

  async function writeAlone({ item, resolve, reject }: WaitingItem<Item, Result>): Promise<void> {
    await commit(transaction => work(transaction, [item])).then(([result]) => resolve(result as Result), reject)
  }
}

type Work = (transaction: Transaction<Tables>) => Promise<unknown>

/**
 * Commits for a database with one writer: transactions that are asked for in the same turn of the event loop, or while the disk is
 * busy, are one, with one fsync. Work that fails is rolled back alone; if the commit fails, all fail.
 */
export function createGroupCommit(db: Kysely<Tables>): Commit {
  let syncMs = 0
  // The disk blocks the process, so under load there is a pause as long as it took.
  const pauseMs = (batchSize: number) => (batchSize > 1 ? syncMs : 0)
  const add = collect<Work, unknown>(write, { pauseMs })
  const commit: Commit = work => add(work) as ReturnType<typeof work>
  return Object.assign(commit, { syncMs: () => syncMs })

  async function write(take: () => WaitingItem<Work, unknown>[]): Promise<number> {
    await nextTurn()
    const batch = take()
    const answers: (() => void)[] = []
    let worked = performance.now()
    try {
      await db.transaction().execute(async transaction => {
        const [first] = batch
        if (first && batch.length === 1) {
          const result = await first.item(transaction)
          answers.push(() => first.resolve(result))
        } else for (const each of batch) answers.push(await attempt(transaction, each))
        worked = performance.now()
      })
      syncMs = performance.now() - worked
    } catch (error) {
      for (const { reject } of batch) reject(error)
      return batch.length
    }
    for (const answer of answers) answer()
    return batch.length
  }
}

/** Does work that can be undone alone, and returns what answers it after the commit. */
async function attempt(
  transaction: Transaction<Tables>,
  { item, resolve, reject }: WaitingItem<Work, unknown>,
): Promise<() => void> {
  await sql`savepoint work`.execute(transaction)
  try {
    const result = await item(transaction)
    await sql`release savepoint work`.execute(transaction)
    return () => resolve(result)
  } catch (error) {
    await sql`rollback to savepoint work`.execute(transaction)
    await sql`release savepoint work`.execute(transaction)
    return () => reject(error)
  }
}

interface WaitingItem<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

interface CollectOptions<Item> {
  keyOf?: ((item: Item) => string) | undefined
  /** How long to wait after a batch until as many items wait again, at most. */
  pauseMs: (batchSize: number) => number
}

/**
 * Collects items, and has them written in a loop as long as any wait.
 *
 * @param write takes what waits, answers it and returns how many it were; must not throw
 */
function collect<Item, Result>(
  write: (take: () => WaitingItem<Item, Result>[]) => Promise<number>,
  { keyOf, pauseMs }: CollectOptions<Item>,
): (item: Item) => Promise<Result> {
  let waiting: WaitingItem<Item, Result>[] = []
  let isDraining = false
  let wanted = Number.POSITIVE_INFINITY
  let endPause = () => {}
  // The loop goes on after the request that starts it, so it must not be part of that request's trace.
  const outside = AsyncLocalStorage.snapshot()

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length >= wanted) endPause()
      if (isDraining) return
      isDraining = true
      void outside(drain)
    })

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const size = await write(take)
      const pause = Math.min(pauseMs(size), maxPauseMs)
      if (pause >= 1) await refilled(size, pause)
    }
    isDraining = false
  }

  /** Waits until as many items wait, and no more come, but not longer than that. */
  async function refilled(size: number, milliseconds: number): Promise<void> {
    if (waiting.length < size) {
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, milliseconds)
        wanted = size
        endPause = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wanted = Number.POSITIVE_INFINITY
    }
    // Each turn of the event loop begins only some of the creates that wait.
    for (let before = -1; waiting.length > before; await nextTurn()) before = waiting.length
  }

  function take(): typeof waiting {
    const batch = new Map<unknown, WaitingItem<Item, Result>>()
    const left: typeof waiting = []
    for (const each of waiting) {
      const key = keyOf?.(each.item) ?? each
      if (batch.size < maxBatchSize && !batch.has(key)) batch.set(key, each)
      else left.push(each)
    }
    waiting = left
    return [...batch.values()]
  }
}
