import type { ReceiptData, Warning } from 'counterfoil'
import { type WarningCode, warningMessages } from 'counterfoil/internal'
import type { Log } from '../basics/monitoring/log.ts'
import type { Reach } from '../basics/reach.ts'
import { type Database, lockReceipts, type Transaction } from '../database/database.ts'
import { chunksOf, countOf, isOneOf } from '../database/rows.ts'
import type { ReceiptWarningTable } from '../database/tables.ts'
import { between, nameOf } from '../statistics/counting/dimensions.ts'
import { readLabels } from '../statistics/folding/labels.ts'

/** An accepted receipt. */
interface Warned {
  merchantId: string
  receiptId: string
  workstation: ReceiptData['workstation']
}

/** Milliseconds between two writes. */
const pause = 5000

/** Causes counted of one receipt. */
const maxCauses = 20

/** Rows of a merchant; what comes later counts by its kind alone, so that a till that makes up names can't fill the disk. */
const maxRows = 5000

/** How long a cause is kept, milliseconds. */
const lifetime = 35 * 86_400_000

/**
 * The warnings of accepted receipts in a database. They are counted in memory and written every few seconds, because a till that
 * sends nonsense must not make the database write; so a process that is killed forgets a few. A row goes with its receipt: it names
 * only what that names.
 */
export function createWarnings(db: Database, { log, now }: { log: Log; now: () => number }) {
  let counted = new Map<string, ReceiptWarningTable>()
  const timer = setInterval(() => void flush(), pause)
  timer.unref()

  async function flush(): Promise<void> {
    const rows = counted
    counted = new Map()
    try {
      for (const [merchantId, ofMerchant] of Map.groupBy(rows.values(), row => row.merchant_id))
        await db.transaction().execute(async transaction => {
          await write(transaction, merchantId, await withReceipt(transaction, ofMerchant))
        })
    } catch (error) {
      log.error('Writing the warnings of receipts failed', { error })
    }
  }

  async function write(
    transaction: Transaction,
    merchantId: string,
    rows: readonly ReceiptWarningTable[],
  ): Promise<void> {
    const stored = transaction.selectFrom('receipt_warnings').where('merchant_id', '=', merchantId)
    let left = maxRows - (await countOf(stored))
    const known = left < rows.length ? new Set((await stored.selectAll().execute()).map(keyOf)) : undefined
    const kept = new Map<string, ReceiptWarningTable>()
    for (const row of rows) {
      addTo(kept, !known || known.has(keyOf(row)) || left-- > 0 ? row : restOf(row))
    }
    // In one order, so that two processes can't wait for each other.
    const sorted = [...kept].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
    for (const some of chunksOf(sorted, 100))
      await transaction
        .insertInto('receipt_warnings')
        .values(some)
        .onConflict(conflict =>
          conflict.columns(['merchant_id', 'code', 'field', 'store_id', 'register']).doUpdateSet(({ eb, ref }) => ({
            receipts: eb(ref('receipt_warnings.receipts'), '+', ref('excluded.receipts')),
            receipt_id: ref('excluded.receipt_id'),
            at: ref('excluded.at'),
          })),
        )
        .execute()
  }

  return {
    /** Counts the causes of an accepted receipt's warnings, each once. Doesn't wait, and never throws. */
    note({ merchantId, receiptId, workstation }: Warned, warnings: readonly Warning[]): void {
      const at = now()
      const all = warnings.map(({ code, path }) => ({ code, field: fieldOf(path) }))
      const causes = new Map(all.map(cause => [`${cause.code} ${cause.field}`, cause]))
      const till = { store_id: nameOf(workstation.store.id), register: nameOf(workstation.id) }
      for (const { code, field } of [...causes.values()].slice(0, maxCauses)) {
        const row = { merchant_id: merchantId, code, field, ...till, receipts: 1, receipt_id: receiptId, at }
        addTo(counted, counted.has(keyOf(row)) || counted.size < maxRows ? row : restOf(row))
      }
    },

    /** Writes what was counted, then goes on counting. */
    flush,

    /** Writes what was counted, and stops. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }

  /** The rows whose receipt wasn't erased meanwhile; nor is it before they are written. */
  async function withReceipt(
    transaction: Transaction,
    rows: readonly ReceiptWarningTable[],
  ): Promise<ReceiptWarningTable[]> {
    const ids = [...new Set(rows.map(({ receipt_id }) => receipt_id))].sort()
    const present = new Set<string>()
    for (const some of chunksOf(ids)) for (const id of await lockReceipts(transaction, some)) present.add(id)
    return rows.filter(({ receipt_id }) => present.has(receipt_id))
  }
}

/** Counts why receipts had warnings, in memory until it is written. */
export type Warnings = ReturnType<typeof createWarnings>

function keyOf({ merchant_id, code, field, store_id, register }: ReceiptWarningTable): string {
  return [merchant_id, code, field, store_id, register].join(between)
}

function addTo(rows: Map<string, ReceiptWarningTable>, row: ReceiptWarningTable): void {
  const key = keyOf(row)
  rows.set(key, { ...row, receipts: row.receipts + (rows.get(key)?.receipts ?? 0) })
}

/** Where rows count that are over the limit. */
function restOf(row: ReceiptWarningTable): ReceiptWarningTable {
  return { ...row, field: '', store_id: '', register: '' }
}

/** A path without places in lists, and without names that can't be a field's: a till may send anything as a key. */
function fieldOf(path: string): string {
  const known = fields.get(path)
  if (known !== undefined) return known
  const field = path
    .replace(/\[\d+\]/g, '[]')
    .split('.')
    .map(part => (/^(?!.*\d{5})[\p{L}_$][\p{L}\p{N}_$-]{0,39}(?:\[\])*$/u.test(part) ? part : '…'))
    .slice(0, 8)
    .join('.')
  if (fields.size >= 1000) fields.clear()
  fields.set(path, field)
  return field
}

/** Tills send the same again and again. */
const fields = new Map<string, string>()

/** What is odd about accepted receipts: a cause, and where it comes from. */
export interface WarnedCause {
  code: string
  /** The field's path, without the places in lists: `items[].price`; empty for fields that are over the limit. */
  field: string
  /** What was found and what to send instead, in English. */
  message: string
  /** How many receipts. */
  receipts: number
  /** The tills that sent most of them; `storeId` is empty for those over the limit. */
  tills: { storeId: string; storeName: string; register: string; receipts: number }[]
  /** How many tills there are. */
  tillCount: number
  /** The last receipt. */
  receiptId: string
  /** Milliseconds since 1970. */
  at: number
}

/** Causes listed, and tills of each. */
const maxListedCauses = 100
const maxTills = 5

/** The causes since a time (milliseconds since 1970), those of most receipts first, and how many there are. */
export async function listWarnings(
  db: Database,
  { merchantId, stores }: Reach,
  since: number,
): Promise<{ causes: WarnedCause[]; count: number }> {
  const rows = await db
    .selectFrom('receipt_warnings')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('at', '>=', since)
    .where(isOneOf('store_id', stores?.map(nameOf) ?? null))
    .execute()
  const all = [...Map.groupBy(rows, ({ code, field }) => `${code} ${field}`).values()].map(causeOf)
  all.sort((one, other) => other.receipts - one.receipts || (one.code < other.code ? -1 : 1))
  const causes = all.slice(0, maxListedCauses)
  const names = await storeNames(db, merchantId, causes)
  return {
    count: all.length,
    causes: causes.map(({ tills, ...rest }) => ({
      ...rest,
      tills: tills.map(till => ({ ...till, storeName: names.get(till.storeId) ?? '' })),
    })),
  }
}

/** Deletes causes that no receipt had for some weeks; returns how many. */
export async function expireWarnings(db: Database, at: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('receipt_warnings')
    .where('at', '<', at - lifetime)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

type Cause = ReturnType<typeof causeOf>

/** One cause, from its rows: one or more, of a till each. */
function causeOf(rows: readonly ReceiptWarningTable[]) {
  const [{ code, field }] = rows as [ReceiptWarningTable]
  const last = rows.reduce((latest, row) => (row.at > latest.at ? row : latest))
  const tills = rows.map(({ store_id, register, receipts }) => ({ storeId: store_id, register, receipts }))
  return {
    code,
    field,
    message: warningMessages[code as WarningCode] ?? code,
    receipts: tills.reduce((sum, { receipts }) => sum + receipts, 0),
    tills: tills.sort((one, other) => other.receipts - one.receipts).slice(0, maxTills),
    tillCount: rows.length,
    receiptId: last.receipt_id,
    at: last.at,
  }
}

async function storeNames(db: Database, merchantId: string, causes: readonly Cause[]): Promise<Map<string, string>> {
  const ids = [...new Set(causes.flatMap(({ tills }) => tills.map(({ storeId }) => storeId)))]
  const rows = await readLabels(db, merchantId, 'store', ids)
  return new Map(rows.map(({ name, label }) => [name, label]))
}
