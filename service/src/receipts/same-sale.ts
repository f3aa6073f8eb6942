import { wholeReach } from '../basics/reach.ts'
import type { Database } from '../database/database.ts'
import { findReceipt } from './receipts.ts'

/** The fields that tell one sale from another. Card data may be masked, so the rest isn't compared. */
const telling = [
  ['transactionNumber'],
  ['transactionType'],
  ['receiptDateTime'],
  ['grandAmount'],
  ['workstation', 'id'],
  ['workstation', 'store', 'id'],
]

/**
 * Whether a receipt of a merchant is of the same sale as a request: a till that isn't allowed to read can't find out for itself whether its
 * own had arrived. Undefined if the receipt was erased.
 */
export async function isSameSale(
  db: Database,
  { merchantId, receiptId }: { merchantId: string; receiptId: string },
  body: string,
): Promise<boolean | undefined> {
  const stored = await findReceipt(db, wholeReach(merchantId), receiptId)
  if (!stored) return undefined
  const [one, other] = [JSON.parse(stored.api_request) as unknown, JSON.parse(body) as unknown]
  return telling.every(path => at(one, path) === at(other, path))
}

/** As text, because tills send some numbers as such. */
function at(value: unknown, path: readonly string[]): string {
  const found = path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  )
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}
