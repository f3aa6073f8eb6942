import { readReceipt, readTrade } from 'counterfoil'
import type { Database } from '../database/database.ts'
import type { ListedReceipt } from './page.ts'

/** A receipt in a list, with what it adds to sums: of a return a negative amount, whatever sign the till sent. */
export type SignedReceipt = ListedReceipt & { amount: number }

/**
 * Adds the amounts to a list's receipts, as the statistics count them. Requests are read only of what may be a return or an
 * exchange of goods for dearer ones: lists don't hold what was returned.
 */
export async function withSignedAmounts(db: Database, rows: readonly ListedReceipt[]): Promise<SignedReceipt[]> {
  const ids = rows.filter(isUnclear).map(({ id }) => id)
  const requests =
    ids.length === 0
      ? []
      : await db.selectFrom('receipts').select(['id', 'api_request']).where('id', 'in', ids).execute()
  const requestOf = new Map(requests.map(({ id, api_request }) => [id, api_request]))
  return rows.map(row => ({ ...row, amount: signedAmount(row, requestOf.get(row.id)) }))
}

/** What a receipt adds to sums. @param request its JSON text */
export function signedAmount(row: ListedReceipt, request: string | undefined): number {
  const { transaction_amount: amount } = row
  if (request === undefined || !isUnclear(row)) return amount
  const { receipt } = readReceipt(request, { stored: true })
  return receipt && readTrade(receipt) === 'return' ? -Math.abs(amount) : amount
}

/** Whether the sign may not be that of the sum; of all other kinds of receipts it is. */
function isUnclear({ transaction_type, transaction_amount }: ListedReceipt): boolean {
  return transaction_amount > 0 && transaction_type.toLowerCase() === 'returntransaction'
}
