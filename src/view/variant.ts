/**
 * The built-in variants of a receipt. Three are looks: `modern`, `classic` (like a till slip), and `compact` for long receipts.
 * `gift` is the engine's look with a view without money.
 */
export const variants = ['modern', 'classic', 'compact', 'gift'] as const

/** A look, or `gift`. */
export type Variant = (typeof variants)[number]

/** A variant with its own templates. */
export type Look = Exclude<Variant, 'gift'>

/** All but `gift`, which shows a receipt in one of them; the first is the default. */
export const looks: readonly Look[] = ['modern', 'classic', 'compact']

/** The look of a variant; gift receipts use `usual`, the look of other receipts. */
export function lookOf(variant: Variant, usual: Look = 'modern'): Look {
  return variant === 'gift' ? usual : variant
}
