import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * Where work waits: a table with the columns `id`, `merchant_id`, `due_at`, `lane` and `worker`, and a partial index of
 * `(lane, merchant_id, due_at)`.
 */
export interface WorkSource {
  table: keyof Tables
  /** SQL that is true of rows that wait: the index's own words. */
  waiting: string
  /** The column that says to whom it goes: an email address, whose domain counts, or an id. */
  recipient: string
}

/** Whether a row waits, in the words of the index: with a parameter it wouldn't be used. */
export function isWaiting({ waiting }: WorkSource): RawBuilder<SqlBool> {
  return sql.raw(waiting)
}
