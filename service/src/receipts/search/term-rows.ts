import type { Transaction } from '../../database/database.ts'
import type { ReceiptTable } from '../../database/tables.ts'

/** A receipt and what it is found by. */
export interface Indexed {
  record: Pick<ReceiptTable, 'id' | 'merchant_id' | 'receipt_date'>
  terms: readonly string[]
}

/** Writes receipts' terms, unless they are there already. */
export async function insertTerms(transaction: Transaction, receipts: readonly Indexed[]): Promise<void> {
  const rows = receipts.flatMap(({ record, terms }) =>
    terms.map(term => ({
      merchant_id: record.merchant_id,
      term,
      receipt_date: record.receipt_date,
      receipt_id: record.id,
    })),
  )
  if (rows.length === 0) return
  await transaction
    .insertInto('receipt_terms')
    .values(rows)
    .onConflict(conflict => conflict.columns(['merchant_id', 'term', 'receipt_date', 'receipt_id']).doNothing())
    .execute()
}
