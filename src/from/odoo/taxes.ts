import type { TaxInput } from '../../generated/receipt-input.ts'
import { currencyDigits } from '../../standards/currency.ts'
import { type Decimal, hundredth, isSame, isZero, minus, numberOf, rounded, sum, zero } from '../decimal.ts'
import { given } from '../given.ts'
import type { Sent } from '../sent.ts'

/**
 * The taxes of an order by name, where its lines have one tax each with its name, as `web_read` gives them if it is asked to; otherwise
 * what they come to.
 */
export function taxesOf(order: Sent, lines: readonly Sent[], currency: string): TaxInput[] {
  const digits = currencyDigits(currency).minimum
  const total = order.decimal('amount_tax') ?? zero
  const printed = order.list('tax_details')
  if (printed.length > 0) return printed.map(each => taxInput(each, each.part('tax'), each.needDecimal('amount')))
  const shares = lines.map(line => ({ tax: taxOf(line), amount: taxIn(line) })).filter(({ amount }) => !isZero(amount))
  const byName = [...Map.groupBy(shares, ({ tax }) => tax && nameOf(tax)).values()]
  const named = byName.map(all => ({ tax: all[0]?.tax, amount: rounded(sum(all.map(({ amount }) => amount)), digits) }))
  const isWhole = shares.every(({ tax }) => tax) && isSame(sum(named.map(({ amount }) => amount)), total)
  if (!isWhole) return isZero(total) ? [] : [{ amount: numberOf(total) }]
  return named.map(({ tax = order, amount }) => taxInput(tax, tax, amount))
}

/** A tax by its name and rate, which has no percentage if it is an amount a piece. */
function taxInput(named: Sent, rated: Sent, amount: Decimal): TaxInput {
  const isPercent = (rated.text('amount_type') ?? 'percent') === 'percent'
  const rate = isPercent ? rated.decimal('amount') : undefined
  return given<TaxInput>({
    description: nameOf(named),
    percent: rate && numberOf(hundredth(rate)),
    amount: numberOf(amount),
  })
}

const taxIn = (line: Sent): Decimal =>
  minus(line.decimal('price_subtotal_incl') ?? zero, line.decimal('price_subtotal') ?? zero)

/** The only tax of a line; undefined if there are none or several, or only ids. */
function taxOf(line: Sent): Sent | undefined {
  const key = ['tax_ids_after_fiscal_position', 'tax_ids'].find(each => {
    const value = line.value(each)
    return Array.isArray(value) && value.length === 1 && typeof value[0] === 'object' && value[0] !== null
  })
  const tax = key === undefined ? undefined : line.list(key)[0]
  return tax && nameOf(tax) !== undefined ? tax : undefined
}

const nameOf = (tax: Sent): string | undefined => tax.text('display_name') ?? tax.text('name')
