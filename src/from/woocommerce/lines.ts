import type { DiscountInput, FeeInput, ItemInput, TaxInput } from '../../generated/receipt-input.ts'
import { currencyDigits } from '../../standards/currency.ts'
import {
  type Decimal,
  exactlyDivided,
  hundredth,
  isZero,
  minus,
  negative,
  numberOf,
  rounded,
  sum,
  zero,
} from '../decimal.ts'
import { given, joined } from '../given.ts'
import type { Sent } from '../sent.ts'
import { fullPriceOf } from './deposits.ts'
import { plainText } from './plain-text.ts'

/** An amount as the shop's prices are: with tax or without. The API may have more decimals than the currency. */
function withTax(line: Sent, key: string, taxKey: string, order: Sent): Decimal {
  const amount = line.needDecimal(key)
  const whole = order.isTrue('prices_include_tax') ? sum([amount, line.decimal(taxKey) ?? zero]) : amount
  return rounded(whole, digitsOf(order))
}

/** The decimals of the currency, or of a total that has more. */
function digitsOf(order: Sent): number {
  const decimals = /\.(\d*[1-9])0*$/.exec(order.text('total') ?? '')?.[1] ?? ''
  return Math.max(currencyDigits(order.text('currency')).minimum, decimals.length)
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
  const attributes = line.list('meta_data').flatMap(each => attributeOf(each) ?? [])
  const full = fullPriceOf(line)
  const whole = full && (order.isTrue('prices_include_tax') ? sum([full.net, full.tax]) : full.net)
  const subtotal = whole ? rounded(whole, digitsOf(order)) : withTax(line, 'subtotal', 'subtotal_tax', order)
  // What costs more than before was raised by hand, or rounded.
  const total = off.units < 0n ? minus(subtotal, off) : subtotal
  const less = off.units < 0n ? zero : off
  const price = exactlyDivided(total, line.decimal('quantity') ?? zero)
  return given<ItemInput>({
    name: plainText(line.needText('name')),
    description: joined(attributes, ', '),
    sku: line.text('sku'),
    price: price && numberOf(price),
    // An amount of a line may be refunded without a piece of it.
    quantity: given({ value: line.number('quantity') || undefined }),
    discounts: isZero(less) ? undefined : [{ amount: numberOf(negative(less)) }],
    total: numberOf(minus(total, less)),
  })
}

/** What was chosen, such as a size. Plugins hide what is theirs behind an underscore, or keep objects. */
function attributeOf(meta: Sent): string | undefined {
  const value = meta.text('display_value') ?? meta.text('value')
  if (value === undefined || meta.text('key')?.startsWith('_') !== false) return undefined
  return joined(
    [meta.text('display_key') ?? meta.text('key'), value].map(text => text && plainText(text)),
    ': ',
  )
}

/** Coupons, and what else is off the lines, as where a price was changed by hand; a cent a line is rounding. */
export function discountsOf(order: Sent, coupons: readonly Sent[]): DiscountInput[] {
  if (coupons.length === 0) return []
  const lines = order.list('line_items')
  const amounts = coupons.map(coupon => withTax(coupon, 'discount', 'discount_tax', order))
  const rest = minus(sum(lines.map(line => offOf(line, order))), sum(amounts))
  // A coupon for shipping takes nothing off the goods.
  const named = coupons.flatMap((coupon, at) => {
    const amount = amounts[at] ?? zero
    return isZero(amount)
      ? []
      : [given<DiscountInput>({ name: coupon.text('code'), amount: numberOf(negative(amount)) })]
  })
  return numberOf(rest) > lines.length / 100 ? [...named, { amount: numberOf(negative(rest)) }] : named
}

/** Shipping, or what the shop adds. */
export function feeOf(line: Sent, order: Sent): FeeInput {
  const name = line.text('method_title') ?? line.text('name')
  return given<FeeInput>({
    description: name && plainText(name),
    amount: numberOf(withTax(line, 'total', 'total_tax', order)),
  })
}

/**
 * The taxes of an order or a refund by rate, or what they come to.
 *
 * @param toCome what a later payment bears
 */
export function taxesOf(sent: Sent, order: Sent, toCome: Decimal = zero): TaxInput[] {
  const rates = sent.list('tax_lines')
  const lines = ['line_items', 'shipping_lines', 'fee_lines'].flatMap(key => sent.list(key))
  const total = sent.decimal('total_tax') ?? sum(lines.map(line => line.decimal('total_tax') ?? zero))
  const whole = numberOf(rounded(sum([total, toCome]), digitsOf(order)))
  if (!isZero(toCome))
    return [rates.length === 1 && rates[0] ? { ...taxOf(rates[0], order), amount: whole } : { amount: whole }]
  if (rates.length > 0 || isZero(total)) return rates.map(tax => taxOf(tax, order))
  return [{ amount: whole }]
}

/** A rate, on goods and shipping. */
function taxOf(tax: Sent, order: Sent): TaxInput {
  const percent = tax.decimal('rate_percent')
  const amount = sum([tax.needDecimal('tax_total'), tax.decimal('shipping_tax_total') ?? zero])
  return given<TaxInput>({
    description: tax.text('label'),
    percent: percent && numberOf(hundredth(percent)),
    amount: numberOf(rounded(amount, digitsOf(order))),
  })
}
