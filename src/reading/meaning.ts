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

/** Reads a parsed receipt. */
export function readMeaning(receipt: ReceiptData): Meaning {
  const unit = unitOf(receipt)
  const kind = documentKind(receipt)
  const payment = readPayment(receipt, unit)
  const one = asOne(receipt, payment)
  const sums = readReceiptSums(one ?? receipt, kind, unit)
  return {
    kind,
    unit,
    payment,
    sums,
    savings: readSavings(one ?? receipt, sums, unit),
    sameOrder: one && receipt.orders?.[0],
  }
}
