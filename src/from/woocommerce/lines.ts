import type { FeeInput, ItemInput, TaxInput } from '../../generated/receipt-input.ts'
import { type Decimal, exactlyDivided, hundredth, numberOf, sum, zero } from '../decimal.ts'
import { given, joined } from '../given.ts'
import type { Sent } from '../sent.ts'

/** An amount as the shop's prices are: with tax or without. */
export function withTax(line: Sent, key: string, taxKey: string, order: Sent): Decimal {
  const amount = line.needDecimal(key)
  return order.isTrue('prices_include_tax') ? sum([amount, line.decimal(taxKey) ?? zero]) : amount
}

/** A line of an order or a refund. */
export function itemOf(line: Sent, order: Sent): ItemInput {
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
    total: numberOf(total),
  })
}

/** Shipping, or what the shop adds. */
export function feeOf(line: Sent, order: Sent): FeeInput {
  return given<FeeInput>({
    description: line.text('method_title') ?? line.text('name'),
    amount: numberOf(withTax(line, 'total', 'total_tax', order)),
  })
}

/** A rate of an order or a refund, on goods and shipping. */
export function taxOf(tax: Sent): TaxInput {
  const percent = tax.decimal('rate_percent')
  const amount = sum([tax.needDecimal('tax_total'), tax.decimal('shipping_tax_total') ?? zero])
  return given<TaxInput>({
    description: tax.text('label'),
    percent: percent && numberOf(hundredth(percent)),
    amount: numberOf(amount),
  })
}
