import { type Decimal, isSame, minus, sum, zero } from '../decimal.ts'
import type { Sent } from '../sent.ts'
import type { StripeMoney } from './money.ts'

/** What a credit of the customer's and credit notes took off before anything was paid; below 0 if the invoice is, and adds to the credit. */
export function creditOn(invoice: Sent, total: Decimal, money: StripeMoney): Decimal {
  const [before, after] = [money.of(invoice, 'starting_balance') ?? zero, money.of(invoice, 'ending_balance') ?? zero]
  if (total.units < 0n && invoice.has('ending_balance')) return minus(after, before)
  const notes = money.of(invoice, 'pre_payment_credit_notes_amount') ?? zero
  if (before.units >= 0n) return notes
  return sum([notes, minus(after.units < 0n ? after : zero, before)])
}

/** What the customer owed before, and paid with this invoice. */
export function owedOn(invoice: Sent, total: Decimal, money: StripeMoney): Decimal {
  const before = money.of(invoice, 'starting_balance') ?? zero
  const due = money.of(invoice, 'amount_due') ?? total
  return before.units > 0n && isSame(due, sum([total, before])) ? before : zero
}
