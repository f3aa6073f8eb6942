import type { DiscountInput, FeeInput, ItemInput, TaxInput } from '../../generated/receipt-input.ts'
import { type Decimal, isZero, minus, negative, numberOf, sum, times, zero } from '../decimal.ts'
import { given } from '../given.ts'
import type { Sent } from '../sent.ts'
import { moneyIn, namesOf, type ShopifyMoney } from './order.ts'

/** A line of goods, less the discounts on it alone. */
export function itemOf(line: Sent, order: Sent, allocations: readonly Allocation[]): ItemInput {
  const money = moneyIn(order)
  const price = money(line, 'price') ?? line.needDecimal('price')
  const own = allocations.filter(each => !each.isOfAll)
  const off = sum(own.map(({ amount }) => amount))
  return given<ItemInput>({
    ...namesOf(line, order),
    price: numberOf(price),
    quantity: given({ value: line.number('quantity') }),
    discounts: own.map(({ name, amount }) => discountOf(name, amount)),
    total: numberOf(minus(times(price, line.decimal('quantity') ?? zero), off)),
  })
}

/** A share of a discount that a line bears. */
export interface Allocation {
  /** Which of the order's discounts it is of. */
  index: string
  name: string | undefined
  amount: Decimal
  /** Whether the discount is on all goods, so that it is said once. */
  isOfAll: boolean
}

/** Reads the shares of lines, with what the order says of their discounts. */
export function allocationsIn(order: Sent): (line: Sent) => Allocation[] {
  const money = moneyIn(order)
  const applications = order.list('discount_applications').map(application => ({
    name: application.text('title') ?? application.text('code') ?? application.text('description'),
    isOfAll:
      (application.text('target_selection') ?? 'all') === 'all' &&
      (application.text('allocation_method') ?? 'across') === 'across',
  }))
  return line =>
    line.list('discount_allocations').map(each => {
      const index = each.text('discount_application_index') ?? '0'
      const { name, isOfAll = true } = applications[Number(index)] ?? {}
      return { index, name, isOfAll, amount: money(each, 'amount') ?? zero }
    })
}

function discountOf(name: string | undefined, amount: Decimal): DiscountInput {
  return given<DiscountInput>({ name, amount: numberOf(negative(amount)) })
}

/** The discounts on all goods, each once; where no line bears a share of them, what they come to, less what is off shipping. */
export function discountsOf(order: Sent, allocations: readonly Allocation[]): DiscountInput[] {
  if (allocations.length === 0) return unsharedOf(order)
  const ofAll = Map.groupBy(
    allocations.filter(each => each.isOfAll),
    ({ index }) => index,
  )
  return [...ofAll.values()].map(shares => discountOf(shares[0]?.name, sum(shares.map(({ amount }) => amount))))
}

function unsharedOf(order: Sent): DiscountInput[] {
  const money = moneyIn(order)
  const offShipping = order.list('shipping_lines').map(line => {
    const [before, after] = [money(line, 'price') ?? zero, money(line, 'discounted_price')]
    return after
      ? minus(before, after)
      : sum(line.list('discount_allocations').map(each => money(each, 'amount') ?? zero))
  })
  const off = minus(money(order, 'total_discounts') ?? zero, sum(offShipping))
  const codes = order.list('discount_codes').filter(each => each.text('type') !== 'shipping')
  return off.units > 0n ? [discountOf(codes.length === 1 ? codes[0]?.text('code') : undefined, off)] : []
}

/** Shipping, duties and additional fees. */
export function feesOf(order: Sent, money: ShopifyMoney, allocationsOf: (line: Sent) => Allocation[]): FeeInput[] {
  const shipping = order
    .list('shipping_lines')
    .filter(line => !line.isTrue('is_removed'))
    .map(line => {
      const off = sum(allocationsOf(line).map(({ amount }) => amount))
      const amount = money(line, 'discounted_price') ?? minus(money(line, 'price') ?? line.needDecimal('price'), off)
      return given<FeeInput>({ description: line.text('title'), amount: numberOf(amount) })
    })
  const others = ['original_total_duties', 'original_total_additional_fees'].map(key => money(order, key) ?? zero)
  return [...shipping, ...others.filter(each => !isZero(each)).map(amount => ({ amount: numberOf(amount) }))]
}

/** The taxes of the order; failing them those of its lines, by name and rate, or what they come to. */
export function taxesOf(order: Sent): TaxInput[] {
  const money = moneyIn(order)
  const ofLines = () =>
    ['line_items', 'shipping_lines'].flatMap(key => order.list(key)).flatMap(line => line.list('tax_lines'))
  const own = order.list('tax_lines')
  const all =
    own.length > 0
      ? own.map(tax => [tax])
      : [...Map.groupBy(ofLines(), tax => `${tax.text('title')} ${tax.text('rate')}`).values()]
  const total = money(order, 'total_tax') ?? zero
  if (all.length === 0) return isZero(total) ? [] : [{ amount: numberOf(total) }]
  return all.map(taxes =>
    given<TaxInput>({
      description: taxes[0]?.text('title'),
      percent: taxes[0]?.number('rate'),
      amount: numberOf(sum(taxes.map(tax => money(tax, 'price') ?? tax.needDecimal('price')))),
    }),
  )
}
