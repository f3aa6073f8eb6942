// Room `receipts`: receipts from when they are read: accepted, searched, resent, erased and exported.
// A request is read into a draft (`draft.ts`), which is written with all that follows from it, or not at all.
// Besides the wiring, `operations`, `worker`, `acts`, `http` and `commands` may call it.

import { newIdAt } from '../basics/ids.ts'
import { noTracer, type Tracer } from '../basics/monitoring/telemetry/tracer.ts'
import { type Commit, createBatch } from '../database/batch.ts'
import type { Transaction } from '../database/database.ts'
import { insertMany } from '../database/rows.ts'
import type { ReceiptTable } from '../database/tables.ts'
import { insertDeliveries, type NewDelivery } from '../delivery/outbox/delivery.ts'
import type { Queue } from '../delivery/queue/queue.ts'
import { type Suppression, suppressionsOf } from '../delivery/suppression/suppression.ts'
import { recordEvents } from '../delivery/webhooks/events.ts'
import type { WebhookEvent } from '../delivery/webhooks/payload.ts'
import type { Merchant } from '../merchants/merchants.ts'
import { recordReceipts, writeChange } from '../statistics/counting/change.ts'
import { draftOf, emailAddressOf, type ReadReceipt, type UnwrittenReceipt } from './draft.ts'
import { insertTerms, type SearchKey } from './search/terms.ts'

/** What was read of a receipt, or drafted of it elsewhere, but for its offers. */
export type TakenReceipt = ReadReceipt | { draft: UnwrittenReceipt }

/** A receipt to accept, and what is decided about it. */
type Acceptance = TakenReceipt & { merchant: Merchant; offerIds: readonly string[]; mailDomain: string }

/**
 * Accepts a receipt: requestId, receipt, delivery and job in one transaction, on disk when this returns. Writes nothing if
 * the requestId was accepted before, with the receipt `duplicateOf`. Says why the address of whichever is stored is suppressed, if it is.
 */
export type Accept = (acceptance: Acceptance) => Promise<
  ({ id: string; emailAddress: string | undefined } | { duplicateOf: string }) & {
    suppression: Suppression | undefined
  }
>

/** What accepting a receipt needs of the process. */
export interface AcceptContext {
  commit: Commit
  queue: Pick<Queue, 'wake'>
  now: () => number
  /** Default: nothing is traced. */
  tracer?: Tracer
  searchKey: SearchKey
}

/** Makes the function that accepts receipts, in batches. */
export function createAcceptance(context: AcceptContext): Accept {
  const { queue, now, tracer = noTracer, searchKey } = context
  const write = createReceiptWriter(context)

  return async acceptance => {
    const { merchant, mailDomain } = acceptance
    const { id, emailAddress, make } = toDraft(acceptance, now(), searchKey)
    const written = (): NewReceipt => {
      const { change, register, ...rest } = make()
      const mail = {
        receiptId: id,
        merchantId: merchant.id,
        kind: 'receipt',
        mailDomain,
        storeId: rest.record.store_id,
        register,
      } as const
      return {
        ...rest,
        delta: writeChange(change),
        delivery: emailAddress === undefined ? undefined : { ...mail, emailAddress },
      }
    }
    tracer.remember(id)
    const { duplicateOf, suppression } = await tracer.run('store receipt', { receiptId: id }, () => write(written))
    if (duplicateOf !== undefined) return { duplicateOf, suppression }
    queue.wake()
    return { id, emailAddress, suppression }
  }
}

/** A receipt's id and address, which are known at once; the rest is made when its turn comes. @param at milliseconds since 1970 */
function toDraft(
  acceptance: Acceptance,
  at: number,
  searchKey: SearchKey,
): { id: string; emailAddress: string | undefined; make(): UnwrittenReceipt } {
  const { offerIds } = acceptance
  if ('draft' in acceptance) {
    const { draft } = acceptance
    const { id, email_address } = draft.record
    return { id, emailAddress: email_address ?? undefined, make: () => withOffers(draft, offerIds) }
  }
  const id = newIdAt(at)
  return {
    id,
    emailAddress: emailAddressOf(acceptance.receipt),
    make: () => draftOf({ ...acceptance, id, receivedAt: at, searchKey }),
  }
}

/** The draft of a receipt whose offers weren't known. */
function withOffers(draft: UnwrittenReceipt, offerIds: readonly string[]): UnwrittenReceipt {
  if (offerIds.length === 0) return draft
  const { record, change } = draft
  return {
    ...draft,
    record: { ...record, offers: JSON.stringify(offerIds) },
    change: { ...change, adds: { ...change.adds, offers: offerIds.length } },
  }
}

/** What became of a receipt that was to be written. */
interface Written {
  /** The receipt that already has its requestId; then nothing was written. */
  duplicateOf: string | undefined
  /** Why the mail of the one that is stored won't be sent; undefined if it will. */
  suppression: Suppression | undefined
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
 * Makes the function that writes a receipt, in batches, so that many tills at once cost one fsync. It returns once the receipt
 * is on disk, or another has its requestId. A lone receipt is retried too, because the failure may have come
 * after the commit. A receipt is made when its turn comes: done for many in a row, it costs half as much for each.
 */
export function createReceiptWriter({ commit, now, searchKey }: Pick<AcceptContext, 'commit' | 'now' | 'searchKey'>) {
  return createBatch(
    commit,
    (transaction, makes: readonly (() => NewReceipt)[]) =>
      writeGroup(
        transaction,
        makes.map(make => make()),
        now(),
        searchKey,
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
  at: number,
  searchKey: SearchKey,
): Promise<Written[]> {
  const claimed = await claimRequests(transaction, receipts)
  const owners = await Promise.all(
    receipts.map(async ({ record, requestHash }) => {
      if (requestHash === undefined || claimed.has(record.id)) return undefined
      const owner = await ownerOf(transaction, record.merchant_id, requestHash)
      return owner.receipt_id === record.id ? undefined : owner
    }),
  )
  const accepted = receipts.filter((_, index) => owners[index] === undefined)
  const inserted = await insertMany(
    transaction,
    'receipts',
    accepted.map(({ record }) => record),
    { columns: ['id'], returning: 'id' },
  )
  const fresh = accepted.filter(({ record }) => inserted.includes(record.id))
  await insertTerms(transaction, fresh)
  await insertDeliveries(
    transaction,
    fresh.flatMap(({ delivery }) => delivery ?? []),
    at,
  )
  await recordReceipts(transaction, fresh)
  await recordEvents(transaction, () => fresh.map(acceptedEvent), at)
  // One that came at the same time wasn't there yet when its owner was looked for.
  const written = new Map(fresh.map(({ record }) => [record.id, record.email_address]))
  const mailed = receipts.flatMap((receipt, index) => {
    const owner = owners[index]
    const emailAddress = owner ? (owner.email_address ?? written.get(owner.receipt_id)) : receipt.delivery?.emailAddress
    return emailAddress ? [{ receipt, merchantId: receipt.record.merchant_id, emailAddress }] : []
  })
  const suppressions = await suppressionsOf(transaction, searchKey, mailed, at)
  const byReceipt = new Map(mailed.map(({ receipt }, index) => [receipt, suppressions[index]]))
  return receipts.map((receipt, index) => ({
    duplicateOf: owners[index]?.receipt_id,
    suppression: byReceipt.get(receipt),
  }))
}

function acceptedEvent({ record, delivery }: NewReceipt): WebhookEvent {
  const { id, merchant_id: merchantId, email_address: emailAddress } = record
  return {
    ...{ type: 'receipt.accepted', merchantId, receiptId: id },
    data: {
      transactionNumber: record.transaction_number,
      transactionType: record.transaction_type,
      amount: record.transaction_amount,
      currency: record.currency,
      storeId: record.store_id,
      receiptDate: record.receipt_date_text,
      receivedAt: new Date(record.received_at).toISOString(),
      isMailed: delivery !== undefined,
    },
    ...(emailAddress !== null && { customer: { emailAddress } }),
  }
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
  claims.sort(
    (one, other) => compare(one.merchant_id, other.merchant_id) || compare(one.request_hash, other.request_hash),
  )
  const taken = await insertMany(transaction, 'accepted_requests', claims, {
    columns: ['merchant_id', 'request_hash'],
    returning: 'receipt_id',
  })
  return new Set(taken)
}

/** The receipt that has a requestId, and its address; it may have been erased. */
function ownerOf(
  transaction: Transaction,
  merchantId: string,
  requestHash: string,
): Promise<{ receipt_id: string; email_address: string | null }> {
  return transaction
    .selectFrom('accepted_requests')
    .leftJoin('receipts', 'receipts.id', 'accepted_requests.receipt_id')
    .select(['accepted_requests.receipt_id', 'receipts.email_address'])
    .where('accepted_requests.merchant_id', '=', merchantId)
    .where('accepted_requests.request_hash', '=', requestHash)
    .executeTakeFirstOrThrow()
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
