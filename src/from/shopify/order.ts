import type { ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import { type Decimal, minus, sum, zero } from '../decimal.ts'
import { soldGiftCard } from '../gift-card.ts'
import { given } from '../given.ts'
import { type OrderOptions, recipientOf, workstationOf } from '../seller.ts'
import type { Sent } from '../sent.ts'

/** What sale and refund of an order have in common. */
export function headOf(order: Sent, options: OrderOptions) {
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

/** The currency that the customer saw. */
export const currencyOf = (order: Sent): string =>
  order.text('presentment_currency') ??
  order.text('currency') ??
  order.part('total_price_set').part('shop_money').text('currency_code') ??
  order.needText('currency')

/** Whether the customer saw another currency than the shop's. */
export const isOfOtherMoney = (order: Sent): boolean =>
  order.has('currency') && currencyOf(order) !== order.text('currency')

/** Reads amounts as the customer saw them. */
export function moneyIn(order: Sent) {
  const isOther = isOfOtherMoney(order)
  const kinds = isOther ? ['presentment_money', 'shop_money'] : ['shop_money', 'presentment_money']
  const of = (sent: Sent, key: string): Decimal | undefined => {
    const set = sent.part(`${key}_set`)
    const kind = kinds.find(each => set.has(each))
    return (kind === undefined ? undefined : set.part(kind).decimal('amount')) ?? sent.decimal(key)
  }
  return {
    of,
    need: (sent: Sent, key: string): Decimal => of(sent, key) ?? sent.needDecimal(key),
    /** What may be missing. */
    orZero: (sent: Sent, key: string): Decimal => of(sent, key) ?? zero,
    /** Whether an amount is known in the customer's currency. */
    isKnown: (key: string, sent: Sent = order): boolean => !isOther || sent.part(`${key}_set`).has('presentment_money'),
  }
}

/** Reads amounts. */
export type ShopifyMoney = ReturnType<typeof moneyIn>

/** A word of a list of Shopify's, such as `sale`; GraphQL writes them in capitals. */
export const wordIn = (sent: Sent, key: string): string => sent.text(key)?.toLowerCase() ?? ''

/** What shipping costs, less what is off it. */
export function shippedFor(line: Sent, money: ShopifyMoney, shares: readonly Decimal[]): Decimal {
  const after = money.isKnown('discounted_price', line) ? money.of(line, 'discounted_price') : undefined
  return after ?? minus(money.need(line, 'price'), sum(shares))
}

/** GraphQL has the only one by itself, too. */
export function shippingLinesOf(order: Sent): Sent[] {
  const isOnly = order.has('shipping_line') && !order.has('shipping_lines')
  const lines = isOnly ? [order.part('shipping_line')] : order.list('shipping_lines')
  return lines.filter(line => !line.isTrue('is_removed'))
}

/** What goods are called, and whether they are a gift card. */
export function namesOf(line: Sent, order: Sent) {
  return given<ItemInput>({
    name: line.text('title') ?? line.needText('name'),
    description: line.text('variant_title'),
    sku: line.text('sku'),
    brand: line.text('vendor'),
    giftCard: line.isTrue('gift_card') ? soldGiftCard(currencyOf(order)) : undefined,
  })
}
