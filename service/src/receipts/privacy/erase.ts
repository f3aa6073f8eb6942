import { setImmediate as nextTurn } from 'node:timers/promises'
import { perDatabase } from '../../database/cache.ts'
import { type Database, lockReceipts, type Transaction } from '../../database/database.ts'
import { chunksOf, idsOf } from '../../database/rows.ts'
import { forgetReportsAbout, forgetReportsNaming } from '../../delivery/bounces/kept.ts'
import type { MailFiles } from '../../delivery/mail/folder.ts'
import { lift } from '../../delivery/suppression/suppression.ts'
import { forgetCustomers } from '../../delivery/webhooks/customers.ts'
import { recordEvents } from '../../delivery/webhooks/events.ts'
import { listMerchants } from '../../merchants/merchants.ts'
import { keepErased } from '../../statistics/counting/keep.ts'
import type { Fold } from '../../statistics/folding/fold.ts'
import { addressTerm, type SearchKey } from '../search/terms.ts'
import { type Choice, type ChosenRecord, findChosen } from './find.ts'

/** How much was erased, or would be. */
interface Erased {
  receipts: number
  deliveries: number
  /** Mails in files. */
  files: number
}

/** Where receipts and mails are. */
export interface ErasureContext {
  db: Database
  /** Removes what is left of erased rows, as `OpenDatabase` does. */
  scrub(largest: number): Promise<boolean>
  files: MailFiles
  searchKey: SearchKey
  now: () => number
  /** Statistics: erased receipts still count, but what is left to count them must not wait in a queue with their texts. */
  fold: Pick<Fold, 'finish'>
}

/** Receipts per transaction, to keep its locks short, and pauses of the embedded database below a tenth of a second. */
const batch = 50

/**
 * Erases what is chosen: receipts, their mails with all attempts, what is known of the addresses' bounces, and mails in files.
 * Queued mails are never sent; one being sent may still arrive. The hash of the requestId stays, so it can't be used again.
 */
export async function eraseChosen(context: ErasureContext, merchantId: string, choice: Choice): Promise<Erased> {
  const { db, searchKey } = context
  const found = inBatches(findChosen(db, merchantId, choice))
  const erased = await sum(found, some => eraseAll(context, foundIds(some, 'receipt'), foundIds(some, 'delivery')))
  if ('emailAddress' in choice) {
    await lift(db, searchKey, [{ merchantId, emailAddress: choice.emailAddress }])
    await forgetReportsNaming(db, searchKey, choice.emailAddress)
    // Other customers' receipts were found by the address while they had a mail to it.
    await db
      .deleteFrom('receipt_terms')
      .where('merchant_id', '=', merchantId)
      .where('term', '=', addressTerm(searchKey, merchantId, choice.emailAddress))
      .execute()
  }
  await scrubErased(context, erased, quicklyRewritten)
  return erased
}

/** What `eraseChosen` would erase. */
export function countChosen(
  { db, files }: Pick<ErasureContext, 'db' | 'files'>,
  merchantId: string,
  choice: Choice,
): Promise<Erased> {
  return sum(inBatches(findChosen(db, merchantId, choice)), async found => {
    const receipts = foundIds(found, 'receipt')
    const ids = [...foundIds(found, 'delivery'), ...(await deliveriesOf(db, receipts))]
    return { receipts: receipts.length, deliveries: ids.length, files: await files.count(ids) }
  })
}

/** Bytes of a file that is written anew in less than a tenth of a second, on a slow disk, too. */
const quicklyRewritten = 8 * 1024 ** 2

/** Bytes of a file that is written anew in a second or two. */
const rewrittenDaily = 256 * 1024 ** 2

/** How many rows were erased of which a file may have a copy left. */
const leftIn = perDatabase(() => ({ rows: 0 }))

/** Removes what is left of erased rows. @param largest bytes of a file that is written anew */
async function scrubErased(
  { db, fold, scrub }: Pick<ErasureContext, 'db' | 'fold' | 'scrub'>,
  { receipts, deliveries }: Pick<Erased, 'receipts' | 'deliveries'>,
  largest: number,
): Promise<void> {
  const left = leftIn(db)
  left.rows += receipts + deliveries
  await fold.finish()
  if (await scrub(largest)) left.rows = 0
}

/** More than the delay and clock difference between two processes that see a merchant change. Milliseconds. */
const day = 86_400_000

/**
 * Makes the function that erases receipts older than their merchant's `retentionDays`, as thoroughly as an operator would; it returns
 * how many. Their requestIds stay used. Any number of processes may do this at once.
 */
export function createRetention(context: ErasureContext): () => Promise<number> {
  const { db, now } = context
  // To write the file anew holds up other work for a moment, so that is done once a day, also for what operators have erased.
  let rewrittenAt = Number.NEGATIVE_INFINITY

  return async () => {
    const erased = { receipts: 0, deliveries: 0 }
    for (const { id, settings } of await listMerchants(db)) {
      if (settings.retentionDays === undefined) continue
      const before = now() - settings.retentionDays * day
      for (let isLast = false; !isLast; await nextTurn()) {
        const ids = await expired(db, id, before)
        isLast = ids.length < batch
        if (ids.length > 0) erased.receipts += (await eraseAll(context, ids, [])).receipts
      }
    }
    const isDue = leftIn(db).rows + erased.receipts > 0 && Math.abs(now() - rewrittenAt) >= day
    if (isDue) rewrittenAt = now()
    await scrubErased(context, erased, isDue ? rewrittenDaily : 0)
    return erased.receipts
  }
}

/**
 * Deletes the appearances that no receipt uses anymore; returns how many. A merchant's version ends when the next one is
 * saved, so versions that ended before the oldest receipt arrived are unused. The current one always stays.
 */
export async function forgetAppearances(db: Database, at: number): Promise<number> {
  const all = await db.selectFrom('merchant_versions').select('merchant_id').distinct().execute()
  for (const { merchant_id } of all) await forgetVersions(db, merchant_id, at)
  const { numDeletedRows } = await db
    .deleteFrom('appearances')
    .where('kept_at', '<', at - day)
    .where('hash', 'not in', db.selectFrom('merchant_versions').select('appearance'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

async function forgetVersions(db: Database, merchantId: string, now: number): Promise<void> {
  const { oldest } = await db
    .selectFrom('receipts')
    .select(({ fn }) => fn.min('received_at').as('oldest'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  const { first } = await db
    .selectFrom('merchant_versions')
    .select(({ fn }) => fn.max('version').as('first'))
    .where('merchant_id', '=', merchantId)
    .where('saved_at', '<', (oldest ?? now) - day)
    .executeTakeFirstOrThrow()
  if (first === null) return
  await db.deleteFrom('merchant_versions').where('merchant_id', '=', merchantId).where('version', '<', first).execute()
}

async function expired(db: Database, merchantId: string, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(batch)
    .execute()
  return idsOf(rows)
}

/** Deletes the files of deliveries that aren't there; returns how many. */
export async function eraseStrayFiles({ db, files }: Pick<ErasureContext, 'db' | 'files'>): Promise<number> {
  const ids = await files.deliveries()
  let count = 0
  for (const some of chunksOf(ids)) {
    const rows = await db.selectFrom('deliveries').select('id').where('id', 'in', some).execute()
    const known = new Set(rows.map(({ id }) => id))
    count += await files.remove(some.filter(id => !known.has(id)))
  }
  return count
}

async function eraseAll(
  { db, searchKey, files, now }: ErasureContext,
  receiptIds: string[],
  deliveryIds: string[],
): Promise<Erased> {
  const { receipts, deliveries } = await db
    .transaction()
    .execute(transaction => eraseRows(transaction, { key: searchKey, at: now() }, receiptIds, deliveryIds))
  return { receipts, deliveries: deliveries.length, files: await files.remove(deliveries) }
}

function foundIds(found: readonly ChosenRecord[], kind: ChosenRecord['kind']): string[] {
  return idsOf(found.filter(one => one.kind === kind))
}

async function* inBatches(all: AsyncIterable<ChosenRecord>): AsyncGenerator<ChosenRecord[]> {
  let found: ChosenRecord[] = []
  for await (const one of all) {
    if (found.push(one) < batch) continue
    yield found
    found = []
    await nextTurn()
  }
  if (found.length > 0) yield found
}

async function sum(
  batches: AsyncIterable<ChosenRecord[]>,
  work: (found: ChosenRecord[]) => Promise<Erased>,
): Promise<Erased> {
  const total = { receipts: 0, deliveries: 0, files: 0 }
  for await (const found of batches) {
    const part = await work(found)
    for (const name of ['receipts', 'deliveries', 'files'] as const) total[name] += part[name]
  }
  return total
}

/**
 * Deletes rows in the order in which other transactions lock them (receipt, delivery, attempt), so that none is added under
 * one that goes.
 */
async function eraseRows(
  transaction: Transaction,
  { key, at }: { key: SearchKey; at: number },
  receiptIds: string[],
  singleIds: string[],
) {
  await lockReceipts(transaction, receiptIds)
  const deliveryIds = [...singleIds, ...(await deliveriesOf(transaction, receiptIds))]
  await keepErased(transaction, receiptIds, deliveryIds)
  const deliveries: string[] = []
  const mails: { id: string; receipt_id: string }[] = []
  for (const ids of chunksOf(deliveryIds)) {
    const rows = await transaction
      .deleteFrom('deliveries')
      .where('id', 'in', ids)
      .returning(['id', 'receipt_id', 'merchant_id', 'email_address'])
      .execute()
    deliveries.push(...idsOf(rows))
    mails.push(...rows)
    await transaction.deleteFrom('delivery_attempts').where('delivery_id', 'in', ids).execute()
    // What the mails themselves taught. A complaint, or what a person entered, goes by itself, or with the address.
    const addresses = rows.map(row => ({ merchantId: row.merchant_id, emailAddress: row.email_address }))
    await lift(transaction, key, addresses, ['bounce'])
    await forgetReportsAbout(
      transaction,
      key,
      addresses.map(({ emailAddress }) => emailAddress),
    )
  }
  await forgetCustomers(transaction, receiptIds, mails)
  if (receiptIds.length === 0) return { receipts: 0, deliveries }
  await transaction.deleteFrom('receipt_terms').where('receipt_id', 'in', receiptIds).execute()
  await transaction.deleteFrom('receipt_warnings').where('receipt_id', 'in', receiptIds).execute()
  const erased = await transaction
    .deleteFrom('receipts')
    .where('id', 'in', receiptIds)
    .returning(['id', 'merchant_id'])
    .execute()
  const events = erased.map(({ id, merchant_id }) => ({
    ...{ type: 'receipt.erased' as const, merchantId: merchant_id, receiptId: id, data: {} },
  }))
  await recordEvents(transaction, () => events, at)
  return { receipts: erased.length, deliveries }
}

async function deliveriesOf(from: Database | Transaction, receiptIds: readonly string[]): Promise<string[]> {
  if (receiptIds.length === 0) return []
  const rows = await from.selectFrom('deliveries').select('id').where('receipt_id', 'in', receiptIds).execute()
  return idsOf(rows)
}
