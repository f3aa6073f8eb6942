import { createHmac } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { addressKey, type HashKey } from '../../basics/addresses.ts'
import { newIdAt } from '../../basics/ids.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { idsOf, insertMany, textsOf } from '../../database/rows.ts'
import type { BounceReportTable } from '../../database/tables.ts'

/** A report that is kept because nobody could read it, or its mail isn't known. */
export interface UnclearReport {
  source: string
  kind: BounceReportTable['kind']
  /** The address that it is about. */
  recipient: string | undefined
  content: Uint8Array
}

/** What is kept of them: the newest, each as far as its first bytes, for so many milliseconds. */
export const keptReports = { most: 200, bytes: 16_384, lifetime: 30 * 86_400_000 }

/** Keeps reports, the newest ones, and each once: it may come again, or be read again by another process. */
export async function keepReports(
  transaction: Transaction,
  key: HashKey,
  reports: readonly UnclearReport[],
  at: number,
): Promise<void> {
  const rows = reports.slice(-keptReports.most).map(({ source, kind, recipient, content }) => ({
    ...{ id: newIdAt(at), received_at: at, source, kind },
    address_hash: recipient === undefined ? null : hashOf(key, recipient),
    // PostgreSQL stores no NUL.
    content: Buffer.from(content.subarray(0, keptReports.bytes)).toString('latin1').replaceAll('\0', ' '),
  }))
  if (rows.length === 0) return
  const byContent = new Map(rows.map(row => [row.content, row]))
  await transaction
    .deleteFrom('bounce_reports')
    .where('content', 'in', textsOf(transaction, [...byContent.keys()]))
    .execute()
  await insertMany(transaction, 'bounce_reports', [...byContent.values()])
  const newest = transaction.selectFrom('bounce_reports').select('id').orderBy('id', 'desc').limit(keptReports.most)
  await transaction.deleteFrom('bounce_reports').where('id', 'not in', newest).execute()
}

/** How many of each kind are kept, and when the last came. */
export async function countKeptReports(
  db: Database,
): Promise<{ kind: BounceReportTable['kind']; count: number; lastAt: number }[]> {
  const rows = await db
    .selectFrom('bounce_reports')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.max('received_at').as('last')])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, count, last }) => ({ kind, count: Number(count), lastAt: Number(last) }))
}

/** The reports that are kept, newest first. */
export async function listKeptReports(db: Database, limit: number): Promise<BounceReportTable[]> {
  const rows = await db.selectFrom('bounce_reports').selectAll().orderBy('id', 'desc').limit(limit).execute()
  return rows.map(row => ({ ...row, received_at: Number(row.received_at) }))
}

/** Deletes those that have been kept long enough. */
export async function expireReports(db: Database, at: number): Promise<void> {
  await db
    .deleteFrom('bounce_reports')
    .where('received_at', '<=', at - keptReports.lifetime)
    .execute()
}

/** Deletes the reports about addresses. */
export async function forgetReportsAbout(
  from: Database | Transaction,
  key: HashKey,
  addresses: readonly string[],
): Promise<void> {
  const hashes = [...new Set(addresses.map(address => hashOf(key, address)))]
  if (hashes.length > 0)
    await from.deleteFrom('bounce_reports').where('address_hash', 'in', textsOf(from, hashes)).execute()
}

/** Deletes the reports in which an address is written, wherever. There are so few that all are looked at. */
export async function forgetReportsNaming(db: Database, key: HashKey, emailAddress: string): Promise<void> {
  await forgetReportsAbout(db, key, [emailAddress])
  const written = spellingsOf(emailAddress)
  const kept = await db.selectFrom('bounce_reports').select(['id', 'content']).execute()
  const naming = kept.filter(({ content }) => {
    const text = Buffer.from(content, 'latin1').toString('utf8').toLowerCase()
    return written.some(address => text.includes(address))
  })
  if (naming.length > 0) await db.deleteFrom('bounce_reports').where('id', 'in', idsOf(naming)).execute()
}

/** An address in lowercase, with its domain in ASCII, and in letters if it has any. */
function spellingsOf(emailAddress: string): string[] {
  const key = addressKey(emailAddress)
  const start = key.lastIndexOf('@') + 1
  const domain = domainToUnicode(key.slice(start))
  return domain === '' ? [key] : [key, key.slice(0, start) + domain]
}

/** Whoever reads a copy of the table is not told whom it names without the key. */
function hashOf({ id, secret }: HashKey, emailAddress: string): string {
  const hash = createHmac('sha256', secret).update(`bounce report\0${addressKey(emailAddress)}`)
  return `${id}${hash.digest('base64url').slice(0, 22)}`
}
