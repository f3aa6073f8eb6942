/**
 * The ready-made variants of a receipt. Three are looks: `modern`, the till slip `classic`, and `compact` for long receipts.
 * `gift` is the look of the engine with a view that has no money in it.
 */
export const variants = ['modern', 'classic', 'compact', 'gift'] as const

export type Variant = (typeof variants)[number]

/** A variant that has templates of its own. */
export type Look = Exclude<Variant, 'gift'>

export const looks: readonly Look[] = ['modern', 'classic', 'compact']

/** The templates of a variant: a gift receipt has the look that the other receipts have, `usual`. */
export function lookOf(variant: Variant, usual: Look = 'modern'): Look {
  return variant === 'gift' ? usual : variant
}
