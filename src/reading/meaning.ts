import type { OrderData } from '../receipt/data/order-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { type DocumentKind, documentKind } from './kind.ts'
import { type Payment, readPayment } from './payment.ts'
import { readSavings, type Savings } from './savings.ts'
import { type Micros, unitOf } from './sums.ts'
import { readTaxes, type TaxReading } from './taxes.ts'

/** What a receipt's numbers mean, derived once. None of it is in the interface, and none depends on language. */
export interface Meaning {
  kind: DocumentKind
  /** What the till rounds to. */
  unit: Micros
  taxes: TaxReading
  payment: Payment
  savings: Savings
  /** The only order, if its sums equal the receipt's: what both have is printed once. */
  sameOrder: OrderData | undefined
}

/** Reads a parsed receipt. */
export function readMeaning(receipt: ReceiptData): Meaning {
  const unit = unitOf(receipt)
  return {
    kind: documentKind(receipt),
    unit,
    taxes: readTaxes(receipt, unit),
    payment: readPayment(receipt, unit),
    savings: readSavings(receipt),
    sameOrder: sameOrder(receipt),
  }
}

function sameOrder({ orders = [], grandAmount }: ReceiptData): OrderData | undefined {
  const [order] = orders
  return orders.length === 1 && order?.totalAmount === grandAmount ? order : undefined
}
