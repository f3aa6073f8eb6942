import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, type Transaction as KyselyTransaction, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Transaction = KyselyTransaction<Tables>

/** Runs work in a transaction and returns its result once it is on disk. */
export type Commit = <Result>(
  work: (transaction: Transaction) => Promise<Result>,
  options?: { gathers?: Gathering },
) => Promise<Result>

/** More work of this kind is likely to arrive soon, so the next commit should wait for it. Asked once the work is done. */
export interface Gathering {
  /** How much this work held. */
  held(): number
  /** How much is waiting. */
  waiting(): number
  /** Calls back once as much is waiting again as this work held. */
  onceAgain(call: () => void): void
}

/** Most pieces of work in one transaction. */
const most = 32

/** Longest pause between two commits, milliseconds. */
const longestPause = 20

/**
 * The longest pause for more creates to gather, in what the disk took for the last commit: on a slow disk an fsync costs as much
 * as several creates. With few clients all of them wait for the commit already, so the pause grows with what the last one held.
 */
const gatheringPause = 4

/** Creates in a commit that are worth a pause as long as the disk took. */
const createsPerPause = 4

interface Piece {
  gathers: Gathering | undefined
  work(transaction: Transaction): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Commits in groups, for a database with one writer: work that arrives in the same turn of the event loop, or while the disk
 * is busy, shares one transaction and its fsync. The disk blocks the process, so under load there is a pause after each commit,
 * as long as the disk took or longer. A piece that fails is rolled back alone; if the commit fails, all fail.
 */
export function createGroupCommit(db: Kysely<Tables>): Commit {
  let waiting: Piece[] = []
  let writing = false
  // The loop goes on after the request that starts it, so it must not be part of that request's trace.
  const outside = AsyncLocalStorage.snapshot()

  return <Result>(work: (transaction: Transaction) => Promise<Result>, { gathers }: { gathers?: Gathering } = {}) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, gathers, resolve: resolve as Piece['resolve'], reject })
      if (writing) return
      writing = true
      setImmediate(() => void outside(drain))
    })

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      const took = await commit(group)
      const gathering = group.flatMap(({ gathers }) => gathers ?? [])
      const held = gathering.reduce((sum, gathers) => sum + gathers.held(), 0)
      const share = Math.min(gatheringPause, held / createsPerPause)
      await breathe(Math.max(share, group.length > 1 ? 1 : 0) * took, gathering)
    }
    writing = false
  }

  /** Returns how long the disk took, milliseconds. */
  async function commit(group: readonly Piece[]): Promise<number> {
    const settled: (() => void)[] = []
    let worked = performance.now()
    try {
      await db.transaction().execute(async transaction => {
        const [first] = group
        if (first && group.length === 1) {
          const result = await first.work(transaction)
          settled.push(() => first.resolve(result))
        } else for (const piece of group) settled.push(await attempt(transaction, piece))
        worked = performance.now()
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
      return performance.now() - worked
    }
    const took = performance.now() - worked
    for (const settle of settled) settle()
    return took
  }
}

/**
 * Waits for the given time at most, until as much has gathered again and no more comes, but at least for one turn of the event
 * loop.
 */
function breathe(milliseconds: number, gathering: readonly Gathering[]): Promise<void> {
  return new Promise(resolve => {
    if (milliseconds < 1) return void setImmediate(resolve)
    const timer = setTimeout(resolve, Math.min(milliseconds, longestPause))
    const [only] = gathering
    if (!only || gathering.length > 1) return
    // Each turn begins only some of the creates that wait.
    const untilNoMoreComes = (before: number) =>
      void setImmediate(() => {
        if (only.waiting() > before) return untilNoMoreComes(only.waiting())
        clearTimeout(timer)
        resolve()
      })
    only.onceAgain(() => untilNoMoreComes(only.waiting()))
  })
}

/** Runs one piece in the group's transaction. Returns the function that settles it after the commit. */
async function attempt(transaction: Transaction, { work, resolve, reject }: Piece): Promise<() => void> {
  await sql`savepoint piece`.execute(transaction)
  try {
    const result = await work(transaction)
    await sql`release savepoint piece`.execute(transaction)
    return () => resolve(result)
  } catch (error) {
    await sql`rollback to savepoint piece`.execute(transaction)
    await sql`release savepoint piece`.execute(transaction)
    return () => reject(error)
  }
}
