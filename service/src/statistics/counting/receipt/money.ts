import { type ReceiptData, saleTotal, type Trade } from 'counterfoil'

import type { ReceiptMeasure } from '../../../database/statistics/tables.ts'
import { feesOf } from './fees.ts'
import { type Lines, lineTotal } from './items.ts'
import type { Payments } from './payments.ts'
import type { Signs } from './signs.ts'
import type { Taxes } from './taxes.ts'

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
