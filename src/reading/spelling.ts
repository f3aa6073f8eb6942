import type { ItemData, OrderData } from '../receipt/data/item-data.ts'
import type { FeeData, TaxData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { mapped, withChanged } from './changes.ts'
import type { LedgerColumn } from './column/column.ts'
import type { DocumentKind } from './kind.ts'
import { lineSpelled, linesOf, taxSpelled } from './lines.ts'
import { type Micros, type Sign, sumOfShown, times, turnedAs, unitOf } from './sums.ts'

/** The receipt with its lines in the one spelling. */
export function withGoodsSpelled(receipt: ReceiptData, kind: DocumentKind): ReceiptData {
  const { items, returns, orders } = receipt
  const back = sumOfShown(linesOf(returns)) ?? 0
  if (kind !== 'return') return withLines(receipt, { sold: 1, back: back > 0 ? -1 : 1, backSign: -1, ordered: 1 })
  const turnOf = (lines: readonly ItemData[] | undefined): Sign => (((lines && sumOfShown(lines)) ?? 0) < 0 ? -1 : 1)
  return withLines(receipt, {
    sold: turnOf(items),
    back: back < 0 ? -1 : 1,
    backSign: 1,
    ordered: turnOf(linesOf(orders)),
  })
}

/** The receipt with the signs of its column, and without what it says twice. */
export function withAmountsSpelled(receipt: ReceiptData, column: LedgerColumn): ReceiptData {
  const { reading, taxEntries, gross, netSent } = column
  const { goods, discounts, fees, taxes, serviceCharge, tip, rounding } = reading
  const { repeated } = discounts
  const once = repeated.length > 0 ? receipt.discounts?.filter(each => !repeated.includes(each)) : receipt.discounts
  const turnedTaxes = (sent: TaxData[] | undefined) => mapped(sent, tax => taxSpelled(tax, taxes.turn))
  const turnedFees = (sent: FeeData[] | undefined) => mapped(sent, fee => turnedAs(fees, fee))
  const spelled = withChanged(receipt, {
    grandAmount: times(reading.total, receipt.grandAmount),
    grossAmount: receipt.grossAmount === undefined ? undefined : gross,
    netAmount: receipt.netAmount === undefined ? undefined : netSent,
    discounts: mapped(once, discount => turnedAs(discounts, discount)),
    fees: turnedFees(receipt.fees),
    taxes: taxes.ofItems ? [...taxEntries] : turnedTaxes(receipt.taxes),
    serviceCharge: times(serviceCharge.turn, receipt.serviceCharge),
    tip: times(tip.turn, receipt.tip),
    // An order's own are the receipt's, if that has none.
    orders: mapped(receipt.orders, order =>
      withChanged(order, { taxes: turnedTaxes(order.taxes), fees: turnedFees(order.fees) }),
    ),
  })
  const rounded = rounding.turn === -1 ? withRoundingTurned(spelled) : spelled
  return goods.turn === -1 ? withLines(rounded, { sold: -1, back: 1, backSign: -1, ordered: -1 }) : rounded
}

/** The receipt with the other sign of its rounding. */
export function withRoundingTurned(receipt: ReceiptData): ReceiptData {
  const { value } = receipt.roundingAdjustment ?? {}
  return value ? { ...receipt, roundingAdjustment: { value: -value } } : receipt
}

/** What the amounts of each list are multiplied by; `backSign` is the sign of goods in `returns`, once turned. */
interface Turns {
  sold: Sign
  back: Sign
  backSign: Sign
  ordered: Sign
}

function withLines(receipt: ReceiptData, { sold, back, backSign, ordered }: Turns): ReceiptData {
  const { items, returns, orders } = receipt
  const unit = unitOf(receipt)
  return withChanged(receipt, {
    items: mapped(items, item => lineSpelled(item, sold, 1, unit)),
    returns: mapped(returns, entry =>
      withChanged(entry, { items: mapped(entry.items, item => lineSpelled(item, back, backSign, unit)) }),
    ),
    orders: mapped(orders, order => withOrderLines(order, ordered, unit)),
  })
}

function withOrderLines(order: OrderData, turn: Sign, unit: Micros): OrderData {
  const items = mapped(order.items, item => lineSpelled(item, turn, 1, unit))
  if (turn === 1) return withChanged(order, { items })
  const above0 = (amount: number | undefined) => amount && Math.abs(amount)
  const [totalAmount, grossAmount, netAmount] = [order.totalAmount, order.grossAmount, order.netAmount].map(above0)
  return withChanged(order, { items, totalAmount, grossAmount, netAmount })
}
