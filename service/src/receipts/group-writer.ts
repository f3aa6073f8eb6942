import { type Commit, createBatch } from '../database/batch.ts'
import type { Transaction } from '../database/database.ts'
import { insertMany } from '../database/rows.ts'
import type { ReceiptTable } from '../database/tables.ts'
import type { Deliveries, NewDelivery } from '../outbox/delivery.ts'
import { recordReceipts } from '../statistics/counting/deltas.ts'
import { insertTerms } from './search/terms.ts'

/** One accepted receipt, written completely or not at all. */
export interface Entry {
  record: ReceiptTable
  /** What it adds to statistics, with its mail, at the record's place: text of `writeChange`. */
  delta: string
  /** SHA-256 of its requestId; undefined without one. */
  requestHash: string | undefined
  delivery: NewDelivery | undefined
  /** What it is found by, besides its columns; default nothing. */
  terms?: readonly string[]
}

/**
 * Writes an entry. Returns undefined once it is on disk, or the id of the receipt that already has its requestId.
 *
 * @param make called when its turn has come: what is done for many receipts in a row costs half as much for each
 */
export type EntryWriter = (make: () => Entry) => Promise<string | undefined>

/**
 * Writes entries in batches, so that many tills at once cost one fsync. A lone entry is retried too, because the failure may have come
 * after the commit.
 */
export function createGroupWriter(commit: Commit, deliveries: Deliveries): EntryWriter {
  return createBatch(
    commit,
    (transaction, makes: readonly (() => Entry)[]) =>
      writeGroup(
        transaction,
        makes.map(make => make()),
        deliveries,
      ),
    { whenAway: 'retry', refills: true },
  )
}

/**
 * Writes what isn't written yet. A commit that succeeded can look like one that failed; then each entry finds its claim or
 * receipt already on disk, with its delivery.
 */
async function writeGroup(
  transaction: Transaction,
  entries: readonly Entry[],
  deliveries: Deliveries,
): Promise<(string | undefined)[]> {
  if (entries.length === 0) return []
  const claimed = await claimRequests(transaction, entries)
  const owners = await Promise.all(
    entries.map(async ({ record, requestHash }) => {
      if (requestHash === undefined || claimed.has(record.id)) return undefined
      const owner = await ownerOf(transaction, record.merchant_id, requestHash)
      return owner === record.id ? undefined : owner
    }),
  )
  const accepted = entries.filter((_, index) => owners[index] === undefined)
  if (accepted.length === 0) return owners
  const inserted = await insertMany(
    transaction,
    'receipts',
    accepted.map(({ record }) => record),
    { columns: ['id'], returning: 'id' },
  )
  const fresh = new Set(inserted)
  await insertTerms(
    transaction,
    accepted.flatMap(({ record, terms = [] }) => (fresh.has(record.id) ? [{ record, terms }] : [])),
  )
  await deliveries.create(
    transaction,
    accepted.flatMap(({ record, delivery }) => (delivery && fresh.has(record.id) ? delivery : [])),
  )
  await recordReceipts(
    transaction,
    accepted.filter(({ record }) => fresh.has(record.id)),
  )
  return owners
}

/**
 * Claims requestIds and returns the receipts that got theirs. If two claim the same one, the database makes the second wait
 * for the first to finish. Claims are made in a fixed order, so that two groups can't deadlock.
 */
async function claimRequests(transaction: Transaction, entries: readonly Entry[]): Promise<Set<string>> {
  const claims = entries.flatMap(({ record, requestHash }) =>
    requestHash === undefined
      ? []
      : [{ merchant_id: record.merchant_id, request_hash: requestHash, receipt_id: record.id }],
  )
  if (claims.length === 0) return new Set()
  claims.sort(
    (one, other) => compare(one.merchant_id, other.merchant_id) || compare(one.request_hash, other.request_hash),
  )
  const taken = await insertMany(transaction, 'accepted_requests', claims, {
    columns: ['merchant_id', 'request_hash'],
    returning: 'receipt_id',
  })
  return new Set(taken)
}

async function ownerOf(transaction: Transaction, merchantId: string, requestHash: string): Promise<string> {
  const { receipt_id } = await transaction
    .selectFrom('accepted_requests')
    .select('receipt_id')
    .where('merchant_id', '=', merchantId)
    .where('request_hash', '=', requestHash)
    .executeTakeFirstOrThrow()
  return receipt_id
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
