import { sql } from 'kysely'
import { type Database, isPostgres } from '../database.ts'
import { placesIn } from '../rows.ts'
import { isFree } from './claims.ts'
import { isWaiting, type WorkSource } from './source.ts'

/** Merchants with work in a lane, and when the first of it is due, milliseconds since 1970. */
export interface MerchantWork {
  lane: number
  merchantId: string
  dueAt: number
}

/** Whose work waits. It steps through the index from merchant to merchant, however much each of them has. */
export async function merchantsWaiting(db: Database, source: WorkSource): Promise<MerchantWork[]> {
  const { table, waiting, id } = namesOf(db, source)
  const columns = sql`lane, merchant_id, due_at`
  const { rows } = await sql<MerchantWork>`
    with recursive found (lane, merchant_id, due_at) as (
      select * from (select ${columns} from ${table} where ${waiting} order by ${columns} limit 1) as first
      union all
      select next.lane, next.merchant_id, next.due_at from found join ${table} as next on next.${id} = (
        select ${id} from ${table}
        where ${waiting} and (lane, merchant_id) > (found.lane, found.merchant_id) order by ${columns} limit 1
      )
    )
    select lane, merchant_id as "merchantId", due_at as "dueAt" from found`.execute(db)
  return rows
}

/** A row that is due. */
export interface DueRow {
  id: string
  dueAt: number
  /** What orders rows that are due at the same time. */
  place: string | number
  recipient: string
  /** The worker that has, or had, it in hand. */
  worker: string | null
}

/** Of whom to read, and how much. */
export interface Portion {
  lane: number
  merchantId: string
  limit: number
  /** Only what comes after this row. */
  after?: Pick<DueRow, 'dueAt' | 'place'> | undefined
}

/**
 * Rows that are due and in no other worker's hand, the longest due first.
 *
 * @param at milliseconds since 1970
 * @param worker who asks
 */
export async function dueRows(
  db: Database,
  source: WorkSource,
  { lane, merchantId, limit, after }: Portion,
  at: number,
  worker: string,
): Promise<DueRow[]> {
  const { table, waiting, id } = namesOf(db, source)
  const { first, after: isAfter } = placesIn(db)
  const isLater = isAfter('due_at', after?.dueAt ?? 0, after?.place ?? first)
  const { rows } = await sql<DueRow>`
    select id, due_at as "dueAt", ${id} as place, ${sql.ref(source.recipient)} as recipient, worker from ${table}
    where ${waiting} and lane = ${lane} and merchant_id = ${merchantId} and due_at <= ${at} and ${isLater}
      and ${isPostgres(db) ? isFree(table, worker) : sql`true`}
    order by due_at, ${id} limit ${limit}`.execute(db)
  return rows
}

function namesOf(db: Database, source: WorkSource) {
  const id = sql.ref(isPostgres(db) ? 'id' : 'rowid')
  return { table: sql.table(source.table), waiting: isWaiting(source), id }
}
