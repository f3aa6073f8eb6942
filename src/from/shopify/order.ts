import type { ItemInput, ReceiptInput } from '../../generated/receipt-input.ts'
import type { Decimal } from '../decimal.ts'
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
export const currencyOf = (order: Sent) => order.text('presentment_currency') ?? order.needText('currency')

/** Whether the customer saw another currency than the shop's. */
export const isOfOtherMoney = (order: Sent): boolean => currencyOf(order) !== order.text('currency')

/** Reads an amount as the customer saw it. */
export function moneyIn(order: Sent) {
  const isOther = isOfOtherMoney(order)
  return (sent: Sent, key: string): Decimal | undefined => {
    const set = sent.part(`${key}_set`)
    if (isOther && set.has('presentment_money')) return set.part('presentment_money').decimal('amount')
    return sent.decimal(key) ?? set.part('shop_money').decimal('amount')
  }
}

/** Reads an amount; undefined if there is none. */
export type ShopifyMoney = ReturnType<typeof moneyIn>

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
