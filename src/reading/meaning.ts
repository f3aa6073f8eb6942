import type { OrderData } from '../receipt/data/order-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { asOne, readReceiptSums, type Sums } from './columns.ts'
import { type DocumentKind, documentKind } from './kind.ts'
import { type Payment, readPayment } from './payment.ts'
import { readSavings, type Savings } from './savings.ts'
import { type Micros, unitOf } from './sums.ts'

/** What a receipt's numbers mean, derived once. None of it is in the interface, and none depends on language. */
export interface Meaning {
  kind: DocumentKind
  /** What the till rounds to. */
  unit: Micros
  payment: Payment
  /** What stands between the goods and the total. */
  sums: Sums
  savings: Savings
  /** The only order, if its sums are the receipt's: what both have is printed once, among the receipt's. */
  sameOrder: OrderData | undefined
}

/**
 * Reads a parsed receipt.
 *
 * @param like another's meaning: what its sums confirm counts as confirmed, so that the same rows are printed
 */
export function readMeaning(receipt: ReceiptData, like?: Meaning): Meaning {
  const unit = unitOf(receipt)
  const kind = documentKind(receipt)
  const payment = readPayment(receipt, unit)
  const one = asOne(receipt, payment)
  const own = readReceiptSums(one ?? receipt, kind, unit)
  const sums = like ? { ...own, ...readingOf(like.sums) } : own
  return {
    kind,
    unit,
    payment,
    sums,
    savings: readSavings(one ?? receipt, sums, unit, like?.savings),
    sameOrder: one && receipt.orders?.[0],
  }
}

/** How sums are printed, without the amounts. */
function readingOf({ steps, subtotal, fits, taxReading, repeatsDiscounts }: Sums): Partial<Sums> {
  return { steps, subtotal, fits, taxReading, repeatsDiscounts }
}
