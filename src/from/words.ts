/** What a receipt says where its order has no name for something, in the language of those who buy. */
export interface OrderWords {
  /** Shipping whose method has no name; default `Shipping`. */
  shipping?: string
  /** Duties on what crosses a border; default `Duties`. */
  duties?: string
  /** What a refund differs by from the goods in it; default `Adjustment`. */
  adjustment?: string
  /** An amount that was keyed in without a name; default `Custom amount`. */
  customAmount?: string
  /** Credits that were bought before; default `Billing credits`. */
  billingCredits?: string
  /** What was owed before; default `Previous balance`. */
  previousBalance?: string
  /** A charge without a description; default `Payment to` and the store's name. */
  payment?: string
}

/** The words of a seller, or else English ones. */
export function wordsOf({ store, words }: { store: { name: string }; words?: OrderWords }): Required<OrderWords> {
  return {
    shipping: 'Shipping',
    duties: 'Duties',
    adjustment: 'Adjustment',
    customAmount: 'Custom amount',
    billingCredits: 'Billing credits',
    previousBalance: 'Previous balance',
    payment: `Payment to ${store.name}`,
    ...words,
  }
}
