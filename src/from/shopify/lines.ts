import type { FeeInput, ItemInput } from '../../generated/receipt-input.ts'
import { isZero, minus, numberOf, sum, times } from '../decimal.ts'
import { given, joined } from '../given.ts'
import type { Sent } from '../sent.ts'
import type { OrderWords } from '../words.ts'
import { type Allocation, discountOf } from './discounts.ts'
import type { CurrentOrder } from './edits.ts'
import { moneyIn, namesOf, type ShopifyMoney, shippedFor, shippingLinesOf } from './order.ts'

/** The goods of an order that there still are; a tip's line is none. */
export function goodsOf(order: Sent, current: CurrentOrder): Sent[] {
  const lines = order.list('line_items').filter(line => !line.has('tip'))
  return current.isEdited ? lines.filter(line => !isZero(current.countOf(line))) : lines
}

/** A line of goods, less the discounts on it alone. */
export function itemOf(line: Sent, order: Sent, current: CurrentOrder, allocations: readonly Allocation[]): ItemInput {
  const price = moneyIn(order).need(line, 'price')
  const count = current.countOf(line)
  const own = allocations.filter(each => !each.isOfAll)
  const off = sum(own.map(({ amount }) => amount))
  return given<ItemInput>({
    ...namesOf(line, order),
    price: numberOf(price),
    quantity: { value: numberOf(count) },
    discounts: own.map(({ name, amount }) => discountOf(name, amount)),
    total: numberOf(minus(times(price, count), off)),
    miscInfo: propertiesOf(line),
  })
}

/** What the customer chose, such as an engraving; apps hide theirs behind an underscore. */
function propertiesOf(line: Sent): string | undefined {
  const all = line.list(line.has('custom_attributes') ? 'custom_attributes' : 'properties').map(each => {
    const name = each.text('name') ?? each.text('key')
    return name?.startsWith('_') || !each.has('value') ? undefined : joined([name, each.text('value')], ': ')
  })
  return joined(all, '\n')
}

/** Shipping, duties and additional fees, which have a name in GraphQL only. */
export function feesOf(
  order: Sent,
  money: ShopifyMoney,
  allocationsOf: (line: Sent) => Allocation[],
  words: Required<OrderWords>,
): FeeInput[] {
  const shipping = shippingLinesOf(order).map(line => {
    const amount = shippedFor(
      line,
      money,
      allocationsOf(line).map(each => each.amount),
    )
    return { description: line.text('title') ?? words.shipping, amount: numberOf(amount) }
  })
  const duties = money.of(order, 'original_total_duties') ?? money.orZero(order, 'current_total_duties')
  const named = order.list('additional_fees')
  const additional =
    named.length > 0
      ? named.map(fee => given<FeeInput>({ description: fee.text('name'), amount: numberOf(money.need(fee, 'price')) }))
      : [{ amount: numberOf(money.orZero(order, 'original_total_additional_fees')) }]
  return [...shipping, { description: words.duties, amount: numberOf(duties) }, ...additional].filter(
    (fee, index) => index < shipping.length || fee.amount !== 0,
  )
}
