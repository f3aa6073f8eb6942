import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import { tenderTypes } from '../../standards/codes/tender-types.ts'
import { withChanged } from '../changes.ts'
import { mayHaveToday, paidToday } from '../payment.ts'
import { historyOf } from '../payment-days.ts'
import { amountOf, type Micros, micros, sum, sumOf } from '../sums.ts'

/**
 * The receipt with what is due after its payment, where its till sends what was due before that, or the same below 0. Only where all payments are
 * known, and come to it exactly: what was paid on account, or by a means that nobody knows, may be due still. The same receipt if it has none.
 *
 * @param receipt a sale or an order in the one spelling
 * @param beside what tip and the like are beside the total
 */
export function withBalanceAfter(receipt: ReceiptData, beside: Micros): ReceiptData {
  const { balanceDue, tenders = [], grandAmount, orders = [], deposit } = receipt
  const due = micros(balanceDue)
  if (due === 0 || grandAmount <= 0 || tenders.length === 0) return receipt
  // The total is a deposit's, and this is what is left of its order.
  const ordered = sum(orders.map(({ totalAmount }) => totalAmount))
  const onDeposit = sum([deposit, ...orders.map(({ deposits }) => deposits?.at(-1))].map(each => each?.balanceDue))
  if (ordered === micros(grandAmount) + due || onDeposit === due) return receipt
  if (!tenders.every(({ tenderTypeCode }) => paidWith.has(kindOf(tenderTypeCode)))) return receipt
  const [today, before] = [paidToday(receipt), sumOf(historyOf(receipt))]
  const left = [0, beside]
    .map(more => micros(grandAmount) + more - before - today)
    .find(rest => rest >= 0 && isDueOf(rest))
  return withChanged(receipt, { balanceDue: left === undefined ? undefined : amountOf(left) })

  function isDueOf(rest: Micros): boolean {
    if (today <= 0 || due === -rest) return today > 0 && rest > 0
    const isBefore = [due, due + beside].includes(rest + today)
    return isBefore && (before > 0 ? !mayHaveToday(receipt, today) : rest === 0)
  }
}

function kindOf(tenderTypeCode: string): string | undefined {
  return tenderTypes.find(tenderTypeCode)?.kind
}

const paidWith: ReadonlySet<string | undefined> = new Set(['cash', 'card', 'wallet'])
