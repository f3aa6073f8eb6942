import { createBoundedCache } from '../locale/bounded-cache.ts'
import { emsOf, lettersIn } from '../locale/format/ems.ts'
import type { ReceiptView, TendersView } from '../view/receipt-view.ts'

/**
 * The width that the longest label of the details needs, in px at 13 px a letter.
 *
 * @param hasCustomer whether the page has the reader's own address
 */
export function labelWidth(view: ReceiptView, hasCustomer: boolean): number {
  let most = least
  const note = (label: string | undefined) => {
    if (label) most = Math.max(most, widths.get(label, widthOf))
  }
  eachLabel(view, hasCustomer, note)
  return most
}

/** Words that come again and again. */
const widths = createBoundedCache<number>(500)

function widthOf(label: string): number {
  return Math.ceil(Math.max(emsOf(label) * letter, lettersIn(label) * letterOfClassic))
}

/** The most that leaves the facts of a phone of 360 px room for what stands in one piece. */
export const phoneLabel = 128

/** The same of a phone of 320 px. */
export const smallPhoneLabel = 106

/** The most that leaves the facts of a wide mail half of it. */
export const wideLabel = 240

/** Height of a letter in the mail's stylesheet. */
const letter = 13
/** Width of each letter in the look classic. */
const letterOfClassic = 7.2
/** Short words of joined letters are wider than their letters. */
const least = 40

function eachLabel(view: ReceiptView, hasCustomer: boolean, note: (label: string | undefined) => void): void {
  const { details, orders, deposit, related, soldTo, loyalty, signature, documents } = view
  for (const { subject } of details.about) note(subject)
  note(details.order?.subject)
  for (const { subject } of details.goods) note(subject)
  for (const { label } of deposit?.lines ?? []) note(label)
  const ofPayments = (paid: TendersView | undefined) => {
    for (const { detail } of paid?.tenders ?? []) note(detail?.subject)
  }
  ofPayments(view.tenders)
  ofPayments(view.tenderHistory)
  for (const order of orders) {
    ofPayments(order.history)
    note(order.soldTo?.title)
    for (const { label } of order.depositAccounts) note(label)
  }
  if (hasCustomer) note(view.customer?.title)
  for (const part of [soldTo, related, loyalty, signature, documents]) note(part?.title)
}
