import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reach } from '../../basics/reach.ts'
import type { Reason } from '../../basics/reasons.ts'
import { type Database, isPostgres } from '../database.ts'
import { isOneOf } from '../rows.ts'
import type { DeliveryStatus, DeliveryTable } from '../tables.ts'
import { isOpen, isUndone, problemTime, usualWait } from './open.ts'

/**
 * What may be wrong with a mail. `undelivered`: it failed, or came back. `waiting`: it waits for longer than mails usually do. `held`: its
 * delivery is paused. `suppressed`: it isn't sent, because its address isn't written to.
 */
export const problemKinds = ['undelivered', 'waiting', 'held', 'suppressed'] as const

/** One of them. */
export type ProblemKind = (typeof problemKinds)[number]

/** Which problems; every condition given must hold. */
export interface ProblemFilter {
  kind?: ProblemKind | undefined
  reason?: Reason | undefined
  storeId?: string | undefined
  register?: string | undefined
  /** Domain of the addresses. */
  domain?: string | undefined
  /** When it became a problem, milliseconds since 1970: the first, and the end, which isn't part of it. */
  since?: number | undefined
  until?: number | undefined
  /** Those that were dealt with, instead of those that are left. */
  isDone?: boolean | undefined
}

/** A part of the table that an index keeps in the order of the list. */
export interface ProblemSource {
  /** The index; PostgreSQL knows by itself. */
  index: string
  /** What it is in the order of, milliseconds since 1970. */
  time: RawBuilder<number>
  /** What is in it. */
  where: RawBuilder<SqlBool>
}

/** Where a filter's mails are: those that wait are apart, because an index of them would cost every mail. */
export function sourcesOf({ kind, isDone = false }: ProblemFilter, now: number): ProblemSource[] {
  if (isDone) return [done]
  return [...(kind === 'waiting' ? [] : [open]), ...(kind === undefined || kind === 'waiting' ? [waitingAt(now)] : [])]
}

const open: ProblemSource = { index: 'deliveries_problems', time: problemTime, where: isOpen }

function waitingAt(now: number): ProblemSource {
  const since = now - usualWait
  return {
    index: 'deliveries_turns',
    time: problemTime,
    // All lanes there are, so that the index leads to the merchant: others may have any number waiting.
    where: sql`status = 'queued' and lane in (0, 1) and coalesce(retried_at, created_at) < ${since} and ${isUndone}`,
  }
}

/** With the words that the index has. A mail that was tried again, and arrived, isn't a problem that was dealt with. */
const done: ProblemSource = {
  index: 'deliveries_done',
  time: sql`done_at`,
  where: sql`done_at is not null and not ${isUndone} and (status || '') in ('queued', 'held', 'failed', 'bounced', 'withheld')`,
}

/** The table, read by a source's index: SQLite keeps no statistics, and would take another. */
export function tableBy(db: Database, { index }: ProblemSource): RawBuilder<DeliveryTable> {
  return isPostgres(db) ? sql`deliveries` : sql`deliveries indexed by ${sql.raw(index)}`
}

/** What a merchant's mails must fulfill, within a source. */
export function conditionOf(
  db: Database,
  reach: Reach,
  filter: ProblemFilter,
  source: ProblemSource,
): RawBuilder<SqlBool> {
  const { kind, reason, storeId, register, domain, since, until } = filter
  const all = [
    sql`merchant_id = ${reach.merchantId}`,
    source.where,
    ...(reach.stores === null ? [] : [isInReach(reach)]),
    ...(kind === undefined ? [] : [sql`(status || '') in (${sql.join(statusesOf[kind])})`]),
    ...(reason === undefined ? [] : [ofReason(reason)]),
    ...(storeId === undefined ? [] : [sql`${placeOf('store_id', sql`store_id`)} = ${storeId}`]),
    ...(register === undefined ? [] : [sql`${placeOf('register', registerOf(db))} = ${register}`]),
    ...(domain === undefined ? [] : [sql`lower(email_address) like ${`%@${domain.toLowerCase()}`}`]),
    ...(since === undefined ? [] : [sql`${source.time} >= ${since}`]),
    ...(until === undefined ? [] : [sql`${source.time} < ${until}`]),
  ]
  return sql`${sql.join(all, sql` and `)}`
}

/** The statuses of each kind. */
const statusesOf: Readonly<Record<ProblemKind, readonly DeliveryStatus[]>> = {
  undelivered: ['failed', 'bounced'],
  waiting: ['queued'],
  held: ['held'],
  suppressed: ['withheld'],
}

/** The kind of a problem by its mail's status. */
export function kindOf(status: DeliveryStatus): ProblemKind {
  return problemKinds.find(kind => statusesOf[kind].includes(status)) ?? 'undelivered'
}

/** Mails that ended before reasons were kept have none that we understand. */
function ofReason(reason: Reason): RawBuilder<SqlBool> {
  if (reason !== 'other') return sql`reason = ${reason}`
  return sql`(reason = 'other' or reason is null and (status || '') in ('failed', 'bounced'))`
}

/** Whether a mail's receipt was made in a store within reach. */
export function isInReach({ stores }: Reach): RawBuilder<SqlBool> {
  return isOneOf(placeOf('store_id', sql`store_id`), stores)
}

/** Of a mail that is older than these columns, what its receipt says. */
function placeOf(column: 'store_id' | 'register', inReceipt: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce(deliveries.${sql.ref(column)}, (select ${inReceipt} from receipts where receipts.id = receipt_id))`
}

function registerOf(db: Database): RawBuilder<unknown> {
  return isPostgres(db) ? sql`statistics_place::jsonb ->> 5` : sql`statistics_place ->> 5`
}
