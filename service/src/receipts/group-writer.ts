import type { Transaction } from '../database/database.ts'
import type { Commit, Gathering } from '../database/group-commit.ts'
import { insertRows } from '../database/groups/insert-rows.ts'
import { loopWhile } from '../database/groups/loop.ts'
import type { ReceiptTable } from '../database/tables.ts'
import type { Deliveries, NewDelivery } from '../outbox/delivery.ts'
import { recordReceipts } from '../statistics/counting/deltas.ts'
import { insertTerms } from './search/term-rows.ts'

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

/** Most entries in one transaction. */
const most = 32

interface Waiting {
  make(): Entry
  resolve(duplicateOf: string | undefined): void
  reject(error: unknown): void
}

type Made = Omit<Waiting, 'make'> & { entry: Entry }

/**
 * Writes entries in groups: those that arrive while the disk is busy share the next transaction, so that many tills at once
 * cost one fsync. A lone entry is written right away.
 */
export function createGroupWriter(commit: Commit, deliveries: Deliveries): EntryWriter {
  let waiting: Waiting[] = []
  let wanted = 0
  let hurry = () => {}
  const start = loopWhile(() => waiting.length > 0, writeSome)

  return make =>
    new Promise((resolve, reject) => {
      waiting.push({ make, resolve, reject })
      if (waiting.length === wanted) hurry()
      start()
    })

  /**
   * A bad entry must not fail the others, so a group that fails is written one by one. A lone entry is retried too, because
   * the failure may have come after the commit.
   */
  async function writeSome(): Promise<void> {
    let group: Made[] = []
    try {
      const owners = await commit(
        transaction => {
          // Taken when the transaction begins, to include entries that arrived while it waited.
          group = take()
          return writeGroup(
            transaction,
            group.map(({ entry }) => entry),
            deliveries,
          )
        },
        { gathers: gathering(() => group.length) },
      )
      for (const [index, { resolve }] of group.entries()) resolve(owners[index])
    } catch {
      if (group.length === 0) group = take()
      await Promise.all(group.map(writeAlone))
    }
  }

  function take(): Made[] {
    const group = waiting.slice(0, most)
    waiting = waiting.slice(most)
    return group.flatMap(({ make, resolve, reject }) => {
      try {
        return { entry: make(), resolve, reject }
      } catch (error) {
        reject(error)
        return []
      }
    })
  }

  function gathering(held: () => number): Gathering {
    return {
      held,
      waiting: () => waiting.length,
      onceAgain(call) {
        wanted = held()
        hurry = call
        if (waiting.length >= wanted) call()
      },
    }
  }

  async function writeAlone({ entry, resolve, reject }: Made): Promise<void> {
    try {
      const [owner] = await commit(transaction => writeGroup(transaction, [entry], deliveries), {
        gathers: gathering(() => 1),
      })
      resolve(owner)
    } catch (error) {
      reject(error)
    }
  }
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
  const inserted = await insertRows(
    transaction,
    'receipts',
    accepted.map(({ record }) => record),
    { conflict: ['id'], returning: 'id' },
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
  const taken = await insertRows(transaction, 'accepted_requests', claims, {
    conflict: ['merchant_id', 'request_hash'],
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
