import type { GiftCardInput, MonetaryAmountInput } from '../generated/receipt-input.ts'

/** A gift card that was sold: orders don't have its number, and its currency is enough to tell it from goods. */
export function soldGiftCard(currency: string | undefined): GiftCardInput | undefined {
  if (currency === undefined) return undefined
  return { balance: { currencyCode: currency as NonNullable<MonetaryAmountInput['currencyCode']> } }
}
