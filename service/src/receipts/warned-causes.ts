import { type WarningCode, warningMessages } from 'counterfoil'
import type { Database } from '../database/database.ts'
import type { ReceiptWarningTable as Row } from '../database/tables.ts'
import { readLabels } from '../statistics/folding/labels.ts'

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
const mostListed = 100
const mostTills = 5

/** The causes since a time (milliseconds since 1970), those of most receipts first, and how many there are. */
export async function listCauses(
  db: Database,
  merchantId: string,
  since: number,
): Promise<{ causes: WarnedCause[]; count: number }> {
  const rows = await db
    .selectFrom('receipt_warnings')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('at', '>=', since)
    .execute()
  const all = [...Map.groupBy(rows, ({ code, field }) => `${code} ${field}`).values()].map(causeOf)
  all.sort((one, other) => other.receipts - one.receipts || (one.code < other.code ? -1 : 1))
  const causes = all.slice(0, mostListed)
  const names = await storeNames(db, merchantId, causes)
  return {
    count: all.length,
    causes: causes.map(({ tills, ...rest }) => ({
      ...rest,
      tills: tills.map(till => ({ ...till, storeName: names.get(till.storeId) ?? '' })),
    })),
  }
}

type Cause = ReturnType<typeof causeOf>

/** One cause, from its rows: one or more, of a till each. */
function causeOf(rows: readonly Row[]) {
  const [{ code, field }] = rows as [Row]
  const last = rows.reduce((latest, row) => (row.at > latest.at ? row : latest))
  const tills = rows.map(({ store_id, register, receipts }) => ({ storeId: store_id, register, receipts }))
  return {
    code,
    field,
    message: warningMessages[code as WarningCode] ?? code,
    receipts: tills.reduce((sum, { receipts }) => sum + receipts, 0),
    tills: tills.sort((one, other) => other.receipts - one.receipts).slice(0, mostTills),
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
