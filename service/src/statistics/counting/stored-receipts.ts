import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { receiptsBy } from '../../database/rows.ts'
import type { ReceiptTable } from '../../database/tables.ts'

/** Whose receipts, and of which time by the clocks that they print. */
interface ClockSpan {
  merchantId: string
  /** Only of this store; default all. */
  storeId?: string | undefined
  /** Milliseconds since 1970, as if the clocks showed UTC. */
  from: number
  until: number
}

/** Clocks differ from UTC by less than so much. Milliseconds. */
const widest = 15 * 3_600_000

/** Receipts at once, with their requests: a service that counts beside its work answers in between. */
const step = 100

/** The receipts that may print such a time, by when they are from: all that do, and some of before and after, because clocks differ. */
export async function* receiptsNear(snapshot: Database, about: ClockSpan): AsyncGenerator<ReceiptTable[]> {
  const { merchantId, storeId, from, until } = about
  let [at, last] = [from - widest, '']
  for (;;) {
    const all =
      storeId === undefined
        ? snapshot.selectFrom('receipts')
        : receiptsBy(snapshot, 'store_id').where('store_id', '=', storeId)
    const rows = await all
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('receipt_date', '>=', at)
      .where('receipt_date', '<', until + widest)
      .where(({ eb, or }) => or([eb('receipt_date', '>', at), eb('id', '>', last)]))
      .orderBy('receipt_date')
      .orderBy('id')
      .limit(step)
      .execute()
    if (rows.length > 0) yield rows
    await nextTurn()
    const final = rows.at(-1)
    if (!final || rows.length < step) return
    at = final.receipt_date
    last = final.id
  }
}
