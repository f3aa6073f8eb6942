import type { ReceiptData } from 'counterfoil'
import {
  type CodeGroup,
  cardBrandOf,
  paidByTotal,
  paidNow,
  type TaxData,
  type TenderData,
  taxTypeOf,
  tenderTypeOf,
  tenderTypes,
} from 'counterfoil/internal'
import type { NameLabel, Part } from '../change.ts'
import { between, nameOf, type PartDimension } from '../dimensions.ts'
import type { Books } from './books.ts'

/** By type and rate: `VAT`, 0.07. Without a type, by description. @param units an amount in the receipt's units, with its sign */
export function addTaxes(
  to: { parts: Part[]; labels: NameLabel[] },
  entries: readonly TaxData[],
  territory: string | undefined,
  units: (amount: number) => number,
): void {
  for (const tax of entries) {
    const { taxTypeCode, description = '', percent = '', amount = 0, taxableAmount = 0 } = tax
    const sent = taxTypeCode ?? description
    const name = codeName(to.labels, 'taxType', taxTypeOf(tax, territory), sent, `${between}${percent}`)
    addEntry(to.parts, 'taxType', name, null, [units(amount), units(taxableAmount)])
  }
}

/** By the till's name for it. @param units an amount in the receipt's units */
export function addDiscounts(
  to: Part[],
  discounts: readonly { name: string; amount: number }[],
  units: (amount: number) => number,
): void {
  for (const { name, amount } of discounts) addEntry(to, 'discount', nameOf(name), null, [units(amount)])
}

/** A code's name among those of its dimension; one that no table has is labeled as it was sent. */
function codeName(
  labels: NameLabel[],
  dimension: PartDimension,
  { code, isListed }: CodeGroup,
  sent: string,
  more = '',
): string {
  const name = `${nameOf(code)}${more}`
  if (!isListed && code !== sent) labels.push([dimension, name, nameOf(sent)])
  return name
}

/**
 * Adds one entry. Of those with a name, the first counts the receipt, whatever their currencies: so a receipt counts once in each
 * group, though a group has a row for each currency.
 */
function addEntry(
  parts: Part[],
  dimension: PartDimension,
  name: string,
  currency: string | null,
  amounts: readonly number[],
): void {
  let isFirst = 1
  for (const part of parts) if (part[0] === dimension && part[1] === name && part[3] === 1) isFirst = 0
  parts.push([dimension, name, currency, isFirst, 1, 0, 0, ...amounts])
}

/** A receipt's payments. */
interface Payments {
  tenders: readonly TenderData[]
  /** What amounts of tenders are multiplied by. */
  sign: 1 | -1
  /** In the tenders, and given back in cash. */
  change: number
  /** In what was paid, and the staff's. */
  tip: number
  /** What was paid, with what isn't money that came in now; undefined if the receipt doesn't say. */
  paid: number | undefined
  /** What of it was paid in other money, or with tenders without an amount. */
  untold: number
}

/**
 * Reads what was paid: `tenders`, or else `tenderApplied`, or else what the total says; less change and tip.
 *
 * @param currency the receipt's, or else the merchant's
 * @param utcOffset of the clock that the receipt prints, in milliseconds, if known
 */
export function paymentsOf(sent: ReceiptData, books: Books, currency: string, utcOffset: number | undefined): Payments {
  const { trade, sign, ledger } = books
  const { receipt, column } = ledger
  const tenders = trade === 'return' ? (receipt.tenders ?? []) : paidNow(sent, utcOffset)
  const { changeDue = 0, tenderApplied } = receipt
  let [own, isWhole, givesChange] = [0, true, false]
  for (const tender of tenders) {
    if (isTold(tender, currency)) own += sign * tender.amount
    else isWhole = false
    if (sign * (tender.amount ?? 0) * books.toPay < 0) givesChange = true
  }
  const isSaid = tenders.length > 0 || tenderApplied !== undefined
  const tip = isSaid ? books.tip : 0
  const isPaid = changeDue === 0 ? () => true : paidBy(books)
  // Some tills send what they kept; others what they were handed, or change as a tender of its own.
  const isKept = (givesChange || isPaid(own)) && !isPaid(own - changeDue)
  const change = tenders.length === 0 || isKept ? 0 : changeDue
  const payments = { tenders, sign, change, tip, untold: 0 }
  if (tenders.length > 0 && isWhole) return { ...payments, paid: own - change - tip }
  const applied = tenderApplied === undefined ? undefined : sign * tenderApplied
  if (applied !== undefined) {
    const isHanded = !isPaid(applied) && isPaid(applied - changeDue)
    const paid = applied - (isHanded ? changeDue : 0) - tip
    return { ...payments, paid, untold: isWhole ? 0 : paid + tip + change - own }
  }
  const byTotal = paidByTotal(sent, trade, utcOffset)
  if (byTotal === undefined) return { ...payments, paid: undefined }
  const paid = sign * byTotal - (column.reading.tip.isIn ? tip : 0)
  return { ...payments, paid, untold: isWhole ? 0 : paid + tip + change - own }
}

/** Whether an amount is what was to pay, as a whole or less what is due or was paid before. */
function paidBy({ ledger, toPay, tip, sign }: Books): (amount: number) => boolean {
  const { payment, receipt } = ledger
  const due = Math.max(0, receipt.balanceDue ?? 0)
  const wholes = [toPay, toPay + tip, sign * payment.toPay]
  const sums = wholes.flatMap(whole => [whole, whole - due, whole - due - (payment.earlier ?? 0)])
  return amount => sums.some(sum => sum !== 0 && isAbout(amount, sum))
}

/** What payments are to a merchant's books, in units. */
interface Paid {
  /** Money that came in now, less what went out; undefined if the receipt doesn't say. */
  takings: number | undefined
  giftCardsRedeemed: number
}

/** By type of tender and, for cards, by brand; foreign money in its own currency. Change and tips stand beside the amounts. */
export function addPayments(
  to: { parts: Part[]; labels: NameLabel[] },
  payments: Payments,
  currency: string,
  units: (amount: number) => number,
): Paid {
  const { tenders, sign, change, paid } = payments
  const tips = tipsOn(payments, currency)
  let [takings, giftCardsRedeemed] = [paid === undefined ? undefined : units(paid), 0]
  const untold = new Set<'giftCard' | 'notTaken' | 'taken'>()
  for (const tender of tenders) {
    const { tenderTypeCode, amount = 0, creditDebit, currency: of = null } = tender
    const sum = units(sign * amount)
    const group = tenderTypeOf(tenderTypeCode)
    const kind = giftCards.has(group.code) ? 'giftCard' : notTaken.has(group.code) ? 'notTaken' : 'taken'
    if (!isTold(tender, currency)) untold.add(kind)
    else {
      if (kind === 'giftCard') giftCardsRedeemed += sum
      if (kind !== 'taken' && takings !== undefined) takings -= sum
    }
    const tip = units(tips.get(tender) ?? 0)
    const isOwn = of === null || of === currency
    const add = (dimension: 'tenderType' | 'cardBrand', name: string) => {
      addEntry(to.parts, dimension, name, of, isOwn && tip !== 0 ? [sum, 0, 0, 0, tip] : [sum])
      // Tips are in the receipt's money.
      if (!isOwn && tip !== 0) to.parts.push([dimension, name, null, 0, 0, 0, 0, 0, 0, 0, 0, tip])
    }
    add('tenderType', codeName(to.labels, 'tenderType', group, tenderTypeCode))
    if (!creditDebit) continue
    const { typeCode = '' } = creditDebit
    add('cardBrand', codeName(to.labels, 'cardBrand', cardBrandOf(typeCode), typeCode))
  }
  // Whatever it was paid with, change comes out of the drawer.
  if (change !== 0) to.parts.push(['tenderType', cash, null, 0, 0, 0, 0, 0, 0, 0, units(change)])
  const [kind] = untold
  if (kind === undefined || takings === undefined || (untold.size === 1 && kind === 'taken'))
    return { takings, giftCardsRedeemed }
  // How much of several in other money was which, nothing tells.
  if (untold.size > 1) return { takings: undefined, giftCardsRedeemed }
  const sum = units(payments.untold)
  return { takings: takings - sum, giftCardsRedeemed: giftCardsRedeemed + (kind === 'giftCard' ? sum : 0) }
}

/** A tip is on the first card, or else on the first tender; what is more than that, on the next. */
function tipsOn({ tenders, sign, tip }: Payments, currency: string): Map<TenderData, number> {
  const found = new Map<TenderData, number>()
  let left = tip
  const cards = tenders.filter(({ creditDebit }) => creditDebit)
  for (const tender of [...cards, ...tenders.filter(({ creditDebit }) => !creditDebit)]) {
    if (left === 0) break
    const amount = sign * (tender.amount ?? 0)
    // How much foreign money is, only its bank knows.
    const most = isTold(tender, currency) ? (amount * left > 0 ? Math.abs(amount) : 0) : Math.abs(left)
    const own = Math.sign(left) * Math.min(Math.abs(left), most)
    if (own !== 0) found.set(tender, own)
    left = Math.round((left - own) * 1e6) / 1e6
  }
  return found
}

/** Whether a tender says what it was in the receipt's money. */
function isTold(tender: TenderData, currency: string): tender is TenderData & { amount: number } {
  return tender.amount !== undefined && (tender.currency === undefined || tender.currency === currency)
}

const cash = tenderTypeOf('Cash').code

/** A gift card was paid for when it was sold. */
const giftCards = codesPaid('whenSold')

/** A deposit was paid before, and what is put on account isn't paid yet. */
const notTaken = codesPaid('before', 'later')

function codesPaid(...when: readonly (typeof tenderTypes.rows)[number]['isPaid'][]): ReadonlySet<string> {
  return new Set(tenderTypes.rows.filter(({ isPaid }) => isPaid && when.includes(isPaid)).map(({ code }) => code))
}

/** Equal, but for the remains of binary arithmetic. */
function isAbout(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other))
}
