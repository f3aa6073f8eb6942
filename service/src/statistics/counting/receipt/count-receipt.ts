import type { LocaleDecision, ReceiptData } from 'counterfoil'
import { parseDateTime, readTrade, type Trade } from 'counterfoil/internal'
import type { ReceiptMeasure } from '../../../database/statistics/tables.ts'
import { type BucketKey, bucketKeyOf, currencyOf, dayThere, momentOf } from '../bucket-key.ts'
import type { Change, NameLabel } from '../change.ts'
import { scaled, scaleOf } from '../decimals.ts'
import { nameOf } from '../dimensions.ts'
import { amountsOf, booksOf } from './books.ts'
import { countItems } from './items.ts'
import { addDiscounts, addPayments, addTaxes, paymentsOf } from './parts.ts'

/** What is counted of a receipt when it is accepted. */
export interface Counted {
  bucket: BucketKey
  change: Change
  /** Whether an order or layaway was opened: a sale of nothing but ordered goods. */
  opensOrder: boolean
}

interface Countable {
  receipt: ReceiptData
  /** Its date as ISO 8601: as sent, or the time it arrived. */
  date: string
  /** The same as milliseconds since 1970. */
  dateAt: number
  locale: LocaleDecision
  receivedAt: number
  /** How many offers were shown with it. */
  offers: number
}

/**
 * Counts a receipt, apart from its mails. A pure function: the same receipt counts the same again. What counts as what is in
 * docs/what-counts.md.
 */
export function countReceipt(countable: Countable): Counted {
  const { receipt, date, dateAt, locale, receivedAt, offers } = countable
  const at = momentOf(date, locale.timeZone)
  const offset = isClockKnown(receipt, locale) ? at.utcOffset * 60_000 : undefined
  const trade = readTrade(receipt, offset)
  const books = booksOf(receipt, trade, offset)
  const { isBooked, lines, total, giftCards, taxSign, ledger } = books
  const isOrdered = ledger.kind === 'order' || (receipt.orders !== undefined && !receipt.items?.length)
  const opensOrder = trade === 'sale' && isOrdered
  const isSummed = isBooked || trade === 'payment' || trade === 'deposit'
  const currency = currencyOf(receipt, locale)
  const payments = paymentsOf(receipt, books, currency, offset)
  const { change, tip, paid, untold } = payments
  const tendered = payments.tenders.map(({ amount = 0 }) => amount)
  const amounts = amountsOf(books, [...tendered, change, tip, paid ?? 0, untold])
  const scale = isSummed ? scaleOf(amounts.all) : 2
  const bucket = bucketKeyOf(receipt, { locale, at, scale: scale ?? 2 })

  const adds: Partial<Record<ReceiptMeasure, number>> = { receipts: 1, [typeColumns[receipt.receiptType]]: 1 }
  const note = (name: ReceiptMeasure, count: number | boolean) => {
    if (count) adds[name] = Number(count)
  }
  const own = tradeColumns[trade]
  if (own !== undefined) note(own, true)
  note('revised', receipt.revision !== undefined)
  note('late', dayThere(at, receivedAt) > at.day)
  note('with_address', receipt.customer?.emailAddress !== undefined)
  note('without_offset', receipt.receiptDateTime !== undefined && !hasOffset(receipt.receiptDateTime))
  note('offers', offers)

  const { store } = receipt.workstation
  const labels: NameLabel[] = [['store', bucket.store, nameOf(store.name)]]
  // The newest receipt names a store, whenever it arrives; but none is from later than that.
  const labeledAt = Math.min(dateAt, receivedAt)
  if (!isSummed) return { bucket, change: { adds, labels, at: labeledAt }, opensOrder }

  const items = countItems(lines, amount => (scale === undefined ? 0 : scaled(amount, scale)))
  note('sales', trade === 'sale' && !lines.areGiftCards)
  note('pieces', items.pieces)
  note('pieces_returned', items.piecesReturned)
  const { parts, lines: sold = [], categories = [] } = items
  labels.push(...items.labels)
  note('unsummed', scale === undefined)
  note('taxes_from_items', isBooked && books.areItemsTaxes)
  note('discounts_ignored', amounts.hasOddDiscounts)
  note('mixed_signs', isBooked && ledger.hasMixedSigns)
  if (scale !== undefined) {
    const units = (amount: number) => scaled(amount, scale)
    note('gross_known', isBooked && receipt.grossAmount !== undefined)
    note('net_known', isBooked && receipt.netAmount !== undefined)
    for (const [index, amount] of amounts.all.entries()) {
      const of = amounts.of[index]
      if (of !== undefined) adds[of] = (adds[of] ?? 0) + units(amount)
    }
    if (isBooked) {
      note('gift_cards_sold', units(giftCards))
      note('sold', trade === 'sale' ? units(total) - units(giftCards) : 0)
      note('refunds', lines.isAllBack ? units(Math.abs(total)) : items.refunds)
      addTaxes({ parts, labels }, books.taxes, store.address.territory, amount => units(taxSign * amount))
      addDiscounts(parts, amounts.discounts, units)
    }
    const { takings, giftCardsRedeemed } = addPayments({ parts, labels }, payments, currency, units)
    note('takings_known', takings !== undefined)
    note('takings', takings ?? 0)
    note('paid_apart', isBooked ? 0 : (takings ?? 0))
    note('gift_cards_redeemed', giftCardsRedeemed + units(lines.vouchers))
  }
  return { bucket, change: { adds, parts, lines: sold, categories, labels, at: labeledAt }, opensOrder }
}

const typeColumns = {
  DigitalOnly: 'digital_only',
  PaperOnly: 'paper_only',
  DigitalAndPaper: 'digital_and_paper',
  NoReceipt: 'no_receipt',
} as const satisfies Record<ReceiptData['receiptType'], ReceiptMeasure>

/** What counts receipts of a trade; sales are counted apart, because gift cards aren't. */
const tradeColumns: Readonly<Record<Trade, ReceiptMeasure | undefined>> = {
  sale: undefined,
  return: 'returns',
  payment: 'payments',
  deposit: 'deposits',
  restatement: 'later_invoices',
  'gift-receipt': 'gift_receipts',
  'payment-request': 'payment_requests',
  training: 'training',
}

/** Whether it is known how far the clock that a receipt prints is from UTC. */
function isClockKnown({ receiptDateTime }: ReceiptData, { timeZone }: LocaleDecision): boolean {
  return (
    timeZone !== undefined || (receiptDateTime !== undefined && parseDateTime(receiptDateTime)?.offset !== undefined)
  )
}

/** Whether a date-time says how far it is from UTC. */
function hasOffset(text: string): boolean {
  return /[Zz]$|[+-]\d\d(?::?\d\d)?$/.test(text.slice(10))
}
