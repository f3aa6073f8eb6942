import type { ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import { addressOf, buyerOf } from '../address.ts'
import { isZero, numberOf } from '../decimal.ts'
import { given, givenAny } from '../given.ts'
import { fromSeconds, localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'
import { moneyIn, type StripeMoney } from './money.ts'
import { discountsOf, headOf, keys, shippingOf, taxesOf } from './parts.ts'
import { tenderOf } from './tender.ts'

/** The receipt of a Checkout Session. */
export function sessionOf(session: Sent, options: OrderOptions): ReceiptInput {
  const money = moneyIn(session)
  const buyer = session.part('customer_details')
  const details = session.part('total_details')
  const breakdown = details.part('breakdown')
  if (session.text('status') === 'expired') session.refuse('status', 'is expired: nothing was paid')
  const lines = session.part('line_items').list('data')
  if (lines.length === 0) session.wrong('line_items', 'may not be empty: expand line_items')
  const total = money.need(session, 'amount_total')
  const charge = session.part('payment_intent').part('latest_charge')
  const isPaid = session.text('payment_status') === 'paid'
  const shipped = session.has('shipping_details')
    ? session.part('shipping_details')
    : session.part('collected_information').part('shipping_details')
  return given<ReceiptInput>({
    ...headOf(session, options, buyer.text('email')),
    transactionType: 'SaleTransaction',
    transactionNumber: session.text('client_reference_id') ?? session.needText('id'),
    receiptDateTime: localTime(fromSeconds(charge.text('created') ?? session.needText('created')), options),
    items: lines.map(line => itemOf(line, money)),
    discounts: discountsOf(breakdown.list('discounts'), money, money.of(details, 'amount_discount')),
    fees: shippingOf(session, money, options),
    taxes: taxesOf(breakdown.list('taxes'), money, money.of(details, 'amount_tax')),
    grandAmount: numberOf(total),
    tenders: isPaid ? [tenderOf(charge, total, options)] : undefined,
    balanceDue: session.text('payment_status') === 'unpaid' ? numberOf(total) : undefined,
    soldTo: buyerOf(buyer.text('name'), buyer.part('address'), keys),
    deliveryPickup: givenAny({ address: addressOf(shipped.part('address'), keys, shipped.text('name')) }),
  })
}

/** What a line costs now; a trial has the price of later. */
function itemOf(line: Sent, money: StripeMoney): ItemInput {
  const total = money.need(line, 'amount_subtotal')
  const price = money.of(line.part('price'), 'unit_amount')
  const isLater = isZero(total) && price !== undefined && !isZero(price)
  return given<ItemInput>({
    name: line.needText('description'),
    price: price && !isLater ? numberOf(price) : undefined,
    quantity: given({ value: line.number('quantity') }),
    total: numberOf(total),
  })
}
