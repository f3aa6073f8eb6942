import type {
  DiscountInput,
  FeeInput,
  ItemInput,
  ReceiptInput,
  TaxInput,
  TenderInput,
} from '../generated/receipt-input.ts'
import { type AddressKeys, addressOf, buyerOf } from './address.ts'
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
 * | `shipping_lines[]`, duties, additional fees | `fees[]` |
 * | `tax_lines[]` | `taxes[]`, added or included as they add up |
 * | `total_tip_received`, `total_cash_rounding_payment_adjustment_set` | `tip`, in the total; `roundingAdjustment` |
 * | `total_price`, `total_outstanding` | `grandAmount`, `balanceDue` |
 * | `transactions[]`: sales and captures that succeeded | `tenders[]` |
 * | `device_id` of an order of Shopify POS (`source_name`) | `workstation.id` |
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
  const allocationsOf = allocationsIn(order)
  const lines = order.list('line_items').filter(line => !line.has('tip'))
  const isPaid = order.text('financial_status') !== 'pending'
  const outstanding = money(order, 'total_outstanding')
  const tip = money(order, 'total_tip_received')
  const rounding = money(order, 'total_cash_rounding_payment_adjustment')
  const [billing, delivery] = [order.part('billing_address'), order.part('shipping_address')]
  return given<ReceiptInput>({
    ...headOf(order, options),
    transactionType: 'SaleTransaction',
    transactionNumber: order.needText('name'),
    receiptDateTime: localTime(order.text('processed_at') ?? order.text('created_at'), options),
    items: lines.map(line => itemOf(line, money, allocationsOf(line))),
    discounts: discountsOf(lines.flatMap(allocationsOf)),
    fees: feesOf(order, money, allocationsOf),
    taxes: order.list('tax_lines').map(tax => taxOf(tax, money)),
    tip: tip && !isZero(tip) ? numberOf(tip) : undefined,
    roundingAdjustment: rounding && !isZero(rounding) ? { value: numberOf(rounding) } : undefined,
    grandAmount: numberOf(money(order, 'total_price') ?? order.needDecimal('total_price')),
    tenders: isPaid ? tendersOf(order.list('transactions'), ['sale', 'capture'], money, options) : undefined,
    balanceDue: outstanding && !isZero(outstanding) ? numberOf(outstanding) : undefined,
    soldTo: buyerOf(billing.text('company') ?? billing.text('name'), billing, keys),
    deliveryPickup: givenAny({ address: addressOf(delivery, keys, delivery.text('name')) }),
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

function headOf(order: Sent, options: ShopifyOptions) {
  return {
    ...recipientOf(order.text('contact_email') ?? order.text('email')),
    workstation: workstationOf(options, registerOf(order)),
    mode: order.isTrue('test') ? ('Test' as const) : undefined,
    currency: currencyOf(order) as ReceiptInput['currency'],
  }
}

/** Other sources, such as `web`, are no place. */
function registerOf(order: Sent) {
  const isInPerson = order.text('source_name') === 'pos'
  return { isInPerson, register: isInPerson ? order.text('device_id') : undefined }
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

type Money = ReturnType<typeof moneyIn>

function itemOf(line: Sent, money: Money, allocations: readonly Allocation[]): ItemInput {
  const price = money(line, 'price') ?? line.needDecimal('price')
  const own = allocations.filter(each => !each.isOfAll)
  const off = sum(own.map(({ amount }) => amount))
  return given<ItemInput>({
    ...namesOf(line),
    price: numberOf(price),
    quantity: given({ value: line.number('quantity') }),
    discounts: own.map(({ name, amount }) => discountOf(name, amount)),
    total: numberOf(minus(times(price, line.decimal('quantity') ?? zero), off)),
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

/** A share of a discount that a line bears. */
interface Allocation {
  /** Which of the order's discounts it is of. */
  index: string
  name: string | undefined
  amount: Decimal
  /** Whether the discount is on all goods, so that it is said once. */
  isOfAll: boolean
}

/** Reads the shares of lines, with what the order says of their discounts. */
function allocationsIn(order: Sent): (line: Sent) => Allocation[] {
  const money = moneyIn(order)
  const applications = order.list('discount_applications').map(application => ({
    name: application.text('title') ?? application.text('code') ?? application.text('description'),
    isOfAll:
      (application.text('target_selection') ?? 'all') === 'all' &&
      (application.text('allocation_method') ?? 'across') === 'across',
  }))
  return line =>
    line.list('discount_allocations').map(each => {
      const index = each.text('discount_application_index') ?? '0'
      const { name, isOfAll = true } = applications[Number(index)] ?? {}
      return { index, name, isOfAll, amount: money(each, 'amount') ?? zero }
    })
}

function discountOf(name: string | undefined, amount: Decimal): DiscountInput {
  return given<DiscountInput>({ name, amount: numberOf(negative(amount)) })
}

/** The discounts on all goods, each once. */
function discountsOf(allocations: readonly Allocation[]): DiscountInput[] {
  const ofAll = Map.groupBy(
    allocations.filter(each => each.isOfAll),
    ({ index }) => index,
  )
  return [...ofAll.values()].map(shares => discountOf(shares[0]?.name, sum(shares.map(({ amount }) => amount))))
}

function feesOf(order: Sent, money: Money, allocationsOf: (line: Sent) => Allocation[]): FeeInput[] {
  const shipping = order
    .list('shipping_lines')
    .filter(line => !line.isTrue('is_removed'))
    .map(line => {
      const off = sum(allocationsOf(line).map(({ amount }) => amount))
      const amount = money(line, 'discounted_price') ?? minus(money(line, 'price') ?? line.needDecimal('price'), off)
      return given<FeeInput>({ description: line.text('title'), amount: numberOf(amount) })
    })
  const others = ['original_total_duties', 'original_total_additional_fees'].map(key => money(order, key) ?? zero)
  return [...shipping, ...others.filter(each => !isZero(each)).map(amount => ({ amount: numberOf(amount) }))]
}

function taxOf(tax: Sent, money: Money): TaxInput {
  return given<TaxInput>({
    description: tax.text('title'),
    percent: tax.number('rate'),
    amount: numberOf(money(tax, 'price') ?? tax.needDecimal('price')),
  })
}

function tendersOf(
  all: readonly Sent[],
  kinds: readonly string[],
  money: Money,
  options: ShopifyOptions,
): TenderInput[] {
  const paid = all.filter(each => kinds.includes(each.text('kind') ?? '') && each.text('status') === 'success')
  return paid.map(each => {
    const details = each.part('payment_details')
    const digits = details.text('credit_card_number')?.replace(/\D/g, '').slice(-4)
    return given<TenderInput>({
      tenderTypeCode: tenderCodeOf(each, details),
      dateTime: localTime(each.text('processed_at'), options),
      amount: numberOf(money(each, 'amount') ?? each.needDecimal('amount')),
      creditDebit: digits ? given({ typeCode: details.text('credit_card_company'), last4Digits: digits }) : undefined,
      giftCard: givenAny({ accountNumber: each.part('receipt').text('gift_card_last_characters') }),
    })
  })
}

const gateways: Readonly<Record<string, string>> = {
  cash: 'Cash',
  'Cash on Delivery (COD)': 'Cash',
  'Bank Deposit': 'BankTransfer',
  gift_card: 'GiftCard',
  paypal: 'PayPal',
  klarna: 'Klarna',
  shopify_store_credit: 'StoreCredit',
  manual: 'Other',
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

const keys: AddressKeys = {
  lines: ['address1', 'address2'],
  city: 'city',
  territory: ['province_code', 'province'],
  postalCode: 'zip',
  country: 'country_code',
}
