import { cardBrandOf, paidNow, type ReceiptData, type TenderData, type Trade, tenderTypeOf } from 'counterfoil'
import type { Label, Part } from '../change.ts'

import { addEntry, codeName, type Signs } from './signs.ts'

/** A receipt's payments, with the signs that they have in sums. */
export interface Payments {
  tenders: readonly TenderData[]
  sign: number
  /** In the tenders, and given back in cash. */
  change: number
  /** In the tenders, and the staff's. */
  tip: number
  /** What was paid, with what isn't money that came in now; undefined if the receipt doesn't say. */
  paid: number | undefined
}

/**
 * Reads what was paid. @param total what the receipt comes to @param currency the receipt's, or else the merchant's
 */
export function paymentsOf(
  receipt: ReceiptData,
  { trade, signs, total, currency }: { trade: Trade; signs: Signs; total: number; currency: string },
): Payments {
  const tenders = trade === 'payment' ? paidNow(receipt) : (receipt.tenders ?? none)
  const sign = signs.tenders
  const { changeDue = 0, balanceDue = 0, tenderApplied } = receipt
  const tip = tenders.length > 0 ? signs.tip * (receipt.tip ?? 0) : 0
  let [own, isWhole, givesChange] = [0, true, false]
  for (const { amount, currency: of } of tenders) {
    if (amount === undefined || (of !== undefined && of !== currency)) isWhole = false
    else own += sign * amount
    if (amount !== undefined && sign * amount * (total < 0 ? -1 : 1) < 0) givesChange = true
  }
  // A till that sends what it kept sends no change in the tenders, and some send change as a tender of its own.
  const isKept = givesChange || tenders.length === 0 || isAbout(own, total) || isAbout(own, total + tip)
  const change = isKept && changeDue !== 0 && !isAbout(own - Math.abs(changeDue), total) ? 0 : Math.abs(changeDue)
  const payments = { tenders, sign, change, tip }
  if (tenders.length > 0 && isWhole) return { ...payments, paid: own - change - tip }
  if (tenderApplied !== undefined) return { ...payments, paid: signs.applied * tenderApplied - tip }
  if (tenders.length === 0 && changeDue === 0) return { ...payments, paid: undefined }
  // Foreign money can't be added, but it paid all that isn't due.
  const isBooked = trade === 'sale' || trade === 'return'
  return { ...payments, paid: isBooked ? total - Math.max(0, balanceDue) : own - change - tip }
}

const none: readonly TenderData[] = []

/** What payments are to a merchant's books, in units. */
export interface Paid {
  /** Money that came in now, less what went out. */
  takings: number
  giftCardsRedeemed: number
}

/** By type of tender and, for cards, by brand; foreign money in its own currency. Change and tips stand beside the amounts. */
export function addPayments(
  to: { parts: Part[]; labels: Label[] },
  { tenders, sign, change, tip, paid }: Payments,
  currency: string,
  units: (amount: number) => number,
): Paid {
  const found: Paid = { takings: units(paid ?? 0), giftCardsRedeemed: 0 }
  const tipped = tip === 0 ? undefined : (tenders.find(({ creditDebit }) => creditDebit) ?? tenders[0])
  for (const tender of tenders) {
    const { tenderTypeCode, amount = 0, creditDebit, currency: of = null } = tender
    const sum = units(sign * amount)
    const group = tenderTypeOf(tenderTypeCode)
    const isOwn = of === null || of === currency
    if (isOwn && notTakings.has(group.code)) found.takings -= sum
    if (isOwn && giftCards.has(group.code)) found.giftCardsRedeemed += sum
    const ownTip = tender === tipped && isOwn ? units(tip) : 0
    const sums = ownTip === 0 ? [sum] : [sum, 0, 0, 0, ownTip]
    const name = codeName(to.labels, 'tenderType', group, tenderTypeCode)
    addEntry(to.parts, 'tenderType', name, of, sums)
    if (tender === tipped && !isOwn) to.parts.push(['tenderType', name, null, 0, 0, 0, 0, 0, 0, 0, 0, units(tip)])
    if (!creditDebit) continue
    const { typeCode = '' } = creditDebit
    addEntry(to.parts, 'cardBrand', codeName(to.labels, 'cardBrand', cardBrandOf(typeCode), typeCode), of, sums)
  }
  // Whatever it was paid with, change comes out of the drawer.
  if (change !== 0) to.parts.push(['tenderType', cash, null, 0, 0, 0, 0, 0, 0, 0, units(change)])
  return found
}

const cash = tenderTypeOf('Cash').code

/** A gift card was paid for when it was sold. */
const giftCards: ReadonlySet<string> = new Set(['GiftCard', 'GiftCertificate'].map(code => tenderTypeOf(code).code))

/** A deposit was paid before, and what is put on account isn't paid yet. */
const notTakings: ReadonlySet<string> = new Set([
  ...giftCards,
  ...['Deposit', 'OnAccount'].map(code => tenderTypeOf(code).code),
])

/** Equal, but for the remains of binary arithmetic. */
function isAbout(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other))
}
