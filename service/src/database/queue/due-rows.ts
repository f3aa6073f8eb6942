import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, isPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'
import { isFree } from './workers.ts'

/**
 * Where work waits: a table with the columns `id`, `merchant_id`, `due_at`, `lane` and `worker`, and a partial index of
 * `(lane, merchant_id, due_at, id)`.
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

/** Merchants with work in a lane, and when the first of it is due, milliseconds since 1970. */
export interface MerchantWork {
  lane: number
  merchantId: string
  dueAt: number
}

/** Whose work waits in lanes. It steps through the index from merchant to merchant, however much each of them has. */
export async function merchantsWaiting(
  db: Database,
  source: WorkSource,
  lanes: readonly number[],
): Promise<MerchantWork[]> {
  const found = lanes.map(lane => ({ lane, name: sql.table(`lane_${lane}`) }))
  const parts = found.map(({ lane, name }) => sql`${name} (merchant_id, due_at) as (${stepping(source, lane, name)})`)
  const each = found.map(({ lane, name }) => {
    const known = sql`cast(${sql.lit(lane)} as integer)`
    return sql`select ${known} as lane, merchant_id as "merchantId", due_at as "dueAt" from ${name}`
  })
  const { rows } = await sql<MerchantWork>`
    with recursive ${sql.join(parts)} ${sql.join(each, sql` union all `)}`.execute(db)
  return rows
}

/**
 * The first row of a merchant in a lane, and from each to that of the next; `found` are those so far. Through several lanes at once only
 * PostgreSQL would step: SQLite compares one column of such an index.
 */
function stepping(source: WorkSource, lane: number, found: RawBuilder<unknown>): RawBuilder<unknown> {
  const { table, waiting } = namesOf(source)
  const isInLane = sql`${waiting} and lane = ${lane}`
  return sql`
    select * from (
      select merchant_id, due_at from ${table} where ${isInLane} order by merchant_id, due_at limit 1
    ) as first
    union all
    select next.merchant_id, next.due_at from ${found} as found join ${table} as next on next.id = (
      select id from ${table}
      where ${isInLane} and merchant_id > found.merchant_id order by merchant_id, due_at limit 1
    )`
}

/** A row that is due. */
export interface DueRow {
  id: string
  dueAt: number
  recipient: string
  /** The worker that has, or had, it in hand. */
  worker: string | null
}

/** Of whom to read, and how much. */
interface Portion {
  lane: number
  merchantId: string
  limit: number
  /** Only what comes after this row. */
  after?: Pick<DueRow, 'dueAt' | 'id'> | undefined
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
  const { table, waiting } = namesOf(source)
  const { rows } = await sql<DueRow>`
    select id, due_at as "dueAt", ${sql.ref(source.recipient)} as recipient, worker from ${table}
    where ${waiting} and lane = ${lane} and merchant_id = ${merchantId} and due_at <= ${at}
      and (due_at, id) > (${after?.dueAt ?? 0}, ${after?.id ?? ''})
      and ${isPostgres(db) ? isFree(table, worker) : sql`true`}
    order by due_at, id limit ${limit}`.execute(db)
  return rows
}

/** Work that this process has taken in hand. */
export interface Claimed {
  id: string
  /** An earlier run of this row is known to be dead, so whatever it left open is over. */
  takesOver: boolean
}

/**
 * Takes rows in hand that were found due, if they are as they were found: no other worker has been quicker. Returns those taken.
 *
 * @param at milliseconds since 1970: what isn't due then any more is left alone
 */
export async function claimRows(
  db: Database,
  source: WorkSource,
  found: readonly Pick<DueRow, 'id' | 'worker'>[],
  worker: string,
  at: number,
): Promise<Claimed[]> {
  // The embedded database has one process, so whatever is found open is its dead predecessor's.
  if (!isPostgres(db)) return found.map(({ id }) => ({ id, takesOver: true }))
  const { table, waiting } = namesOf(source)
  const ids = found.map(({ id }) => id)
  const workers = found.map(row => row.worker)
  const { rows: claimed } = await sql<{ id: string }>`
    with free as (
      select ${table}.id from ${table}
      join unnest(${ids}::text[], ${workers}::text[]) as found (id, worker) on found.id = ${table}.id
      where ${waiting} and ${table}.due_at <= ${at} and ${table}.worker is not distinct from found.worker
        and ${isFree(table, worker)}
      for update of ${table} skip locked
    )
    update ${table} set worker = ${worker} from free where ${table}.id = free.id returning ${table}.id`.execute(db)
  const before = new Map(found.map(row => [row.id, row.worker]))
  // In the hand of a dead one, or of a run of our own that failed.
  return claimed.map(({ id }) => ({ id, takesOver: (before.get(id) ?? null) !== null }))
}

function namesOf(source: WorkSource) {
  return { table: sql.table(source.table), waiting: isWaiting(source) }
}
