import type { ItemData, OrderData } from '../receipt/data/item-data.ts'
import type { DiscountData } from '../receipt/data/money-data.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { asOne, readReceiptSums, type Sums } from './columns.ts'
import { type DocumentKind, documentKind } from './kind.ts'
import { type Payment, readPayment } from './payment.ts'
import { amountOf, type Micros, micros, sum, sumOf, unitOf } from './sums.ts'

/** What a receipt's numbers mean, derived once. None of it is in the interface, and none depends on language. */
export interface Meaning {
  kind: DocumentKind
  /** What the till rounds to. */
  unit: Micros
  payment: Payment
  /** What stands between the goods and the total. */
  sums: Sums
  savings: Savings
  /** The only order, if its sums are the receipt's: what both have is printed once, among the receipt's. */
  sameOrder: OrderData | undefined
}

/**
 * Reads a parsed receipt.
 *
 * @param like another's meaning: what its sums confirm counts as confirmed, so that the same rows are printed
 */
export function readMeaning(receipt: ReceiptData, like?: Meaning): Meaning {
  const unit = unitOf(receipt)
  const kind = documentKind(receipt)
  const payment = readPayment(receipt, unit)
  const one = asOne(receipt, payment)
  const own = readReceiptSums(one ?? receipt, kind, unit)
  const sums = like ? { ...own, ...readingOf(like.sums) } : own
  return {
    kind,
    unit,
    payment,
    sums,
    savings: readSavings(one ?? receipt, sums, unit, like?.savings),
    sameOrder: one && receipt.orders?.[0],
  }
}

/** How sums are printed, without the amounts. */
function readingOf({ steps, subtotal, fits, taxReading, repeatsDiscounts }: Sums): Partial<Sums> {
  return { steps, subtotal, fits, taxReading, repeatsDiscounts }
}

/** What a receipt's discounts took off, in the currency's major unit. */
interface Savings {
  /** 0 if there are none, or if no sum of the receipt confirms them. */
  total: number
  /** How many discounts it is the sum of. */
  count: number
}

/**
 * Reads what was saved, if the sums confirm it: gross and net, or gross and total, are that far apart; without a gross amount, each line
 * with a discount costs that much less than its price. Discounts that raise a price are no savings.
 *
 * @param like savings of as many discounts, which count as confirmed
 */
function readSavings(receipt: ReceiptData, sums: Sums, unit: Micros, like?: Savings): Savings {
  const { items = [], returns = [], orders = [] } = receipt
  const own = [...items, ...returns.flatMap(entry => entry.items ?? [])]
  const ordered = orders.flatMap(order => order.items ?? [])
  const discounts = sums.repeatsDiscounts ? [] : sums.discounts
  // A receipt with orders has sums of its own, or of both.
  for (const lines of ordered.length ? [[...own, ...ordered], own] : [own]) {
    const taken = [...lines.flatMap(allOff), ...discounts].filter(({ amount = 0 }) => amount < 0)
    const total = -sumOf(taken)
    const confirmed = like ? like.count === taken.length : isConfirmed(total, lines, receipt, sums, unit)
    if (total > 0 && confirmed) return { total: amountOf(total), count: taken.length }
  }
  return { total: 0, count: 0 }
}

function isConfirmed(
  total: Micros,
  lines: readonly ItemData[],
  { serviceCharge, tip, roundingAdjustment, grandAmount }: ReceiptData,
  { gross, net, fees, discounts, taxes, taxReading, fits }: Sums,
  unit: Micros,
): boolean {
  if (gross === undefined) return fits && lines.every(line => isCheaper(line, unit))
  const raised = sumOf([...lines.flatMap(allOff), ...discounts].filter(({ amount = 0 }) => amount > 0))
  const discounted = micros(gross) - total + raised + sumOf(fees)
  if (net !== undefined && discounted === micros(net)) return true
  const afterwards = sum([serviceCharge, tip, roundingAdjustment?.value])
  const added = taxReading === 'added' ? sumOf(taxes) : 0
  return discounted + afterwards + added === micros(grandAmount)
}

/** Whether a line costs its price less its discounts, or has none. */
function isCheaper(line: ItemData, unit: Micros): boolean {
  const { price, quantity, total } = line
  const off = sumOf(allOff(line))
  if (off === 0) return true
  if (price === undefined || total === undefined) return false
  return Math.abs(micros(price * (quantity?.value ?? 1)) + off - micros(total)) <= unit
}

function allOff({ discounts }: ItemData): readonly DiscountData[] {
  return discounts ?? none
}

const none: readonly never[] = []
