import type { Receipt, Receipts } from '../../receipts/receipts.ts'
import { errors } from '../errors/error-response.ts'
import type { Call } from '../operation.ts'

/** The receipt in the path. @throws HttpError 404, also for another merchant's receipt */
export async function findReceipt(receipts: Receipts, { merchant, params }: Call): Promise<Receipt> {
  const id = params.receiptId ?? ''
  const receipt = /^[0-9a-f]{32}$/.test(id) ? await receipts.find(merchant.id, id) : undefined
  if (!receipt) throw errors.notFound()
  return receipt
}
