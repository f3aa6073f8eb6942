import { OptionError } from '../../errors.ts'

/**
 * Free text that a merchant may allow on gift receipts: `header`, the slots, `terms`, and each item's `description` and
 * `miscInfo`. Tills put prices and names in such text, so it appears only if listed.
 */
export const giftTexts = [
  'header',
  'additionalInfo1',
  'additionalInfo2',
  'additionalInfo3',
  'additionalInfo4',
  'additionalInfo5',
  'terms',
  'description',
  'miscInfo',
] as const

export type GiftText = (typeof giftTexts)[number]

/** Checks the option: a list of these names. @throws OptionError that lists the valid names */
export function checkedGiftText(given: readonly GiftText[] | undefined): ReadonlySet<GiftText> {
  const known: readonly unknown[] = giftTexts
  if (given !== undefined && !(Array.isArray(given) && given.every(name => known.includes(name))))
    throw new OptionError(`giftText: must be a list of ${giftTexts.join(', ')}`)
  return new Set(given)
}
