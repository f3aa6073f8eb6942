import type { FeeInput, ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import { isZero, minus, negative, numberOf, sum, zero } from '../decimal.ts'
import { given } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { headOf, moneyIn, namesOf } from './order.ts'
import { tendersOf } from './tenders.ts'

/** The receipt of a refund of the order. */
export function refundOf(order: Sent, refund: Sent, options: OrderOptions): ReceiptInput {
  const money = moneyIn(order)
  const lines = refund.list('refund_line_items')
  const tax = sum(lines.map(line => money(line, 'total_tax') ?? zero))
  const isIncluded = order.isTrue('taxes_included')
  // Below 0 it is paid back, as shipping is; above, it is what was kept.
  const adjustments = refund.list('order_adjustments')
  const tenders = tendersOf(refund.list('transactions'), ['refund'], money, options)
  const goods = lines.map(line => money(line, 'subtotal') ?? line.needDecimal('subtotal'))
  const adjusted = adjustments.flatMap(each => [money(each, 'amount') ?? zero, money(each, 'tax_amount') ?? zero])
  const total = minus(sum([...goods, isIncluded ? zero : tax]), sum(adjusted))
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
            ...namesOf(line.part('line_item')),
            quantity: given({ value: line.number('quantity') }),
            total: numberOf(goods[index] ?? zero),
          }),
        ),
      }),
    ],
    fees: adjustments.map(each => {
      const amounts = [money(each, 'amount') ?? zero, money(each, 'tax_amount') ?? zero]
      return given<FeeInput>({ description: each.text('reason'), amount: numberOf(negative(sum(amounts))) })
    }),
    taxes: isZero(tax) ? undefined : [{ amount: numberOf(tax) }],
    grandAmount: numberOf(total),
    tenders,
  })
}
