import { type Kysely, type Transaction as KyselyTransaction, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Transaction = KyselyTransaction<Tables>

/**
 * Runs a piece of work in a transaction, and gives its result once that is on the disk. `gathers` says that more of the kind
 * is likely to come at any moment, so that it pays to wait for it before the next commit.
 */
export type Commit = <Result>(
  work: (transaction: Transaction) => Promise<Result>,
  options?: { gathers?: boolean },
) => Promise<Result>

/** Pieces of one transaction at most. */
const most = 32

/** Milliseconds between two commits at most. */
const longestPause = 20

/** How many times as long as its commit the thread is left to creates, which share the next one: a fsync costs as much as several. */
const gatheringPause = 4

interface Piece {
  gathers: boolean
  work(transaction: Transaction): Promise<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Commits in groups, for a database with one writer: what comes in the same turn of the event loop, or while the disk is
 * busy, shares one transaction and its fsync. The commit holds up the whole process, so when many want one, it leaves the
 * thread to others for as long as the last one took, or longer. A piece that fails is undone by itself; when the commit fails, all fail.
 */
export function createGroupCommit(db: Kysely<Tables>): Commit {
  let waiting: Piece[] = []
  let writing = false

  return <Result>(work: (transaction: Transaction) => Promise<Result>, { gathers = false } = {}) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ work, gathers, resolve: resolve as Piece['resolve'], reject })
      if (writing) return
      writing = true
      setImmediate(() => void drain())
    })

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      const began = performance.now()
      await commit(group)
      const took = performance.now() - began
      const share = group.some(({ gathers }) => gathers) ? gatheringPause : group.length > 1 ? 1 : 0
      await breathe(share * took)
    }
    writing = false
  }

  async function commit(group: readonly Piece[]): Promise<void> {
    const settled: (() => void)[] = []
    try {
      await db.transaction().execute(async transaction => {
        const [first] = group
        if (first && group.length === 1) {
          const result = await first.work(transaction)
          settled.push(() => first.resolve(result))
        } else for (const piece of group) settled.push(await attempt(transaction, piece))
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
      return
    }
    for (const settle of settled) settle()
  }
}

/** Waits for so many milliseconds, or for one turn of the event loop when that is longer. */
function breathe(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    if (milliseconds < 1) setImmediate(resolve)
    else setTimeout(resolve, Math.min(milliseconds, longestPause))
  })
}

/** Does one piece within the group's transaction. Gives what to say once that is on the disk. */
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
