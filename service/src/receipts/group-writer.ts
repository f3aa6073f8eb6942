import type { Transaction } from '../database/database.ts'
import type { Commit } from '../database/group-commit.ts'
import type { ReceiptTable } from '../database/tables.ts'
import type { Deliveries, NewDelivery } from '../outbox/delivery.ts'

/** One accepted receipt, to be written whole or not at all. */
export interface Entry {
  record: ReceiptTable
  /** SHA-256 of its requestId; absent without one. */
  requestHash: string | undefined
  delivery: NewDelivery | undefined
}

/** Writes an entry and gives undefined once it is on the disk, or the receipt that has its requestId already. */
export type EntryWriter = (entry: Entry) => Promise<string | undefined>

/** Entries of one transaction at most. */
const most = 32

/** An entry, and who waits for it. */
interface Waiting {
  entry: Entry
  resolve(duplicateOf: string | undefined): void
  reject(error: unknown): void
}

/**
 * Writes entries in groups: those that come while the disk is busy wait and then share one transaction, so that many tills
 * at a time cost one fsync. A lone entry waits for nobody.
 */
export function createGroupWriter(commit: Commit, deliveries: Deliveries): EntryWriter {
  let waiting: Waiting[] = []
  let writing = false

  return entry =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject })
      if (writing) return
      writing = true
      // Requests that arrived in the same turn of the event loop are still to come.
      setImmediate(() => void drain())
    })

  async function drain(): Promise<void> {
    while (waiting.length > 0) await writeSome()
    writing = false
  }

  /**
   * What one entry cannot do must not harm the others: a group that fails is written one by one. So is a lone entry once
   * more, for the failure may have come after the commit.
   */
  async function writeSome(): Promise<void> {
    let group: Waiting[] = []
    try {
      const owners = await commit(
        transaction => {
          // Taken when the transaction begins: entries that came while it waited for its turn share it.
          group = take()
          return writeGroup(transaction, group.map(entryOf), deliveries)
        },
        { gathers: true },
      )
      for (const [index, { resolve }] of group.entries()) resolve(owners[index])
    } catch {
      if (group.length === 0) group = take()
      await Promise.all(group.map(writeAlone))
    }
  }

  function take(): Waiting[] {
    const group = waiting.slice(0, most)
    waiting = waiting.slice(most)
    return group
  }

  async function writeAlone({ entry, resolve, reject }: Waiting): Promise<void> {
    try {
      const [owner] = await commit(transaction => writeGroup(transaction, [entry], deliveries), { gathers: true })
      resolve(owner)
    } catch (error) {
      reject(error)
    }
  }
}

function entryOf({ entry }: Waiting): Entry {
  return entry
}

/**
 * Writes what was not written before. A commit that succeeded can look like one that failed, and then every entry finds
 * its own claim or its own receipt: it is on the disk already, with its delivery.
 */
async function writeGroup(
  transaction: Transaction,
  entries: readonly Entry[],
  deliveries: Deliveries,
): Promise<(string | undefined)[]> {
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
  const inserted = await transaction
    .insertInto('receipts')
    .values(accepted.map(({ record }) => record))
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const fresh = new Set(inserted.map(({ id }) => id))
  await deliveries.create(
    transaction,
    accepted.flatMap(({ record, delivery }) => (delivery && fresh.has(record.id) ? delivery : [])),
  )
  return owners
}

/**
 * Takes requestIds for their receipts; gives the receipts that got theirs. Of two at a time the database lets one in, and
 * the other waits for its end. All take them in the same order, so that no two groups wait for each other.
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
  const taken = await transaction
    .insertInto('accepted_requests')
    .values(claims)
    .onConflict(conflict => conflict.columns(['merchant_id', 'request_hash']).doNothing())
    .returning('receipt_id')
    .execute()
  return new Set(taken.map(({ receipt_id }) => receipt_id))
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
