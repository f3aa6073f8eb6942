import { readLedger, readReceipt, readTrade } from 'counterfoil/internal'
import type { Database } from '../database/database.ts'
import { chunksOf } from '../database/rows.ts'
import type { ListedReceipt } from './page.ts'

/** A receipt in a list, with what it adds to sums: of a return a negative amount, whatever sign the till sent. */
export type SignedReceipt = ListedReceipt & { amount: number }

/** The requests of some receipts, as JSON text, by id. */
export async function requestsOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const requests = new Map<string, string>()
  for (const some of chunksOf(ids)) {
    const rows = await db.selectFrom('receipts').select(['id', 'api_request']).where('id', 'in', some).execute()
    for (const { id, api_request } of rows) requests.set(id, api_request)
  }
  return requests
}

/** What a receipt adds to sums. @param request its JSON text */
export function signedAmount(row: ListedReceipt, request: string | undefined): number {
  const { transaction_amount: amount } = row
  if (request === undefined || !isUnclear(row)) return amount
  const { receipt } = readReceipt(request, { stored: true })
  if (!receipt) return amount
  return readTrade(receipt) === 'return' ? -Math.abs(amount) : readLedger(receipt).receipt.grandAmount
}

/** Whether the sign may not be that of the sum; of all other kinds of receipts it is. */
function isUnclear({ transaction_type, transaction_amount }: ListedReceipt): boolean {
  return transaction_amount > 0 && transaction_type.toLowerCase() === 'returntransaction'
}
