import { signed } from '../../../locale/format/one-piece.ts'
import type { ItemData } from '../../../receipt/data/item-data.ts'
import type { DiscountData } from '../../../receipt/data/money-data.ts'
import type { GiftCardData } from '../../../receipt/data/tender-data.ts'
import { masked, note, phrase, type ViewContext } from '../../presenting.ts'
import type { ItemView, LineView } from '../../receipt-view.ts'

/** What most items have as notes, lines and links. Shared: a list of its own for each would take a tenth of a long mail's memory. */
export const none: readonly never[] = Object.freeze([])

/** A description up to this length joins the summary; a longer one gets separate lines. */
export const shortText = 40

/** An item's description, unless it is said elsewhere, and its additional lines. */
export function notesOf(
  { isolate }: ViewContext,
  description: string | undefined,
  miscInfo: string | undefined,
): ItemView['notes'] {
  if (!description && !miscInfo) return none
  return [...(note(description, isolate)?.lines ?? []), ...(note(miscInfo, isolate)?.lines ?? [])]
}

/**
 * What stands below an item: discounts, which its total already has, and a gift card's number and balance.

 */
export function linesBelow(p: ViewContext, { discounts, giftCard }: ItemData): ItemView['lines'] {
  const reductions = discounts ? presentDiscounts({ ...p, money: signedBy(p) }, discounts) : none
  return giftCard ? [...reductions, ...presentGiftCard(p, giftCard)] : reductions
}

/** These amounts stand in a line that flows. */
function signedBy({ money }: ViewContext): ViewContext['money'] {
  return (amount, currency) => signed(money(amount, currency))
}

/** Discounts as lines; those without amount and name are left out. */
function presentDiscounts(p: ViewContext, discounts: readonly DiscountData[]): LineView[] {
  return discounts.filter(discount => discount.amount || discount.name).map(discount => discountLine(p, discount))
}

/** A discount as a line. */
export function discountLine({ t, isolate, money }: ViewContext, { amount, name }: DiscountData): LineView {
  return {
    kind: 'discount',
    label: name ? isolate.words(name) : t('items.discount'),
    amount: amount === undefined ? '' : money(amount),
    ...(amount !== undefined && amount < 0 && { saving: true }),
  }
}

/** A gift card sold or loaded. */
function presentGiftCard({ t, isolate, money }: ViewContext, giftCard: GiftCardData): LineView[] {
  const { balance } = giftCard
  const label = phrase([
    giftCard.accountNumber && t('items.giftCard', { number: isolate.code(masked(giftCard.accountNumber)) }),
    balance?.amount === undefined
      ? undefined
      : t('items.giftCardBalance', { amount: money(balance.amount, balance.currencyCode) }),
  ])
  return label ? [{ kind: 'giftCard', label, amount: '' }] : []
}
