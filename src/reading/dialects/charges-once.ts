import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { ColumnReading } from '../column/column.ts'
import { paidBy } from '../payment.ts'
import { micros, sumOf } from '../sums.ts'

/**
 * The receipt with tip and service charge once, where a till sends them among the fees or the goods, too, or one as the other: under such a name, of the
 * same amount, and neither total nor payments have both; and with its taxes once, where their sum is among them. The same receipt if it has none.
 *
 * @param reading of its column; without one, the total is known to have them once
 */
export function withChargesOnce(receipt: ReceiptData, reading?: ColumnReading): ReceiptData {
  let once = reading === undefined || reading.taxes.inside.size > 0 ? withTaxesOnce(receipt) : receipt
  for (const charge of ['tip', 'serviceCharge'] as const)
    if (receipt[charge] && reading?.[charge].isIn !== true) once = withChargeOnce(once, charge)
  return once
}

/** Without a tax that has no rate and is the sum of all others. */
function withTaxesOnce(receipt: ReceiptData): ReceiptData {
  const { taxes = [] } = receipt
  if (taxes.length < 3) return receipt
  const all = sumOf(taxes)
  const sum = taxes.find(({ amount, percent }) => percent === undefined && 2 * micros(amount) === all)
  return sum && all !== 0 ? { ...receipt, taxes: taxes.filter(tax => tax !== sum) } : receipt
}

/** A line of goods stays, and a fee is the charge. */
function withChargeOnce(receipt: ReceiptData, charge: keyof typeof names): ReceiptData {
  const { [charge]: amount, ...others } = receipt
  if (isPaidApart(receipt, amount)) return receipt
  const other = charge === 'tip' ? 'serviceCharge' : 'tip'
  if (receipt[other] === amount) return others
  const isSame = (name: string | undefined, other: number | undefined) =>
    other === amount && names[charge].test(name ?? '')
  const fee = receipt.fees?.find(({ description, amount: other }) => isSame(description, other))
  if (fee) return { ...receipt, fees: receipt.fees?.filter(each => each !== fee) ?? [] }
  return receipt.items?.some(({ name, total, price }) => isSame(name, total ?? price)) ? others : receipt
}

/** Whether the payments have it beside the total. */
function isPaidApart(receipt: ReceiptData, amount: number | undefined): boolean {
  const { grandAmount } = receipt
  return paidBy(receipt)?.(micros(grandAmount) + micros(amount)) === true
}

/** What such a charge is called, in words that begin so. */
const names = {
  tip: /(?<!\p{L})(?:tips?(?!\p{L})|gratuit|trinkg|pourboire|propin|mancia|gorjeta|drick|drikk|fooi|napiw|チップ|小[费費])/iu,
  serviceCharge: /(?<!\p{L})(?:servi|bedien|gratuit|coperto|サービス|服[务務]|봉사)/iu,
}
