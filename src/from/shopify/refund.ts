import type { FeeInput, ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import { type Decimal, isSame, isZero, negative, numberOf, sum, zero } from '../decimal.ts'
import { given } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { type OrderWords, wordsOf } from '../words.ts'
import { headOf, moneyIn, namesOf, type ShopifyMoney } from './order.ts'
import { taxOf } from './taxes.ts'
import { paidWith, roundedBy, sumOf, tendersOf } from './tenders.ts'

/** An id as the REST API has it: the end of GraphQL's. */
export const idOf = (sent: Sent | string | number): string =>
  (typeof sent === 'object' ? sent.needText('id') : String(sent)).replace(/^gid:.*\//, '')

/** The receipt of a refund of the order. */
export function refundOf(order: Sent, refund: Sent, options: OrderOptions): ReceiptInput {
  const money = moneyIn(order)
  const lines = refund.list('refund_line_items')
  const tax = sum(lines.map(line => money.orZero(line, 'total_tax')))
  const taxLines = order.list('tax_lines')
  const goods = lines.map(line => money.need(line, 'subtotal'))
  const transactions = refund.list('transactions')
  const ofGoods = sum([...goods, order.isTrue('taxes_included') ? zero : tax])
  const rounding = roundedBy(paidWith(transactions, ['refund']), money)
  const others = othersOf(order, refund, money, { ofGoods, words: wordsOf(options) })
  return given<ReceiptInput>({
    ...headOf(order, options),
    transactionType: 'ReturnTransaction',
    transactionNumber: idOf(refund),
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
    // Only their sum is said.
    taxes: isZero(tax) ? undefined : [taxOf(taxLines.length === 1 ? taxLines[0] : undefined, tax)],
    grandAmount: numberOf(sum([ofGoods, ...others.map(({ amount }) => amount)])),
    roundingAdjustment: isZero(rounding) ? undefined : { value: numberOf(rounding) },
    tenders: tendersOf(transactions, ['refund'], order, options),
  })
}

/** An adjustment by its reason, unless that is a word of Shopify's own. */
function adjustmentIn(adjustment: Sent, words: Required<OrderWords>): string {
  const reason = adjustment.text('reason') ?? ''
  if (adjustment.text('kind') === 'shipping_refund' && /^(shipping.refund)?$/i.test(reason)) return words.shipping
  // GraphQL's are in capitals.
  return /^(?:(?:pending )?refund discrepancy)?$/i.test(reason) || /^[A-Z_]+$/.test(reason) ? words.adjustment : reason
}

interface Other {
  name: string | undefined
  amount: Decimal
}

/**
 * What is paid back besides goods: shipping, duties and what the shop adjusts, below 0 if it keeps that. Newer versions of the API list
 * shipping apart, older ones among the adjustments.
 */
function othersOf(
  order: Sent,
  refund: Sent,
  money: ShopifyMoney,
  { ofGoods, words }: { ofGoods: Decimal; words: Required<OrderWords> },
): Other[] {
  const adjustments = refund.list('order_adjustments')
  const isShippingThere = adjustments.some(each => each.text('kind') === 'shipping_refund')
  const shipping = isShippingThere ? [] : refund.list('refund_shipping_lines')
  const taxOn = (line: Sent) => (order.isTrue('taxes_included') ? zero : money.orZero(line, 'tax_amount'))
  const listed: Other[] = [
    ...shipping.map(each => ({
      name: each.part('shipping_line').text('title') ?? words.shipping,
      amount: sum([money.orZero(each, 'subtotal_amount'), taxOn(each)]),
    })),
    ...refund.list('duties').map(each => ({ name: words.duties, amount: money.orZero(each, 'amount') })),
  ]
  const adjusted = adjustments.map(each => ({
    name: adjustmentIn(each, words),
    amount: negative(sum([money.orZero(each, 'amount'), money.orZero(each, 'tax_amount')])),
  }))
  const turned = adjusted.map(each => ({ ...each, amount: negative(each.amount) }))
  const paid = sumOf(paidWith(refund.list('transactions'), ['refund']), money)
  const comesTo = (others: Other[]) =>
    isSame(sum([ofGoods, ...[...listed, ...others].map(({ amount }) => amount)]), paid)
  // Some exports have the other sign; the payments tell.
  return [...listed, ...(comesTo(turned) && !comesTo(adjusted) ? turned : adjusted)]
}
