import type { OrderData } from '../../../receipt/data/order-data.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import { plainCode } from '../../codes.ts'

/** How the customer gets the items. */
export type Handover = 'delivery' | 'pickup'

/** How an order reaches the customer, according to the order, else its receipt. Undefined if neither says. */
export function orderHandover(order: OrderData, receipt: ReceiptData): Handover | undefined {
  return handovers.get(plainCode(order.action ?? '')) ?? handovers.get(plainCode(receipt.transactionType))
}

/** The same for a whole receipt: what all its orders say, else its type. */
export function receiptHandover(receipt: ReceiptData): Handover | undefined {
  const [one, ...others] = new Set((receipt.orders ?? []).map(order => orderHandover(order, receipt)))
  return others.length ? undefined : (one ?? handovers.get(plainCode(receipt.transactionType)))
}

const handovers = new Map<string, Handover>([
  ['delivery', 'delivery'],
  ['homedelivery', 'delivery'],
  ['pickup', 'pickup'],
  ['bopus', 'pickup'],
  ['bopis', 'pickup'],
  ['clickandcollect', 'pickup'],
])
