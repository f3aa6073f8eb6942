import type { ReceiptData } from 'counterfoil'
import {
  cardBrandOf,
  type ItemData,
  paidNow,
  saleTotal,
  type TaxData,
  type TenderData,
  type Trade,
  taxTypeOf,
  tenderTypeOf,
  tenderTypes,
} from 'counterfoil/internal'
import type { ReceiptMeasure } from '../../../database/statistics/tables.ts'
import type { NameLabel, Part } from '../change.ts'
import { between } from '../dimensions.ts'
import { feesOf, type Lines, lineTotal } from './items.ts'
import { addEntry, codeName, type Signs } from './signs.ts'

/** A receipt's amounts: every one that is added anywhere, and at the same index the sum that it adds to, if any. */
interface Amounts {
  all: number[]
  of: (ReceiptMeasure | undefined)[]
  /** A discount was above 0, which raises the price, or is a saving in a shape that the interface doesn't have. */
  hasOddDiscounts: boolean
}

/** What a receipt comes to in the books, with its sign there. */
export function totalOf(receipt: ReceiptData, trade: Trade, { grand }: Signs): number {
  return trade === 'sale' ? saleTotal(receipt) : grand * receipt.grandAmount
}

/** What a receipt consists of, and how its amounts count. */
interface Content {
  trade: Trade
  signs: Signs
  total: number
  lines: Lines
  taxes: Taxes
  payments: Payments
}

/**
 * Gathers a receipt's amounts, with the signs that they have in sums. A payment has none but what was paid: its other amounts are
 * those of the sale, which were counted with it. Discounts are positive; those on what came back are taken back.
 */
export function amountsOf(receipt: ReceiptData, content: Content): Amounts {
  const { trade, signs, total, lines, taxes, payments } = content
  const amounts: Amounts = { all: [], of: [], hasOddDiscounts: false }
  const add = (amount: number, of?: ReceiptMeasure) => {
    if (amount === 0) return
    amounts.all.push(amount)
    amounts.of.push(of)
  }
  const { tip = 0, changeDue = 0, roundingAdjustment, balanceDue = 0, tenderApplied = 0 } = receipt
  add(signs.tip * tip, 'tips')
  add(Math.abs(changeDue), 'change_due')
  add(signs.grand * (roundingAdjustment?.value ?? 0), 'rounding')
  for (const { amount = 0 } of payments.tenders) add(amount)
  add(payments.change)
  add(payments.tip)
  if (payments.paid !== undefined && payments.tenders.length === 0) add(tenderApplied)
  if (trade !== 'sale' && trade !== 'return') return amounts

  const isReturn = trade === 'return'
  const addDiscounts = (discounts: ReceiptData['discounts'], isTakenBack: boolean) => {
    if (!discounts) return
    for (const { amount = 0 } of discounts) {
      if (isTakenBack) add(-Math.abs(amount), 'discounts')
      else if (amount < 0) add(-amount, 'discounts')
      else if (amount > 0) amounts.hasOddDiscounts = true
    }
  }
  add(signs.gross * (receipt.grossAmount ?? 0), 'gross')
  add(signs.net * (receipt.netAmount ?? 0), 'net')
  add(total, 'grand')
  add(balanceDue)
  add(signs.serviceCharge * (receipt.serviceCharge ?? 0), 'service_charges')
  for (const { amount = 0 } of feesOf(receipt)) add(signs.fees * amount, 'fees')
  for (const { amount = 0, taxableAmount = 0 } of taxes.entries) {
    add(signs.taxes * amount, 'taxes')
    add(taxableAmount)
  }
  addDiscounts(receipt.discounts, isReturn)
  for (const line of lines.sold) {
    add(lineTotal(line))
    addDiscounts(line.discounts, false)
  }
  for (const line of lines.returned) {
    add(lineTotal(line))
    addDiscounts(line.discounts, true)
  }
  return amounts
}

/** A receipt's taxes, and where they were: what is more general wins as a whole, because it repeats what is more special. */
interface Taxes {
  entries: readonly TaxData[]
  from: 'receipt' | 'orders' | 'items'
}

/** The taxes of a receipt, or else of its orders, or else of its lines; what came back is below 0 among those of lines. */
export function taxesOf({ taxes, orders }: ReceiptData, { sold, returned }: Lines): Taxes {
  if (taxes?.length) return { entries: taxes, from: 'receipt' }
  const ordered = orders?.flatMap(order => order.taxes ?? []) ?? []
  if (ordered.length > 0) return { entries: ordered, from: 'orders' }
  if (!sold.some(hasTaxes) && !returned.some(hasTaxes)) return none
  return { entries: [...sold.flatMap(line => line.taxes ?? []), ...returned.flatMap(takenBack)], from: 'items' }
}

const none: Taxes = { entries: [], from: 'receipt' }

function hasTaxes({ taxes }: ItemData): boolean {
  return taxes !== undefined && taxes.length > 0
}

function takenBack({ taxes = [] }: ItemData): TaxData[] {
  return taxes.map(({ amount = 0, taxableAmount = 0, ...tax }) => ({
    ...tax,
    amount: -Math.abs(amount),
    taxableAmount: -Math.abs(taxableAmount),
  }))
}

/** By type and rate: `VAT`, 0.07. Without a type, by description. */
export function addTaxes(
  to: { parts: Part[]; labels: NameLabel[] },
  { entries }: Taxes,
  territory: string | undefined,
  units: { amount: (sent: number) => number; taxable: (sent: number) => number },
): void {
  for (const tax of entries) {
    const { taxTypeCode, description = '', percent = '', amount = 0, taxableAmount = 0 } = tax
    const sent = taxTypeCode ?? description
    const name = codeName(to.labels, 'taxType', taxTypeOf(tax, territory), sent, `${between}${percent}`)
    addEntry(to.parts, 'taxType', name, null, [units.amount(amount), units.taxable(taxableAmount)])
  }
}

/** A receipt's payments, with the signs that they have in sums. */
interface Payments {
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
  const tenders = trade === 'payment' ? paidNow(receipt) : (receipt.tenders ?? noTenders)
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

const noTenders: readonly TenderData[] = []

/** What payments are to a merchant's books, in units. */
interface Paid {
  /** Money that came in now, less what went out. */
  takings: number
  giftCardsRedeemed: number
}

/** By type of tender and, for cards, by brand; foreign money in its own currency. Change and tips stand beside the amounts. */
export function addPayments(
  to: { parts: Part[]; labels: NameLabel[] },
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
    const names: [dimension: 'tenderType' | 'cardBrand', name: string][] = [
      ['tenderType', codeName(to.labels, 'tenderType', group, tenderTypeCode)],
    ]
    if (creditDebit) {
      const { typeCode = '' } = creditDebit
      names.push(['cardBrand', codeName(to.labels, 'cardBrand', cardBrandOf(typeCode), typeCode)])
    }
    // A tip is in the receipt's money, also if it was paid in other money.
    const otherTip = tender === tipped && !isOwn ? units(tip) : 0
    for (const [dimension, name] of names) {
      addEntry(to.parts, dimension, name, of, sums)
      if (otherTip !== 0) to.parts.push([dimension, name, null, 0, 0, 0, 0, 0, 0, 0, 0, otherTip])
    }
  }
  // Whatever it was paid with, change comes out of the drawer.
  if (change !== 0) to.parts.push(['tenderType', cash, null, 0, 0, 0, 0, 0, 0, 0, units(change)])
  return found
}

const cash = tenderTypeOf('Cash').code

/** A gift card was paid for when it was sold. */
const giftCards = codesThat(isPaid => isPaid === 'whenSold')

/** A deposit was paid before, and what is put on account isn't paid yet. */
const notTakings = codesThat(isPaid => isPaid !== undefined)

function codesThat(is: (isPaid: (typeof tenderTypes.rows)[number]['isPaid']) => boolean): ReadonlySet<string> {
  return new Set(tenderTypes.rows.filter(({ isPaid }) => is(isPaid)).map(({ code }) => code))
}

/** Equal, but for the remains of binary arithmetic. */
function isAbout(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-6 * Math.max(1, Math.abs(other))
}
