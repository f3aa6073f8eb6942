import type { DiscountInput, FeeInput, ItemInput, TaxInput } from '../../generated/receipt-input.ts'
import { type Decimal, exactlyDivided, hundredth, isZero, minus, negative, numberOf, sum, zero } from '../decimal.ts'
import { given, joined } from '../given.ts'
import type { Sent } from '../sent.ts'

/** An amount as the shop's prices are: with tax or without. */
export function withTax(line: Sent, key: string, taxKey: string, order: Sent): Decimal {
  const amount = line.needDecimal(key)
  return order.isTrue('prices_include_tax') ? sum([amount, line.decimal(taxKey) ?? zero]) : amount
}

/** What a line costs less than its subtotal, by a coupon or by hand. */
export function offOf(line: Sent, order: Sent): Decimal {
  if (!line.has('total')) return zero
  return minus(withTax(line, 'subtotal', 'subtotal_tax', order), withTax(line, 'total', 'total_tax', order))
}

/**
 * A line of an order or a refund.
 *
 * @param off what was taken off it alone
 */
export function itemOf(line: Sent, order: Sent, off: Decimal = zero): ItemInput {
  const attributes = line
    .list('meta_data')
    .filter(each => each.text('key')?.startsWith('_') === false)
    .map(each =>
      joined([each.text('display_key') ?? each.text('key'), each.text('display_value') ?? each.text('value')], ': '),
    )
  const total = withTax(line, 'subtotal', 'subtotal_tax', order)
  const price = exactlyDivided(total, line.decimal('quantity') ?? zero)
  return given<ItemInput>({
    name: line.needText('name'),
    description: joined(attributes, ', '),
    sku: line.text('sku'),
    price: price && numberOf(price),
    quantity: given({ value: line.number('quantity') }),
    discounts: isZero(off) ? undefined : [{ amount: numberOf(negative(off)) }],
    total: numberOf(minus(total, off)),
  })
}

/** Coupons, and what else is off the lines, as where a price was changed by hand; a cent a line is rounding. */
export function discountsOf(order: Sent, coupons: readonly Sent[]): DiscountInput[] {
  if (coupons.length === 0) return []
  const lines = order.list('line_items')
  const amounts = coupons.map(coupon => withTax(coupon, 'discount', 'discount_tax', order))
  const rest = minus(sum(lines.map(line => offOf(line, order))), sum(amounts))
  const named = coupons.map((coupon, at) =>
    given<DiscountInput>({ name: coupon.text('code'), amount: numberOf(negative(amounts[at] ?? zero)) }),
  )
  return numberOf(rest) > lines.length / 100 ? [...named, { amount: numberOf(negative(rest)) }] : named
}

/** Shipping, or what the shop adds. */
export function feeOf(line: Sent, order: Sent): FeeInput {
  return given<FeeInput>({
    description: line.text('method_title') ?? line.text('name'),
    amount: numberOf(withTax(line, 'total', 'total_tax', order)),
  })
}

/** The taxes of an order or a refund by rate, or what they come to. */
export function taxesOf(sent: Sent): TaxInput[] {
  const rates = sent.list('tax_lines')
  const lines = ['line_items', 'shipping_lines', 'fee_lines'].flatMap(key => sent.list(key))
  const total = sent.decimal('total_tax') ?? sum(lines.map(line => line.decimal('total_tax') ?? zero))
  if (rates.length > 0 || isZero(total)) return rates.map(taxOf)
  return [{ amount: numberOf(total) }]
}

/** A rate, on goods and shipping. */
function taxOf(tax: Sent): TaxInput {
  const percent = tax.decimal('rate_percent')
  const amount = sum([tax.needDecimal('tax_total'), tax.decimal('shipping_tax_total') ?? zero])
  return given<TaxInput>({
    description: tax.text('label'),
    percent: percent && numberOf(hundredth(percent)),
    amount: numberOf(amount),
  })
}
