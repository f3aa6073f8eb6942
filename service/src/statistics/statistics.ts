import type { Database } from '../database/database.ts'
import { answerStatistics, type Refusal } from './answers/answer.ts'
import type { StatisticsAnswer, StatisticsQuery } from './answers/answer-shape.ts'
import { type NamedSilentTill, readSilentTills } from './silent-tills.ts'

/**
 * A merchant's statistics: exact, and as of now.
 *
 * Every receipt writes one delta in the transaction that accepts it, every change of a mail one in its own (`deltas.ts`). Deltas are
 * folded into rows by quarter hour, day and month of the stores (`fold.ts`), one set of rows for each dimension (`dimensions.ts`).
 * Questions add rows and the deltas that are left, in one snapshot (`query.ts`). So a receipt counts once, whatever is killed.
 */
export interface Statistics {
  /** Answers a question, or says why it can't be. */
  answer(asked: StatisticsQuery): Promise<StatisticsAnswer | Refusal>
  /** A merchant's tills that have gone silent. */
  silentTills(merchantId: string): Promise<NamedSilentTill[]>
}

/** The statistics in a database. */
export function createStatistics(db: Database, now: () => number): Statistics {
  return {
    answer: asked => answerStatistics(db, asked, now()),
    silentTills: merchantId => readSilentTills(db, merchantId, now()),
  }
}
