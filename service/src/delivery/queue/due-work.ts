import type { Database } from '../../database/database.ts'
import { type DueRow, dueRows, type WorkSource } from '../../database/queue/due-rows.ts'
import type { Turn, Turns } from './turns.ts'

/** Rows behind those that may not be taken, looked at in one go: a millisecond of the embedded database. */
const pageSize = 250

/** Rows read beyond those asked for, so that most turns of a backlog cost no statement. */
const aheadSize = 32

/** Milliseconds after which what was passed over is looked at again. */
const againAfterMs = 10_000

/** How long the rows in front are used for before they are read again, milliseconds. */
const frontLastsMs = 1000

/** A row in hand. */
export interface ChosenWork {
  row: DueRow
  layDown(): void
}

/** How far a merchant's rows were looked through for some that may be taken. */
interface Walk {
  last: Pick<DueRow, 'dueAt' | 'id'>
  begunAt: number
  /** The look since which nothing is known to be behind. */
  endedAt: number | undefined
}

/** The first of a merchant's rows that aren't in hand, as last read. */
interface Front {
  rows: readonly DueRow[]
  last: DueRow | undefined
  isAll: boolean
  readAt: number
  /** The look before it was read. */
  readAfter: number
}

interface ReadingOptions {
  db: Database
  source: WorkSource
  worker: string
  now: () => number
  turns: Turns
  /** When we last looked who waits: only what came since can be new. */
  lookedAt: () => number
}

/**
 * Reads a merchant's due rows, the longest due first, and takes them in hand. Those of recipients that have had their share are passed
 * over; there may be any number of them, so it goes on where it was, page by page.
 */
export function createReading({ db, source, worker, now, turns, lookedAt }: ReadingOptions) {
  const walks = new Map<string, Walk>()
  const fronts = new Map<string, Front>()

  // Whoever claims a row sees what became of it since; what is new comes after it.
  const isGood = ({ isAll, readAt, readAfter }: Front) =>
    readAfter === lookedAt() || (!isAll && Math.abs(now() - readAt) < frontLastsMs)

  /**
   * Takes up to so many rows in hand.
   *
   * @returns them, and what is left: `nothing` due, `passed` over only, or perhaps `more`
   */
  return async (turn: Turn, count: number): Promise<{ chosen: ChosenWork[]; left: 'nothing' | 'passed' | 'more' }> => {
    const key = `${turn.lane} ${turn.merchantId}`
    const read = (limit: number, after?: Walk['last']) => dueRows(db, source, { ...turn, limit, after }, now(), worker)
    const readFront = async (): Promise<Front> => {
      const limit = count + turns.inHandOf(turn.merchantId) + aheadSize
      const rows = await read(limit)
      return { rows, last: rows.at(-1), isAll: rows.length < limit, readAt: now(), readAfter: lookedAt() }
    }
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

    const known = fronts.get(key)
    const front = known && isGood(known) ? known : await readFront()
    choose(front.rows)
    const left = front.rows.filter(({ id }) => !turns.isInHand(id))
    if (left.length > 0) fronts.set(key, { ...front, rows: left })
    else fronts.delete(key)
    if (chosen.length > 0 && (left.length > 0 || !front.isAll)) {
      if (chosen.length === count) walks.delete(key)
      return { chosen, left: 'more' }
    }
    if (front.isAll || !front.last) {
      walks.delete(key)
      return { chosen, left: isPassed ? 'passed' : chosen.length === count ? 'more' : 'nothing' }
    }
    let walk = walks.get(key)
    if (!walk || now() - walk.begunAt > againAfterMs || now() < walk.begunAt)
      walk = { last: front.last, begunAt: now(), endedAt: undefined }
    if (walk.endedAt === lookedAt()) return { chosen, left: 'passed' }
    const page = await read(pageSize, walk.last)
    const end = choose(page)
    const isEnd = page.length < pageSize && chosen.length < count
    walks.set(key, { ...walk, last: end ?? walk.last, endedAt: isEnd ? lookedAt() : undefined })
    return { chosen, left: isEnd ? 'passed' : 'more' }
  }
}
