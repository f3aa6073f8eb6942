import type { LocaleDecision, ReceiptData } from 'counterfoil'
import { newIdAt, sha256 } from '../basics/ids.ts'
import { engineVersion } from '../basics/versions.ts'
import { type Commit, createBatch } from '../database/batch.ts'
import type { Transaction } from '../database/database.ts'
import { insertMany } from '../database/rows.ts'
import type { ReceiptTable } from '../database/tables.ts'
import type { Merchant } from '../merchants/merchants.ts'
import { noTracer, type Tracer } from '../monitoring/telemetry/tracer.ts'
import { insertDeliveries, type NewDelivery } from '../outbox/delivery.ts'
import type { DeliveryQueue } from '../outbox/queue.ts'
import { recordReceipts, writeChange } from '../statistics/counting/change.ts'
import { withFirstMail } from '../statistics/counting/mails.ts'
import { emailAddressOf, recordOf } from './receipt-record.ts'
import { insertTerms, type SearchKey, termsOf } from './search/terms.ts'

interface Acceptance {
  merchant: Merchant
  receipt: ReceiptData
  /** The request's JSON text, card numbers masked. */
  apiRequest: string
  locale: LocaleDecision
  offerIds: readonly string[]
  mailDomain: string
}

/**
 * Accepts a receipt: requestId, receipt, delivery and job in one transaction, on disk when this returns. Writes nothing if
 * the requestId was accepted before, with the receipt `duplicateOf`.
 */
export type Accept = (
  acceptance: Acceptance,
) => Promise<{ id: string; emailAddress: string | undefined } | { duplicateOf: string }>

/** What accepting a receipt needs of the process. */
export interface AcceptContext {
  commit: Commit
  queue: DeliveryQueue
  now: () => number
  /** Default: nothing is traced. */
  tracer?: Tracer
  searchKey: SearchKey
}

/** Makes the function that accepts receipts, in batches. */
export function createAcceptance(context: AcceptContext): Accept {
  const { queue, now, tracer = noTracer, searchKey } = context
  const write = createReceiptWriter(context)

  return async ({ merchant, receipt, mailDomain, ...rest }) => {
    const receivedAt = now()
    const id = newIdAt(receivedAt)
    const emailAddress = emailAddressOf(receipt)
    const about = { id, merchantId: merchant.id, merchantVersion: merchant.version, engineVersion, receivedAt }
    const make = (): NewReceipt => {
      const { record, counted } = recordOf({ ...about, receipt, ...rest })
      const isMailed = emailAddress !== undefined
      return {
        record,
        delta: writeChange(isMailed ? withFirstMail(counted.change) : counted.change),
        requestHash: receipt.requestId === undefined ? undefined : sha256(receipt.requestId),
        delivery: isMailed
          ? { receiptId: id, merchantId: merchant.id, kind: 'receipt', emailAddress, mailDomain }
          : undefined,
        terms: termsOf(searchKey, merchant.id, receipt),
      }
    }
    tracer.remember(id)
    const duplicateOf = await tracer.run('store receipt', { receiptId: id }, () => write(make))
    if (duplicateOf !== undefined) return { duplicateOf }
    queue.wake()
    return { id, emailAddress }
  }
}

/** One accepted receipt, written completely or not at all. */
export interface NewReceipt {
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
 * Writes a receipt. Returns undefined once it is on disk, or the id of the receipt that already has its requestId.
 *
 * @param make called when its turn has come: what is done for many receipts in a row costs half as much for each
 */
export type ReceiptWriter = (make: () => NewReceipt) => Promise<string | undefined>

/**
 * Writes receipts in batches, so that many tills at once cost one fsync. A lone receipt is retried too, because the failure may have come
 * after the commit.
 */
export function createReceiptWriter({ commit, queue, now }: Omit<AcceptContext, 'searchKey'>): ReceiptWriter {
  return createBatch(
    commit,
    (transaction, makes: readonly (() => NewReceipt)[]) =>
      writeGroup(
        transaction,
        makes.map(make => make()),
        { queue, at: now() },
      ),
    { whenAway: 'retry', refills: true },
  )
}

/**
 * Writes what isn't written yet. A commit that succeeded can look like one that failed; then each receipt finds its claim or
 * receipt already on disk, with its delivery.
 */
async function writeGroup(
  transaction: Transaction,
  receipts: readonly NewReceipt[],
  outbox: { queue: DeliveryQueue; at: number },
): Promise<(string | undefined)[]> {
  if (receipts.length === 0) return []
  const claimed = await claimRequests(transaction, receipts)
  const owners = await Promise.all(
    receipts.map(async ({ record, requestHash }) => {
      if (requestHash === undefined || claimed.has(record.id)) return undefined
      const owner = await ownerOf(transaction, record.merchant_id, requestHash)
      return owner === record.id ? undefined : owner
    }),
  )
  const accepted = receipts.filter((_, index) => owners[index] === undefined)
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
  await insertDeliveries(
    transaction,
    accepted.flatMap(({ record, delivery }) => (delivery && fresh.has(record.id) ? delivery : [])),
    outbox,
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
async function claimRequests(transaction: Transaction, receipts: readonly NewReceipt[]): Promise<Set<string>> {
  const claims = receipts.flatMap(({ record, requestHash }) =>
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
