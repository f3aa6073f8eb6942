import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { withChanged } from '../changes.ts'
import { areDepositsSaid, type Payment } from '../payment.ts'
import { sumOf } from '../sums.ts'

/**
 * The only order as part of its receipt, if it has the receipt's total, or none, and neither says another amount: both are one column then, in
 * which each amount stands once. Undefined if they aren't.
 *
 * @param receipt one whose goods have their signs
 */
export function asOne(receipt: ReceiptData, payment: () => Payment): ReceiptData | undefined {
  const [order] = receipt.orders ?? []
  if (!order || receipt.orders?.length !== 1 || receipt.items?.length || receipt.returns?.length) return undefined
  if (Math.abs(order.totalAmount ?? receipt.grandAmount) !== Math.abs(receipt.grandAmount)) return undefined
  // A deposit stands below its order's total.
  const { deposits = [], tenderHistory } = order
  if (sumOf(deposits) !== 0 && !areDepositsSaid({ deposits, tenderHistory }, payment(), receipt)) return undefined
  const gross = oneOf(receipt.grossAmount, order.grossAmount)
  const net = oneOf(receipt.netAmount, order.netAmount)
  const { taxes = [], fees = [] } = receipt
  const { taxes: ordersTaxes = [], fees: ordersFees = [], items = [] } = order
  if (!gross || !net || (taxes.length && ordersTaxes.length && Math.abs(sumOf(taxes)) !== Math.abs(sumOf(ordersTaxes))))
    return undefined
  const others = ordersFees.filter(
    other => !fees.some(fee => fee.amount === other.amount && fee.description === other.description),
  )
  return withChanged(receipt, {
    ...{ grossAmount: gross[0], netAmount: net[0], items, orders: [] },
    ...{ taxes: taxes.length ? taxes : ordersTaxes, fees: [...fees, ...others] },
  })
}

/** What two say, in a list; undefined if they differ. */
function oneOf(one: number | undefined, other: number | undefined): [number | undefined] | undefined {
  return one === undefined || other === undefined || Math.abs(one) === Math.abs(other) ? [one ?? other] : undefined
}
