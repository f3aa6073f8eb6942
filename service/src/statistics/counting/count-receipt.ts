import { documentKind, type LocaleDecision, type ReceiptData } from 'counterfoil'
import type { ReceiptMeasure } from '../../database/statistics/columns.ts'
import type { Change, Label } from './change.ts'
import { scaled, scaleOf } from './decimals.ts'
import { nameOf } from './dimensions.ts'
import { countItems, linesOf } from './items.ts'
import { addPayments, addTaxes, amountsOf } from './money.ts'
import { dayThere, momentOf, type Place, placeOf } from './place.ts'

/** What is counted of a receipt when it is accepted. */
export interface Counted {
  place: Place
  change: Change
}

export interface Countable {
  receipt: ReceiptData
  /** Its date as ISO 8601: as sent, or the time it arrived. */
  date: string
  locale: LocaleDecision
  receivedAt: number
  /** How many offers were shown with it. */
  offers: number
  /** Whether the till sent an address to mail it to. */
  isMailed: boolean
}

/** Counts a receipt, apart from its mails. A pure function: the same receipt counts the same again. */
export function countReceipt(countable: Countable): Counted {
  const { receipt, date, locale, receivedAt, offers, isMailed } = countable
  const at = momentOf(date, locale.timeZone)
  const kind = isTraining(receipt) ? 'training' : documentKind(receipt)
  const isSummed = kind !== 'training' && kind !== 'payment-link'
  const lines = linesOf(receipt, kind === 'return')
  const amounts = amountsOf(receipt, lines)
  const scale = isSummed ? scaleOf(amounts.all) : 2
  const place = placeOf(receipt, { locale, at, scale: scale ?? 2 })

  const adds: Partial<Record<ReceiptMeasure, number>> = { receipts: 1, [typeColumns[receipt.receiptType]]: 1 }
  const note = (name: ReceiptMeasure, count: number | boolean) => {
    if (count) adds[name] = Number(count)
  }
  note('sales', isSummed && kind !== 'return')
  note('returns', kind === 'return')
  note('payment_requests', kind === 'payment-link')
  note('training', kind === 'training')
  note('revised', receipt.revision !== undefined)
  note('late', dayThere(at, receivedAt) > at.day)
  note('with_address', isMailed)
  note('offers', offers)

  const { store } = receipt.workstation
  const labels: Label[] = [['store', place.store, nameOf(store.name)]]
  if (!isSummed) return { place, change: { adds, labels, at: receivedAt } }

  // Tills send what they pay back with either sign.
  const sign = kind === 'return' && receipt.grandAmount > 0 ? -1 : 1
  const items = countItems(lines, amount => (scale === undefined ? 0 : scaled(amount, scale)))
  note('pieces', items.pieces)
  note('pieces_returned', items.piecesReturned)
  const { parts, lines: sold = [], categories = [] } = items
  labels.push(...items.labels)
  note('unsummed', scale === undefined)
  if (scale !== undefined) {
    const units = (amount: number) => scaled(sign * amount, scale)
    note('gross_known', receipt.grossAmount !== undefined)
    note('net_known', receipt.netAmount !== undefined)
    for (const [index, of] of amounts.of.entries())
      if (of !== undefined) adds[of] = (adds[of] ?? 0) + units(amounts.all[index]!)
    if (kind !== 'return') note('sold', units(receipt.grandAmount))
    note('refunds', kind === 'return' ? scaled(Math.abs(receipt.grandAmount), scale) : items.refunds)
    addPayments(parts, labels, receipt, units)
    addTaxes(parts, labels, receipt, units)
  }
  return { place, change: { adds, parts, lines: sold, categories, labels, at: receivedAt } }
}

const typeColumns = {
  DigitalOnly: 'digital_only',
  PaperOnly: 'paper_only',
  DigitalAndPaper: 'digital_and_paper',
  NoReceipt: 'no_receipt',
} as const satisfies Record<ReceiptData['receiptType'], ReceiptMeasure>

/** Nothing was sold. */
function isTraining({ mode }: ReceiptData): boolean {
  return /^(?:training|test)$/i.test(mode ?? '')
}
