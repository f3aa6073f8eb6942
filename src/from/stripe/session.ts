import type { ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import { addressOf, buyerOf } from '../address.ts'
import { numberOf } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { fromSeconds, localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { moneyIn } from './money.ts'
import { discountsOf, headOf, keys, taxesOf } from './parts.ts'
import { tenderOf } from './tender.ts'

/** The receipt of a Checkout Session. */
export function sessionOf(session: Sent, options: OrderOptions): ReceiptInput {
  const money = moneyIn(session)
  const buyer = session.part('customer_details')
  const details = session.part('total_details')
  const breakdown = details.part('breakdown')
  const lines = session.part('line_items').list('data')
  if (lines.length === 0) session.wrong('line_items', 'may not be empty: expand line_items')
  const total = money.need(session, 'amount_total')
  const charge = session.part('payment_intent').part('latest_charge')
  const isPaid = session.text('payment_status') === 'paid'
  const shipping = session.part('shipping_cost')
  const shipped = session.has('shipping_details')
    ? session.part('shipping_details')
    : session.part('collected_information').part('shipping_details')
  return given<ReceiptInput>({
    ...headOf(session, options, buyer.text('email')),
    transactionType: 'SaleTransaction',
    transactionNumber: session.text('client_reference_id') ?? session.needText('id'),
    receiptDateTime: localTime(fromSeconds(charge.text('created') ?? session.needText('created')), options),
    items: lines.map(line =>
      given<ItemInput>({
        name: line.needText('description'),
        price: money.number(line.part('price'), 'unit_amount'),
        quantity: given({ value: line.number('quantity') }),
        total: numberOf(money.need(line, 'amount_subtotal')),
      }),
    ),
    discounts: discountsOf(breakdown.list('discounts'), money, money.of(details, 'amount_discount')),
    fees: shipping.has('amount_subtotal')
      ? [
          given({
            description: shipping.part('shipping_rate').text('display_name'),
            amount: numberOf(money.need(shipping, 'amount_subtotal')),
          }),
        ]
      : undefined,
    taxes: taxesOf(breakdown.list('taxes'), money, money.of(details, 'amount_tax')),
    grandAmount: numberOf(total),
    tenders: isPaid ? [tenderOf(charge, total, options)] : undefined,
    balanceDue: session.text('payment_status') === 'unpaid' ? numberOf(total) : undefined,
    soldTo: buyerOf(buyer.text('name'), buyer.part('address'), keys),
    deliveryPickup: givenAny({ address: addressOf(shipped.part('address'), keys, shipped.text('name')) }),
  })
}
