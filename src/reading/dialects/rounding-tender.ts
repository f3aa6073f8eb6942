import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { isChangeName, isRoundingName } from '../../standards/codes/tender-types.ts'
import { withChanged } from '../changes.ts'
import { amountOf, sizeOf, sumOf } from '../sums.ts'

/**
 * The receipt with its rounding as such, where a till lists it as a payment: one that is called so, and is what the others are more or less than
 * the total, or nothing if the total is rounded. The same receipt if it has none.
 */
export function withRoundingApart(receipt: ReceiptData): ReceiptData {
  const { tenders = [], changeDue, balanceDue = 0, grandAmount, roundingAdjustment } = receipt
  if (tenders.length < 2 || roundingAdjustment?.value) return receipt
  const [rounding, ...more] = tenders.filter(({ tenderTypeCode }) => isRoundingName(tenderTypeCode))
  if (!rounding?.amount || more.length > 0 || sizeOf(rounding.amount) * least > sizeOf(grandAmount)) return receipt
  const others = tenders.filter(tender => tender !== rounding)
  const given = Math.abs(sumOf(others)) - sizeOf(grandAmount)
  const change = sizeOf(changeDue ?? Math.min(0, balanceDue))
  // Change may be a balance, or a payment, too, and above 0; or what was kept is sent.
  const paid = [change, 0, 2 * sumOf(others.filter(({ tenderTypeCode }) => isChangeName(tenderTypeCode)))]
  const over = paid.map(back => given - back).find(rest => rest === 0 || Math.abs(rest) === sizeOf(rounding.amount))
  if (over === undefined) return receipt
  const value = over === 0 ? rounding.amount : amountOf(over)
  return withChanged(receipt, { tenders: others, roundingAdjustment: { value } })
}

/** No shop rounds by a tenth of the total, or more. */
const least = 10
