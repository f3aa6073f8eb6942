import { setImmediate as nextTurn } from 'node:timers/promises'
import { readReceipt } from 'counterfoil'
import type { Database } from '../../database/database.ts'
import { addressTerm, insertTerms, type SearchKey, termsOf } from './terms.ts'

/** Receipts per transaction. */
const step = 100

/**
 * Writes the terms of receipts that have none of this key: those accepted before there were terms, or under another key, whose
 * terms then go. Remembers how far it came, so that it may end at any time; several processes do no harm.
 *
 * @param signal ends it early
 * @returns how many receipts it wrote terms for
 */
export async function reindex(
  db: Database,
  key: SearchKey,
  { signal, now }: { signal: AbortSignal; now: () => number },
): Promise<number> {
  let count = 0
  for (;;) {
    const at = await db.selectFrom('search_keys').selectAll().where('id', '=', key.id).executeTakeFirst()
    if (!at || at.done_at !== null || signal.aborted) return count
    const rows = await db
      .selectFrom('receipts')
      .select(['id', 'merchant_id', 'receipt_date', 'received_at', 'api_request'])
      .where('received_at', '>=', at.received_at)
      .where(({ eb, or }) => or([eb('received_at', '>', at.received_at), eb('id', '>', at.receipt_id)]))
      .orderBy('received_at')
      .orderBy('id')
      .limit(step)
      .execute()
    const last = rows.at(-1)
    if (!last) {
      await finish(db, key, now())
      return count
    }
    const mailed = await db
      .selectFrom('deliveries')
      .select(['receipt_id', 'email_address'])
      .where(
        'receipt_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    const addresses = Map.groupBy(mailed, ({ receipt_id }) => receipt_id)
    const indexed = rows.map(record => {
      const { receipt } = readReceipt(record.api_request, { stored: true })
      const sentTo = addresses.get(record.id) ?? []
      const terms = [
        ...(receipt ? termsOf(key, record.merchant_id, receipt) : []),
        ...sentTo.map(({ email_address }) => addressTerm(key, record.merchant_id, email_address)),
      ]
      return { record, terms: [...new Set(terms)] }
    })
    await db.transaction().execute(async transaction => {
      await insertTerms(transaction, indexed)
      await transaction
        .updateTable('search_keys')
        .set({ received_at: last.received_at, receipt_id: last.id })
        .where('id', '=', key.id)
        .execute()
    })
    count += rows.length
    await nextTurn()
  }
}

async function finish(db: Database, { id }: SearchKey, at: number): Promise<void> {
  await db.deleteFrom('receipt_terms').where('term', 'like', 'e%').where('term', 'not like', `e${id}%`).execute()
  const anew = { received_at: 0, receipt_id: '', done_at: null }
  await db.updateTable('search_keys').set(anew).where('id', '!=', id).execute()
  await db.updateTable('search_keys').set({ done_at: at }).where('id', '=', id).execute()
}
