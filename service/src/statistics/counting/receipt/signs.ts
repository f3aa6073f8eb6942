import type { ReceiptData } from 'counterfoil'
import type { CodeGroup, Trade } from 'counterfoil/internal'
import type { NameLabel, Part } from '../change.ts'
import { nameOf, type PartDimension } from '../dimensions.ts'
import { feesOf, type Lines, lineTotal } from './items.ts'

/** What each amount of a receipt is multiplied by: 1 or -1. */
export interface Signs {
  /** Of `grandAmount` and `roundingAdjustment`, which belongs to it. */
  grand: number
  gross: number
  net: number
  tip: number
  serviceCharge: number
  fees: number
  taxes: number
  taxable: number
  tenders: number
  applied: number
  /** Whether the till's own signs contradicted each other. */
  areMixed: boolean
}

/** What it takes to know a receipt's taxes. */
type Taxes = readonly { amount?: number; taxableAmount?: number }[]

/**
 * The signs of a receipt's amounts. Tills send what they pay back with either sign, and some mix them, so a return has one sign as a
 * whole: all is below 0, but for a fee that the shop keeps. An exchange that pays back has the sign of its `grandAmount`.
 *
 * @param taxes the receipt's, or its orders'
 */
export function signsOf(receipt: ReceiptData, trade: Trade, lines: Lines, taxes: Taxes): Signs {
  if (trade === 'return') return signsOfReturn(receipt, lines, taxes)
  return trade === 'sale' && receipt.grandAmount < 0 ? signsOfExchange(receipt, taxes) : asSent
}

const asSent: Signs = {
  grand: 1,
  gross: 1,
  net: 1,
  tip: 1,
  serviceCharge: 1,
  fees: 1,
  taxes: 1,
  taxable: 1,
  tenders: 1,
  applied: 1,
  areMixed: false,
}

function signsOfReturn(receipt: ReceiptData, lines: Lines, taxes: Taxes): Signs {
  const { grandAmount, grossAmount, netAmount, tip, serviceCharge, tenderApplied, tenders = [] } = receipt
  const [tax, taxable] = [sumOf(taxes, 'amount'), sumOf(taxes, 'taxableAmount')]
  const paid = sumOf(tenders, 'amount')
  const sent = [grandAmount, grossAmount, netAmount, tip, serviceCharge, tax, taxable, paid]
  return {
    grand: below0(grandAmount),
    gross: below0(grossAmount),
    net: below0(netAmount),
    tip: below0(tip),
    serviceCharge: below0(serviceCharge),
    fees: signOfFees(receipt, lines, tax),
    taxes: below0(tax),
    taxable: below0(taxable),
    tenders: below0(paid),
    applied: below0(tenderApplied),
    areMixed: sent.some(amount => (amount ?? 0) > 0) && sent.some(amount => (amount ?? 0) < 0),
  }
}

/** Taxes of an exchange may differ in sign from its total, if what came back was taxed at another rate: then the sums say so. */
function signsOfExchange({ grandAmount, netAmount, tenderApplied, tenders = [] }: ReceiptData, taxes: Taxes): Signs {
  const [tax, paid] = [sumOf(taxes, 'amount'), sumOf(tenders, 'amount')]
  const net = below0(netAmount)
  const addsUp = netAmount !== undefined && isAbout(net * netAmount + tax, grandAmount)
  const ofTaxes = addsUp ? 1 : below0(tax)
  const areMixed = net < 0 || paid > 0 || ofTaxes < 0
  return {
    ...asSent,
    net,
    taxes: ofTaxes,
    taxable: ofTaxes,
    tenders: below0(paid),
    applied: below0(tenderApplied),
    areMixed,
  }
}

/**
 * Fees in a return: one that the shop keeps makes the refund smaller, and counts above 0; one that is paid back makes it larger.
 * The sums tell; failing them, a fee with the sign of `grandAmount` is paid back.
 */
function signOfFees(receipt: ReceiptData, { returned }: Lines, tax: number): number {
  const { grandAmount, grossAmount = 0, netAmount, discounts = [] } = receipt
  const sent = sumOf(feesOf(receipt), 'amount')
  if (sent === 0) return 1
  const taken = Math.abs(sumOf(discounts, 'amount'))
  const lines = returned.reduce((sum, line) => sum + Math.abs(lineTotal(line)), 0)
  const goods = [lines, Math.abs(grossAmount)].flatMap(sum => (sum === 0 ? [] : [sum, sum - taken]))
  const grand = Math.abs(grandAmount)
  const refunds = netAmount === undefined ? [grand - Math.abs(tax), grand] : [Math.abs(netAmount)]
  const differ = (by: number) => goods.some(sum => refunds.some(refund => isAbout(sum + by, refund)))
  const fee = Math.abs(sent)
  const isKept = differ(-fee) || (!differ(fee) && sent * grandAmount < 0)
  return isKept === sent > 0 ? 1 : -1
}

function below0(amount = 0): number {
  return amount > 0 ? -1 : 1
}

function sumOf<Name extends string>(entries: readonly { [name in Name]?: number }[], name: Name): number {
  let sum = 0
  for (const entry of entries) sum += entry[name] ?? 0
  return sum
}

/** Equal, but for what a till rounds. */
function isAbout(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.015
}

/** A code's name among those of its dimension; one that no table has is labeled as it was sent. */
export function codeName(
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
export function addEntry(
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
