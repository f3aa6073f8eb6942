import type { Receipt, Receipts } from '../../receipts/receipts.ts'
import { errors } from '../error-response.ts'
import type { Call } from '../operation.ts'

/** The receipt of the path, if it is the merchant's. @throws HttpError 404, the same for another merchant's receipt */
export async function findReceipt(receipts: Receipts, { merchant, params }: Call): Promise<Receipt> {
  const id = params.receiptId ?? ''
  const receipt = /^[0-9a-f]{32}$/.test(id) ? await receipts.find(merchant.id, id) : undefined
  if (!receipt) throw errors.notFound()
  return receipt
}
