import type { LocaleDecision, ReceiptData } from 'counterfoil'
import { newIdAt, sha256 } from '../basics/ids.ts'
import { noTracer, type Tracer } from '../basics/monitoring/telemetry/tracer.ts'
import { engineVersion } from '../basics/versions.ts'
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
import { registerIn, writeBucketKey } from '../statistics/counting/bucket-key.ts'
import { type Change, recordReceipts, writeChange } from '../statistics/counting/change.ts'
import { withFirstMail } from '../statistics/counting/mails.ts'
import { type Counted, countReceipt } from '../statistics/counting/receipt/count-receipt.ts'
import { readInstant } from './instant.ts'
import { insertTerms, type SearchKey, termsOf } from './search/terms.ts'

/** A receipt that was read, and what is decided about it. */
export interface Acceptance {
  merchant: Merchant
  receipt: ReceiptData
  /** The request's JSON text, card numbers masked. */
  apiRequest: string
  locale: LocaleDecision
  offerIds: readonly string[]
  mailDomain: string
}

/** A receipt that was read elsewhere, and what is written of it. */
interface Drafted extends Pick<Acceptance, 'merchant' | 'offerIds' | 'mailDomain'> {
  draft: UnwrittenReceipt
}

/** What is written of a receipt, apart from its offers: data that may come from another thread. */
export interface UnwrittenReceipt {
  record: ReceiptTable
  change: Change
  /** SHA-256 of its requestId; undefined without one. */
  requestHash: string | undefined
  terms: readonly string[]
}

/** Makes what is written of a receipt. */
export function draftOf({
  merchant: { id: merchantId, version: merchantVersion },
  searchKey,
  ...rest
}: Omit<Acceptance, 'merchant' | 'mailDomain'> & {
  merchant: Pick<Merchant, 'id' | 'version'>
  searchKey: SearchKey
  id: string
  receivedAt: number
}): UnwrittenReceipt {
  const { requestId } = rest.receipt
  const { record, counted } = recordOf({ ...rest, merchantId, merchantVersion, engineVersion })
  return {
    record,
    change: counted.change,
    requestHash: requestId === undefined ? undefined : sha256(requestId),
    terms: termsOf(searchKey, merchantId, rest.receipt),
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

/**
 * Accepts a receipt: requestId, receipt, delivery and job in one transaction, on disk when this returns. Writes nothing if
 * the requestId was accepted before, with the receipt `duplicateOf`. Says why the address of whichever is stored is suppressed, if it is.
 */
export type Accept = (acceptance: Acceptance | Drafted) => Promise<
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
    const { merchant, mailDomain, offerIds } = acceptance
    const known = 'draft' in acceptance ? acceptance.draft.record : undefined
    const receivedAt = known?.received_at ?? now()
    const id = known?.id ?? newIdAt(receivedAt)
    const emailAddress =
      'draft' in acceptance ? (acceptance.draft.record.email_address ?? undefined) : emailAddressOf(acceptance.receipt)
    const make = (): NewReceipt => {
      const { record, change, requestHash, terms } =
        'draft' in acceptance
          ? withOffers(acceptance.draft, offerIds)
          : draftOf({ ...acceptance, id, receivedAt, searchKey })
      const isMailed = emailAddress !== undefined
      return {
        record,
        delta: writeChange(isMailed ? withFirstMail(change) : change),
        requestHash,
        delivery: isMailed
          ? { receiptId: id, merchantId: merchant.id, kind: 'receipt', emailAddress, mailDomain, ...tillOf(record) }
          : undefined,
        terms,
      }
    }
    tracer.remember(id)
    const { duplicateOf, suppression } = await tracer.run('store receipt', { receiptId: id }, () => write(make))
    if (duplicateOf !== undefined) return { duplicateOf, suppression }
    queue.wake()
    return { id, emailAddress, suppression }
  }
}

/** Where a receipt was made, as its mails have it. */
export function tillOf({
  store_id,
  statistics_place,
}: Pick<ReceiptTable, 'store_id' | 'statistics_place'>): Pick<NewDelivery, 'storeId' | 'register'> {
  return { storeId: store_id, register: statistics_place === null ? null : registerIn(statistics_place) }
}

/** The interface's version, as in its path. */
const apiVersion = 'v1'

/** A receipt to be stored. */
interface Accepted extends Pick<Acceptance, 'receipt' | 'apiRequest' | 'locale' | 'offerIds'> {
  id: string
  merchantId: string
  receivedAt: number
  engineVersion: string
  merchantVersion: number
}

/** An accepted receipt's row, with the fields for lists and filters and the request itself, and what it adds to statistics. */
export function recordOf(accepted: Accepted): { record: ReceiptTable; counted: Counted } {
  const { receipt, receivedAt, locale } = accepted
  const { store } = receipt.workstation
  const { city, postalCode, territory } = store.address
  const { receiptDateTime = new Date(receivedAt).toISOString() } = receipt
  const emailAddress = emailAddressOf(receipt)
  const offers = accepted.offerIds.length
  const dateAt = readInstant(receiptDateTime, locale.timeZone)?.at ?? receivedAt
  const counted = countReceipt({ receipt, date: receiptDateTime, dateAt, locale, receivedAt, offers })
  const record = {
    id: accepted.id,
    merchant_id: accepted.merchantId,
    received_at: receivedAt,
    receipt_date: dateAt,
    receipt_date_text: receiptDateTime,
    store_id: store.id,
    store_name: store.name,
    store_city: city ?? null,
    store_zip_code: postalCode ?? null,
    store_territory: territory ?? null,
    transaction_number: receipt.transactionNumber,
    transaction_amount: receipt.grandAmount,
    transaction_type: receipt.transactionType,
    payment_type: paymentTypeOf(receipt),
    email_address: emailAddress ?? null,
    items: itemsOf(receipt),
    locale: JSON.stringify(locale),
    offers: JSON.stringify(accepted.offerIds),
    engine_version: accepted.engineVersion,
    merchant_version: accepted.merchantVersion,
    api_version: apiVersion,
    currency: counted.bucket.currency || null,
    local_day: counted.bucket.day,
    api_request: accepted.apiRequest,
    statistics_place: writeBucketKey(counted.bucket),
  }
  return { record, counted }
}

/** The address a receipt is mailed to; undefined for `PaperOnly` and `NoReceipt` (spec, rule 4 of receipt creation). */
function emailAddressOf({ receiptType, customer }: ReceiptData): string | undefined {
  return receiptType === 'DigitalOnly' || receiptType === 'DigitalAndPaper' ? customer?.emailAddress : undefined
}

/** The tender codes, each once, in order of payment; empty if nothing was tendered. */
function paymentTypeOf({ tenders = [], orders = [], tenderHistory = [] }: ReceiptData): string {
  const paid = tenders.length > 0 ? tenders : [...tenderHistory, ...orders.flatMap(order => order.tenderHistory ?? [])]
  return [...new Set(paid.map(({ tenderTypeCode }) => tenderTypeCode))].join(', ')
}

/** The items for lists: the receipt's, then its orders'. */
function itemsOf({ items = [], orders = [] }: ReceiptData): string | null {
  const all = [...items, ...orders.flatMap(order => order.items ?? [])]
  if (all.length === 0) return null
  return JSON.stringify(
    all.map(({ name, price, total, sku }) => ({ itemName: name, itemPrice: price ?? total, itemSKUNumber: sku })),
  )
}

/** What became of a receipt that was to be written. */
export interface Written {
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
 * after the commit. A receipt is made when its turn has come: what is done for many in a row costs half as much for each.
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
  const mailed = receipts.flatMap((receipt, index) => {
    const owner = owners[index]
    const emailAddress = owner ? owner.email_address : receipt.delivery?.emailAddress
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
