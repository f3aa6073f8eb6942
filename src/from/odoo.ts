import type { ItemInput, ReceiptInput, ReturnInput, TaxInput, TenderInput } from '../generated/receipt-input.ts'
import { tenderTypes } from '../standards/codes/tender-types.ts'
import { exactlyDivided, isZero, minus, negative, numberOf, sum, zero } from './decimal.ts'
import { given, joined } from './given.ts'
import { localTime, type OrderOptions, recipientOf, workstationOf } from './seller.ts'
import { readOrder, type Sent } from './sent.ts'

/** An Odoo order's seller, and what the order has only an id of. */
export interface OdooOptions extends OrderOptions {
  /** Where to mail the receipt; default `email` of the order. */
  emailAddress?: string
}

/**
 * The receipt of a `pos.order` of Odoo's Point of Sale, with its `lines` and `payment_ids` as objects, as `web_read` gives them. Prices
 * include tax, as Odoo's own receipt has them. Times are UTC.
 *
 * | Odoo | Receipt |
 * |---|---|
 * | `pos_reference`, `name` | `transactionNumber` |
 * | `date_order` | `receiptDateTime` |
 * | `email` | `customer.emailAddress` |
 * | `currency_id` | `currency` |
 * | `lines[]`: `full_product_name`, `qty`, `price_subtotal_incl`, `discount`, `customer_note` | `items[]`; with a quantity below 0 `returns[]` |
 * | `amount_tax` | `taxes[]`, included |
 * | `amount_total` | `grandAmount` |
 * | `payment_ids[]` | `tenders[]`; those of change `changeDue` |
 * | `amount_paid` less `amount_total` | `roundingAdjustment`, once `state` says it is paid; before, `balanceDue` |
 * | `config_id`, `user_id` | `workstation` |
 *
 * Lost: the taxes by rate (lines have only ids of them), loyalty, combos, invoices. A tip is a line, as on Odoo's own receipt.
 *
 * @param order parsed JSON
 * @throws OrderError with every wrong or missing field by its path in Odoo's words
 */
export function fromOdoo(order: unknown, options: OdooOptions): ReceiptInput {
  return readOrder(order, 'Odoo', sent => receiptOf(sent, options))
}

function receiptOf(order: Sent, options: OdooOptions): ReceiptInput {
  const lines = order.list('lines')
  if (!order.has('lines')) order.wrong('lines', 'may not be null: read them with the order')
  const back = lines.filter(line => (line.decimal('qty') ?? zero).units < 0n)
  const sold = lines.filter(line => !back.includes(line))
  const payments = order.list('payment_ids')
  const change = sum(payments.filter(isChange).map(each => each.decimal('amount') ?? zero))
  const tax = order.decimal('amount_tax')
  const total = order.needDecimal('amount_total')
  const due = minus(total, order.decimal('amount_paid') ?? total)
  // Cash is rounded beside the total.
  const isRounded = !isZero(due) && settled.has(order.text('state') ?? '')
  return given<ReceiptInput>({
    ...recipientOf(options.emailAddress ?? order.text('email')),
    workstation: given<ReceiptInput['workstation']>({
      ...workstationOf(options, { register: nameOf(order, 'config_id'), isInPerson: true }),
      operator: nameOf(order, 'user_id'),
    }),
    transactionType: sold.length === 0 && back.length > 0 ? 'ReturnTransaction' : 'SaleTransaction',
    transactionNumber: order.text('pos_reference') ?? order.needText('name'),
    receiptDateTime: localTime(order.text('date_order'), options, { isUtc: true }),
    currency: currencyOf(order) as ReceiptInput['currency'],
    items: sold.map(itemOf),
    returns: back.length > 0 ? [given<ReturnInput>({ items: back.map(itemOf) })] : undefined,
    taxes: tax && !isZero(tax) ? [given<TaxInput>({ amount: numberOf(tax) })] : undefined,
    grandAmount: numberOf(total),
    tenders: payments.filter(each => !isChange(each)).map(each => tenderOf(each, options)),
    changeDue: isZero(change) ? undefined : numberOf(negative(change)),
    roundingAdjustment: isRounded ? { value: numberOf(negative(due)) } : undefined,
    balanceDue: !isRounded && due.units > 0n && total.units > 0n ? numberOf(due) : undefined,
    additionalInfo1: order.text('general_note'),
  })
}

/** States in which nothing is due. */
const settled: ReadonlySet<string> = new Set(['paid', 'done', 'invoiced'])

const isChange = (payment: Sent): boolean => payment.isTrue('is_change')

function currencyOf(order: Sent): string {
  const currency = nameOf(order, 'currency_id')
  if (currency === undefined) order.wrong('currency_id', 'may not be null: [1, "USD"], or an object with its name')
  return currency ?? ''
}

/** The name of a related record: `[1, "Cash"]`, or an object with its `display_name` or `name`. */
function nameOf(sent: Sent, key: string): string | undefined {
  const value = sent.value(key)
  if (Array.isArray(value)) return typeof value[1] === 'string' ? value[1] : undefined
  return sent.part(key).text('display_name') ?? sent.part(key).text('name')
}

function itemOf(line: Sent): ItemInput {
  const product = nameOf(line, 'product_id')
  const [, code, named] = /^\[([^\]]{1,64})\] (.+)$/.exec(product ?? '') ?? []
  const name = line.text('full_product_name') ?? named ?? product
  if (name === undefined) line.wrong('full_product_name', 'may not be null')
  const count = line.needDecimal('qty')
  const total = line.needDecimal('price_subtotal_incl')
  const price = exactlyDivided(total, count)
  const percent = line.decimal('discount')
  const off = percent && !isZero(percent) ? `−${numberOf(percent)} %` : undefined
  return given<ItemInput>({
    name: code !== undefined && name === product ? (named ?? '') : (name ?? ''),
    sku: code,
    // With tax, which Odoo doesn't say.
    price: off === undefined && price ? numberOf(price) : undefined,
    quantity: given({ value: numberOf(count), unitOfMeasureCode: nameOf(line, 'product_uom_id') }),
    total: numberOf(total),
    miscInfo: joined([off, line.text('customer_note')], '\n'),
  })
}

/** Of the methods that Odoo comes with; the shop's own are printed by their names. */
const codes: Readonly<Record<string, string>> = { 'Customer Account': 'OnAccount' }

function tenderOf(payment: Sent, options: OdooOptions): TenderInput {
  const last4Digits = payment.text('card_no')?.replace(/\D/g, '').slice(-4)
  const method = nameOf(payment, 'payment_method_id')
  const brand = payment.text('card_brand') ?? payment.text('card_type')
  if (method === undefined)
    payment.wrong('payment_method_id', 'may not be null: [1, "Cash"], or an object with its name')
  return given<TenderInput>({
    tenderTypeCode:
      last4Digits && !tenderTypes.has(method ?? '') ? 'CreditDebit' : (codes[method ?? ''] ?? method ?? ''),
    dateTime: localTime(payment.text('payment_date'), options, { isUtc: true }),
    amount: numberOf(payment.needDecimal('amount')),
    creditDebit: last4Digits ? given({ typeCode: brand, last4Digits }) : undefined,
    authorizationCode: payment.text('payment_method_authcode'),
  })
}
