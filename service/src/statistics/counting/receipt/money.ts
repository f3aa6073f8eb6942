import { type ItemData, type ReceiptData, saleTotal, type TaxData, type Trade, taxTypeOf } from 'counterfoil'
import type { ReceiptMeasure } from '../../../database/statistics/tables.ts'
import type { Label, Part } from '../change.ts'
import { between } from '../dimensions.ts'
import { feesOf, type Lines, lineTotal } from './items.ts'
import type { Payments } from './payments.ts'
import { addEntry, codeName, type Signs } from './signs.ts'

/** A receipt's amounts: every one that is added anywhere, and at the same index the sum that it adds to, if any. */
export interface Amounts {
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
export interface Content {
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
  to: { parts: Part[]; labels: Label[] },
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
