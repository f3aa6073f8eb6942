import type {
  DiscountInput,
  FeeInput,
  ItemInput,
  ReceiptInput,
  TaxInput,
  TenderInput,
} from '../generated/receipt-input.ts'
import { type Decimal, isZero, minus, negative, numberOf, sum, times, zero } from './decimal.ts'
import { given, givenAny } from './given.ts'
import { localTime, type OrderOptions, recipientOf, workstationOf } from './seller.ts'
import { readOrder, type Sent } from './sent.ts'

/** A Shopify order's seller, and which of its refunds is wanted. */
export interface ShopifyOptions extends OrderOptions {
  /** The receipt of this refund of the order (`refunds[].id`) instead of the sale's. */
  refundId?: string | number
}

/**
 * The receipt of an order of Shopify's Admin REST API or of its webhooks (`orders/paid`), or of one of its refunds. Amounts are those the
 * customer saw: in the presentment currency, if that is another. Include `transactions`, which say how it was paid: an order comes without.
 *
 * | Shopify | Receipt |
 * |---|---|
 * | `name` | `transactionNumber` |
 * | `processed_at`, `created_at` | `receiptDateTime` |
 * | `contact_email`, `email` | `customer.emailAddress` |
 * | `line_items[]`: `title`, `variant_title`, `sku`, `vendor`, `price`, `quantity` | `items[]` |
 * | `discount_allocations[]` of a line, by their `discount_applications[]` | `discounts[]` of the receipt; of the item if it is for some goods only |
 * | `shipping_lines[]`, duties | `fees[]` |
 * | `tax_lines[]` | `taxes[]`, added or included as they add up |
 * | `total_tip_received` | `tip`, in the total |
 * | `total_price`, `total_outstanding` | `grandAmount`, `balanceDue` |
 * | `transactions[]`: sales and captures that succeeded | `tenders[]` |
 * | `billing_address`, `shipping_address` | `soldTo`, `deliveryPickup` |
 * | `refunds[]` | `returns[]`, with `refundId` |
 *
 * Lost: notes, tags, attributes, fulfillments, edits after the sale, risk, marketing.
 *
 * @param order parsed JSON, with or without its envelope `{ order }`
 * @throws OrderError with every wrong or missing field by its path in Shopify's words
 */
export function fromShopify(order: unknown, options: ShopifyOptions): ReceiptInput {
  return readOrder(order, 'Shopify', envelope => {
    const sent = envelope.has('order') && !envelope.has('line_items') ? envelope.part('order') : envelope
    return options.refundId === undefined ? saleOf(sent, options) : refundOf(sent, options)
  })
}

function saleOf(order: Sent, options: ShopifyOptions): ReceiptInput {
  const money = moneyIn(order)
  const lines = order.list('line_items').filter(line => !line.has('tip'))
  const isPaid = order.text('financial_status') !== 'pending'
  const outstanding = money(order, 'total_outstanding')
  const tip = money(order, 'total_tip_received')
  const delivery = order.part('shipping_address')
  return given<ReceiptInput>({
    ...headOf(order, options),
    transactionType: 'SaleTransaction',
    transactionNumber: order.needText('name'),
    receiptDateTime: localTime(order.text('processed_at') ?? order.text('created_at'), options),
    items: lines.map(line => itemOf(line, order)),
    discounts: discountsOf(lines, order),
    fees: feesOf(order),
    taxes: order.list('tax_lines').map(tax => taxOf(tax, money)),
    tip: tip && !isZero(tip) ? numberOf(tip) : undefined,
    grandAmount: numberOf(money(order, 'total_price') ?? order.needDecimal('total_price')),
    tenders: isPaid ? tendersOf(order.list('transactions'), ['sale', 'capture'], order, options) : undefined,
    balanceDue: outstanding && !isZero(outstanding) ? numberOf(outstanding) : undefined,
    soldTo: buyerOf(order.part('billing_address')),
    deliveryPickup: givenAny({ address: addressOf(delivery, delivery.text('name')) }),
  })
}

function refundOf(order: Sent, options: ShopifyOptions): ReceiptInput {
  const refunds = order.list('refunds')
  const refund = refunds.find(each => each.text('id') === String(options.refundId))
  if (!refund) {
    order.wrong('refunds', `has no refund ${options.refundId}; there are ${refunds.length}`)
    return saleOf(order, options)
  }
  const money = moneyIn(order)
  const lines = refund.list('refund_line_items')
  const tax = sum(lines.map(line => money(line, 'total_tax') ?? zero))
  const isIncluded = order.isTrue('taxes_included')
  // Below 0 it is paid back, as shipping is; above, it is what was kept.
  const adjustments = refund.list('order_adjustments')
  const tenders = tendersOf(refund.list('transactions'), ['refund'], order, options)
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

function headOf(order: Sent, options: ShopifyOptions) {
  return {
    ...recipientOf(order.text('contact_email') ?? order.text('email')),
    workstation: workstationOf(options, order.text('source_name')),
    mode: order.isTrue('test') ? ('Test' as const) : undefined,
    currency: currencyOf(order) as ReceiptInput['currency'],
  }
}

const currencyOf = (order: Sent) => order.text('presentment_currency') ?? order.needText('currency')

/** Reads an amount as the customer saw it. */
function moneyIn(order: Sent) {
  const isOther = currencyOf(order) !== order.text('currency')
  return (sent: Sent, key: string): Decimal | undefined => {
    const set = sent.part(`${key}_set`)
    if (isOther && set.has('presentment_money')) return set.part('presentment_money').decimal('amount')
    return sent.decimal(key) ?? set.part('shop_money').decimal('amount')
  }
}

function itemOf(line: Sent, order: Sent): ItemInput {
  const money = moneyIn(order)
  const price = money(line, 'price') ?? line.needDecimal('price')
  const discounts = allocationsOf(line).filter(each => !isOfAll(each, order))
  const amounts = discounts.map(each => money(each, 'amount') ?? zero)
  return given<ItemInput>({
    ...namesOf(line),
    price: numberOf(price),
    quantity: given({ value: line.number('quantity') }),
    discounts: discounts.map((each, index) => discountOf(nameOf(each, order), amounts[index] ?? zero)),
    total: numberOf(minus(times(price, line.decimal('quantity') ?? zero), sum(amounts))),
  })
}

function namesOf(line: Sent) {
  return given<ItemInput>({
    name: line.text('title') ?? line.needText('name'),
    description: line.text('variant_title'),
    sku: line.text('sku'),
    brand: line.text('vendor'),
  })
}

const allocationsOf = (line: Sent) => line.list('discount_allocations')

/** What an allocation is part of. */
function applicationOf(allocation: Sent, order: Sent): Sent | undefined {
  return order.list('discount_applications')[Number(allocation.text('discount_application_index') ?? 0)]
}

/** Whether a discount is on all goods, so that it is said once. */
function isOfAll(allocation: Sent, order: Sent): boolean {
  const application = applicationOf(allocation, order)
  const [selection, method] = [application?.text('target_selection'), application?.text('allocation_method')]
  return (selection ?? 'all') === 'all' && (method ?? 'across') === 'across'
}

function nameOf(allocation: Sent, order: Sent): string | undefined {
  const application = applicationOf(allocation, order)
  return application?.text('title') ?? application?.text('code') ?? application?.text('description')
}

function discountOf(name: string | undefined, amount: Decimal): DiscountInput {
  return given<DiscountInput>({ name, amount: numberOf(negative(amount)) })
}

/** The discounts on all goods, each once. */
function discountsOf(lines: readonly Sent[], order: Sent): DiscountInput[] {
  const money = moneyIn(order)
  const found = new Map<string, { name: string | undefined; amounts: Decimal[] }>()
  for (const each of lines.flatMap(allocationsOf)) {
    if (!isOfAll(each, order)) continue
    const key = each.text('discount_application_index') ?? ''
    const known = found.get(key) ?? { name: nameOf(each, order), amounts: [] }
    found.set(key, known)
    known.amounts.push(money(each, 'amount') ?? zero)
  }
  return [...found.values()].map(({ name, amounts }) => discountOf(name, sum(amounts)))
}

function feesOf(order: Sent): FeeInput[] {
  const money = moneyIn(order)
  const shipping = order
    .list('shipping_lines')
    .filter(line => !line.isTrue('is_removed'))
    .map(line => {
      const allocated = sum(allocationsOf(line).map(each => money(each, 'amount') ?? zero))
      const amount =
        money(line, 'discounted_price') ?? minus(money(line, 'price') ?? line.needDecimal('price'), allocated)
      return given<FeeInput>({ description: line.text('title'), amount: numberOf(amount) })
    })
  const duties = money(order, 'original_total_duties')
  return duties && !isZero(duties) ? [...shipping, { amount: numberOf(duties) }] : shipping
}

function taxOf(tax: Sent, money: ReturnType<typeof moneyIn>): TaxInput {
  return given<TaxInput>({
    description: tax.text('title'),
    percent: tax.number('rate'),
    amount: numberOf(money(tax, 'price') ?? tax.needDecimal('price')),
  })
}

function tendersOf(
  all: readonly Sent[],
  kinds: readonly string[],
  order: Sent,
  options: ShopifyOptions,
): TenderInput[] {
  const paid = all.filter(each => kinds.includes(each.text('kind') ?? '') && each.text('status') === 'success')
  return paid.map(each => {
    const details = each.part('payment_details')
    const digits = details.text('credit_card_number')?.replace(/\D/g, '').slice(-4)
    return given<TenderInput>({
      tenderTypeCode: tenderCodeOf(each, details),
      dateTime: localTime(each.text('processed_at'), options),
      amount: numberOf(moneyIn(order)(each, 'amount') ?? each.needDecimal('amount')),
      creditDebit: digits ? given({ typeCode: details.text('credit_card_company'), last4Digits: digits }) : undefined,
      giftCard: givenAny({ accountNumber: each.part('receipt').text('gift_card_last_characters') }),
    })
  })
}

const gateways: Readonly<Record<string, string>> = {
  cash: 'Cash',
  gift_card: 'GiftCard',
  paypal: 'PayPal',
  klarna: 'Klarna',
  shopify_store_credit: 'StoreCredit',
}

const wallets: Readonly<Record<string, string>> = { apple_pay: 'ApplePay', google_pay: 'GooglePay' }

/** The means of payment: a wallet is said beside the card's brand. */
function tenderCodeOf(transaction: Sent, details: Sent): string {
  const wallet = wallets[details.text('credit_card_wallet') ?? '']
  if (wallet) return wallet
  if (details.has('credit_card_company')) return 'CreditDebit'
  const gateway = transaction.text('gateway') ?? 'Other'
  return gateways[gateway] ?? (gateway === 'shopify_payments' ? 'CreditDebit' : gateway)
}

function buyerOf(address: Sent): ReceiptInput['soldTo'] {
  const customerName = address.text('company') ?? address.text('name')
  return customerName === undefined ? undefined : given({ customerName, address: addressOf(address) })
}

function addressOf(address: Sent, name?: string) {
  const [line1, line2] = [address.text('address1'), address.text('address2')]
  return givenAny({
    ...(name === undefined
      ? { addressLine1: line1, addressLine2: line2 }
      : { addressLine1: name, addressLine2: line1, addressLine3: line2 }),
    city: address.text('city'),
    territory: address.text('province_code') ?? address.text('province'),
    postalCode: address.text('zip'),
    country: givenAny({ code: address.text('country_code') }),
  })
}
