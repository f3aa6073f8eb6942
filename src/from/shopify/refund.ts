import type { FeeInput, ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import { type Decimal, isZero, negative, numberOf, sum, zero } from '../decimal.ts'
import { given } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { headOf, moneyIn, namesOf, type ShopifyMoney } from './order.ts'
import { tendersOf } from './tenders.ts'

/** The receipt of a refund of the order. */
export function refundOf(order: Sent, refund: Sent, options: OrderOptions): ReceiptInput {
  const money = moneyIn(order)
  const lines = refund.list('refund_line_items')
  const tax = sum(lines.map(line => money(line, 'total_tax') ?? zero))
  const isIncluded = order.isTrue('taxes_included')
  const tenders = tendersOf(refund.list('transactions'), ['refund'], order, options)
  const goods = lines.map(line => money(line, 'subtotal') ?? line.needDecimal('subtotal'))
  const others = othersOf(order, refund, money)
  const total = sum([...goods, isIncluded ? zero : tax, ...others.map(({ amount }) => amount)])
  return given<ReceiptInput>({
    ...headOf(order, options),
    transactionType: 'ReturnTransaction',
    transactionNumber: refund.needText('id'),
    receiptDateTime: localTime(refund.text('processed_at') ?? refund.text('created_at'), options),
    relatedTransactionReference: given({ transactionNumber: order.text('name'), reason: refund.text('note') }),
    returns: [
      given({
        originalTransactionNumber: order.text('name'),
        items: lines.map((line, index) =>
          given<ItemInput>({
            ...namesOf(line.part('line_item'), order),
            quantity: given({ value: line.number('quantity') }),
            total: numberOf(goods[index] ?? zero),
          }),
        ),
      }),
    ],
    fees: others.map(({ name, amount }) => given<FeeInput>({ description: name, amount: numberOf(amount) })),
    taxes: isZero(tax) ? undefined : [{ amount: numberOf(tax) }],
    grandAmount: numberOf(total),
    tenders,
  })
}

/**
 * What is paid back besides goods: shipping, duties and what the shop adjusts, below 0 if it keeps that. Newer versions of the API list
 * shipping apart, older ones among the adjustments.
 */
function othersOf(order: Sent, refund: Sent, money: ShopifyMoney): { name: string | undefined; amount: Decimal }[] {
  const adjustments = refund.list('order_adjustments')
  const isShippingThere = adjustments.some(each => each.text('kind') === 'shipping_refund')
  const shipping = isShippingThere ? [] : refund.list('refund_shipping_lines')
  const taxOf = (line: Sent) => (order.isTrue('taxes_included') ? zero : (money(line, 'tax_amount') ?? zero))
  return [
    ...shipping.map(each => ({
      name: each.part('shipping_line').text('title'),
      amount: sum([money(each, 'subtotal_amount') ?? zero, taxOf(each)]),
    })),
    ...refund.list('duties').map(each => ({ name: undefined, amount: money(each, 'amount') ?? zero })),
    ...adjustments.map(each => ({
      name: each.text('reason'),
      amount: negative(sum([money(each, 'amount') ?? zero, money(each, 'tax_amount') ?? zero])),
    })),
  ]
}
