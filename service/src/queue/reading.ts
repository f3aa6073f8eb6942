import type { Database } from '../database/database.ts'
import { type DueRow, dueRows } from '../database/queue/due-rows.ts'
import type { WorkSource } from '../database/queue/source.ts'
import type { Turn, Turns } from './turns.ts'

/** Rows behind those that may not be taken, looked at in one go: a millisecond of the embedded database. */
const pageSize = 250

/** Milliseconds after which what was passed over is looked at again. */
const againAfterMs = 10_000

/** A row in hand. */
export interface ChosenWork {
  row: DueRow
  layDown(): void
}

/** How far a merchant's rows were looked through for some that may be taken. */
interface Walk {
  last: Pick<DueRow, 'dueAt' | 'id'>
  begunAt: number
  /** The look since which it is known that nothing is behind. */
  endedAt: number | undefined
}

interface ReadingOptions {
  db: Database
  source: WorkSource
  worker: string
  now: () => number
  turns: Turns
  /** When it was last looked who waits: only what came since can be new. */
  lookedAt: () => number
}

/**
 * Reads a merchant's due rows, the longest due first. Those of recipients that have had their share are passed over, and there may be
 * any number of them: so it goes on where it was, page by page.
 */
export function createReading({ db, source, worker, now, turns, lookedAt }: ReadingOptions) {
  const walks = new Map<string, Walk>()

  /**
   * Takes up to so many rows in hand.
   *
   * @returns them, and what is left: `nothing` due, `passed` over only, or perhaps `more`
   */
  return async (turn: Turn, count: number): Promise<{ chosen: ChosenWork[]; left: 'nothing' | 'passed' | 'more' }> => {
    const key = `${turn.lane} ${turn.merchantId}`
    const limit = count + turns.inHandOf(turn.merchantId)
    const read = (limit: number, after?: Walk['last']) => dueRows(db, source, { ...turn, limit, after }, now(), worker)
    const chosen: ChosenWork[] = []
    let isPassed = false
    const choose = (rows: readonly DueRow[]): DueRow | undefined => {
      for (const row of rows) {
        const layDown = turns.take(row, turn.merchantId)
        if (layDown) chosen.push({ row, layDown })
        else isPassed ||= !turns.isInHand(row.id)
        if (chosen.length === count) return row
      }
      return rows.at(-1)
    }

    const first = await read(limit)
    const last = choose(first)
    const isFirstAll = first.length < limit
    if (isFirstAll || !last || chosen.length === count) {
      walks.delete(key)
      if (chosen.length === count) return { chosen, left: 'more' }
      return { chosen, left: isPassed ? 'passed' : 'nothing' }
    }
    let walk = walks.get(key)
    if (!walk || now() - walk.begunAt > againAfterMs || now() < walk.begunAt)
      walk = { last, begunAt: now(), endedAt: undefined }
    if (walk.endedAt === lookedAt()) return { chosen, left: 'passed' }
    const page = await read(pageSize, walk.last)
    const end = choose(page)
    const isEnd = page.length < pageSize && chosen.length < count
    walks.set(key, { ...walk, last: end ?? walk.last, endedAt: isEnd ? lookedAt() : undefined })
    return { chosen, left: isEnd ? 'passed' : 'more' }
  }
}
