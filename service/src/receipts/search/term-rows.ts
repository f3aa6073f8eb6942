import type { Transaction } from '../../database/database.ts'
import { insertMany } from '../../database/rows.ts'
import type { ReceiptTable } from '../../database/tables.ts'

/** A receipt and what it is found by. */
export interface Indexed {
  record: Pick<ReceiptTable, 'id' | 'merchant_id' | 'receipt_date'>
  terms: readonly string[]
}

/** Writes receipts' terms, unless they are there already. */
export async function insertTerms(transaction: Transaction, receipts: readonly Indexed[]): Promise<void> {
  const rows = receipts.flatMap(({ record: { id, merchant_id, receipt_date }, terms }) =>
    terms.map(term => ({ merchant_id, term, receipt_date, receipt_id: id })),
  )
  await insertMany(transaction, 'receipt_terms', rows, {})
}
