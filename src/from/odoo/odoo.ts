import type { ReceiptInput, ReturnInput } from '../../generated/receipt-input.ts'
import { isZero, minus, negative, numberOf, sum, zero } from '../decimal.ts'
import { given } from '../given.ts'
import { localTime, needStore, type OrderOptions, recipientOf, workstationOf } from '../seller.ts'
import { readOrder, type Sent } from '../sent.ts'
import { itemOf } from './lines.ts'
import { nameOf, printed } from './names.ts'
import { taxesOf } from './taxes.ts'
import { redeemedIn, redeemedOf, tenderOf } from './tenders.ts'

/** An Odoo order's seller, and what the order has only an id of. */
export interface OdooOptions extends OrderOptions {
  /** Where to mail the receipt; default `email` of the order. */
  emailAddress?: string
  /** The ISO 4217 code of its currency, where the order has only the id of that. */
  currency?: string
}

/**
 * The receipt of a `pos.order` of Odoo's Point of Sale, with its `lines` and `payment_ids` as objects, as `web_read` gives them. Prices
 * include tax, as Odoo's own receipt has them. Times are UTC. What the till prints (`export_for_printing`) is read, too, up to Odoo 16,
 * whose amounts are numbers.
 *
 * | Odoo | Receipt |
 * |---|---|
 * | `pos_reference`, `name` | `transactionNumber` |
 * | `date_order` | `receiptDateTime` |
 * | `email` | `customer.emailAddress` |
 * | `currency_id` | `currency` |
 * | `lines[]`: `full_product_name`, `qty`, `price_subtotal_incl`, `discount`, `customer_note` | `items[]`; with a quantity below 0 `returns[]` |
 * | `tax_ids_after_fiscal_position[]` of lines with one tax each, as objects with a name; `tax_details[]`; else `amount_tax` | `taxes[]`, included |
 * | `amount_total` | `grandAmount` |
 * | `payment_ids[]`; rewards of gift cards and eWallets (`is_reward_line`, without tax) | `tenders[]`; those of change `changeDue` |
 * | `amount_paid` less `amount_total` | `roundingAdjustment`, once `state` says it is paid; before, `balanceDue` |
 * | `config_id`, `user_id` | `workstation` |
 *
 * Lost: which products make a combo, loyalty points, invoices. A tip is a line, as on Odoo's own receipt.
 *
 * @param order parsed JSON, with or without the answer of JSON-RPC around it
 * @throws OptionError without a store; OrderError with every wrong or missing field by its path in Odoo's words
 */
export function fromOdoo(order: unknown, options: OdooOptions): ReceiptInput {
  needStore(options, 'fromOdoo')
  const convert = (sent: Sent) => {
    for (const key of ['lines', 'payment_ids'])
      if (isOfIds(sent.value(key))) sent.refuse(key, 'has only ids: read them with the order, as web_read does')
    if (sent.list('lines')[0]?.has('productName'))
      sent.refuse('lines', 'has amounts as text: read the pos.order with web_read, which has them as numbers')
    return receiptOf(sent, options)
  }
  return readOrder(inAnswer(order), 'Odoo', convert, printed)
}

/** The only record of an answer of JSON-RPC, or of its result. */
function inAnswer(sent: unknown): unknown {
  const result = typeof sent === 'object' && sent !== null && 'jsonrpc' in sent && 'result' in sent ? sent.result : sent
  return Array.isArray(result) && result.length === 1 ? result[0] : result
}

const isOfIds = (value: unknown): boolean => Array.isArray(value) && value.some(each => typeof each === 'number')

function receiptOf(order: Sent, options: OdooOptions): ReceiptInput {
  if (order.text('state') === 'cancel') order.refuse('state', 'is cancel: nothing is to be paid')
  const lines = order.list('lines')
  const currency = currencyOf(order, options)
  if (!order.has('lines')) order.wrong('lines', 'may not be null: read them with the order')
  const back = lines.filter(line => (line.decimal('qty') ?? zero).units < 0n)
  const redeemed = redeemedIn(lines)
  const sold = lines.filter(line => !back.includes(line) && !redeemed.includes(line))
  const payments = order.list('payment_ids')
  const total = order.needDecimal('amount_total')
  const due = minus(total, order.decimal('amount_paid') ?? total)
  const whole = minus(total, sum(redeemed.map(line => line.needDecimal('price_subtotal_incl'))))
  // Cash is rounded beside the total.
  const isRounded = !isZero(due) && settled.has(order.text('state') ?? '')
  const change =
    order.decimal('change') ?? negative(sum(payments.filter(isChange).map(each => each.decimal('amount') ?? zero)))
  const rounding = order.decimal('rounding_applied') ?? (isRounded ? negative(due) : zero)
  return given<ReceiptInput>({
    ...recipientOf(options.emailAddress ?? order.text('email')),
    workstation: given<ReceiptInput['workstation']>({
      ...workstationOf(options, { register: nameOf(order, 'config_id'), isInPerson: true }),
      operator: nameOf(order, 'user_id'),
    }),
    transactionType: sold.length === 0 && back.length > 0 ? 'ReturnTransaction' : 'SaleTransaction',
    transactionNumber: order.text('pos_reference') ?? order.needText('name'),
    receiptDateTime: localTime(order.text('date_order') ?? order.part('date').text('isostring'), options, {
      isUtc: true,
    }),
    currency: currency as ReceiptInput['currency'],
    items: sold.map(itemOf),
    returns: back.length > 0 ? [given<ReturnInput>({ items: back.map(itemOf) })] : undefined,
    taxes: taxesOf(order, lines, currency),
    grandAmount: numberOf(whole),
    tenders: [
      ...redeemed.map(redeemedOf),
      ...payments.filter(each => !isChange(each)).map(each => tenderOf(each, options)),
    ],
    changeDue: isZero(change) ? undefined : numberOf(change),
    roundingAdjustment: isZero(rounding) ? undefined : { value: numberOf(rounding) },
    balanceDue: !isRounded && due.units > 0n && total.units > 0n ? numberOf(due) : undefined,
    additionalInfo1: order.text('general_note'),
  })
}

/** States in which nothing is due. */
const settled: ReadonlySet<string> = new Set(['paid', 'done', 'invoiced'])

const isChange = (payment: Sent): boolean => payment.isTrue('is_change')

function currencyOf(order: Sent, options: OdooOptions): string {
  const currency = nameOf(order, 'currency_id') ?? options.currency
  if (currency === undefined)
    order.wrong('currency_id', 'may not be null: [1, "USD"], or an object with its name; or the option currency')
  return currency ?? ''
}
