import type { DiscountInput } from '../../generated/receipt-input.ts'
import { type Decimal, minus, negative, numberOf, sum } from '../decimal.ts'
import { given } from '../given.ts'
import type { Sent } from '../sent.ts'
import type { CurrentOrder } from './edits.ts'
import { moneyIn, shippedFor, shippingLinesOf, wordIn } from './order.ts'

/** A share of a discount that a line bears. */
export interface Allocation {
  /** Which of the order's discounts it is of. */
  index: string
  name: string | undefined
  amount: Decimal
  /** Whether the discount is on all goods, so that it is said once. */
  isOfAll: boolean
}

/** Reads the shares of lines, with what the order says of their discounts; GraphQL may say it at the share. */
export function allocationsIn(order: Sent, { leftOf }: CurrentOrder): (line: Sent) => Allocation[] {
  const money = moneyIn(order)
  const applications = order.list('discount_applications').map(applicationOf)
  return line =>
    line.list('discount_allocations').map(each => {
      const own = each.part('discount_application')
      const { name: ownName, ...rest } = applicationOf(own)
      const index = each.text('discount_application_index') ?? own.text('index') ?? ownName ?? '0'
      const { name, isOfAll } = applications[Number(index)] ?? { name: ownName, ...rest }
      return { index, name, isOfAll, amount: leftOf(line, money.orZero(each, 'amount')) }
    })
}

function applicationOf(application: Sent) {
  return {
    name: application.text('title') ?? application.text('code') ?? application.text('description'),
    isOfAll:
      (wordIn(application, 'target_selection') || 'all') === 'all' &&
      (wordIn(application, 'allocation_method') || 'across') === 'across',
  }
}

/** A discount of the receipt or of an item. */
export function discountOf(name: string | undefined, amount: Decimal): DiscountInput {
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
  const offShipping = shippingLinesOf(order).map(line => {
    const shares = line.list('discount_allocations').map(each => money.orZero(each, 'amount'))
    return minus(money.orZero(line, 'price'), shippedFor(line, money, shares))
  })
  const off = minus(money.orZero(order, 'total_discounts'), sum(offShipping))
  const codes = order.list('discount_codes').filter(each => each.text('type') !== 'shipping')
  return off.units > 0n ? [discountOf(codes.length === 1 ? codes[0]?.text('code') : undefined, off)] : []
}
