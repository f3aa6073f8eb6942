import { newId } from '../../basics/ids.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import { type Database, isPostgres } from '../../database/database.ts'
import { claimRows, sayAlive, sayDone } from '../../database/queue/claims.ts'
import type { DueRow } from '../../database/queue/due-rows.ts'
import type { WorkSource } from '../../database/queue/source.ts'
import type { Taken } from './queue.ts'

/** Milliseconds between two signs of life: several may fail before a worker is taken for dead. */
const beatMs = 3000

/** What makes this process's work known to others that share the database. */
export interface WorkerName {
  name: string
  /** Takes rows in hand that were found due. @param at milliseconds since 1970 */
  claim(source: WorkSource, rows: readonly DueRow[], at: number): Promise<Taken[]>
  /** Lets go of all that is in hand. */
  end(): Promise<void>
}

/** Names this process as a worker. */
export async function nameWorker(db: Database, log: Log): Promise<WorkerName> {
  // The embedded database has one process, so whatever is found open is its dead predecessor's.
  const takeAll = async (_: WorkSource, rows: readonly DueRow[]) => rows.map(({ id }) => ({ id, takesOver: true }))
  if (!isPostgres(db)) return { name: '', claim: takeAll, end: async () => {} }

  const name = newId()
  await sayAlive(db, name)
  const beat = () => sayAlive(db, name).catch(error => log.error('This worker’s sign of life failed', { error }))
  const timer = setInterval(beat, beatMs)
  return {
    name,
    async claim(source, rows, at) {
      const before = new Map(rows.map(({ id, worker }) => [id, worker]))
      // In the hand of a dead one, or of a run of our own that failed.
      return (await claimRows(db, source, rows, name, at)).map(id => ({
        id,
        takesOver: (before.get(id) ?? null) !== null,
      }))
    },
    async end() {
      clearInterval(timer)
      await sayDone(db, name).catch(error => log.error('This worker’s sign of life failed', { error }))
    },
  }
}
