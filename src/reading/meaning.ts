import type { OrderData } from '../receipt/data/order-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { type DocumentKind, documentKind } from './kind.ts'
import { type Payment, readPayment } from './payment.ts'
import { readSavings, type Savings } from './savings.ts'
import { type Micros, unitOf } from './sums.ts'
import { readTaxes, type TaxReading } from './taxes.ts'

/** What the numbers of a receipt mean, read off them once. Nothing here is in the interface, and nothing depends on words. */
export interface Meaning {
  kind: DocumentKind
  /** What the till rounds to. */
  unit: Micros
  taxes: TaxReading
  payment: Payment
  savings: Savings
  /** The one order whose sums are those of the receipt: what both say is printed once. */
  sameOrder: OrderData | undefined
}

/** Reads a receipt, as `parseReceipt` gave it. */
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
