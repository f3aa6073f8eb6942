import { OptionError } from '../../errors.ts'

/**
 * The free text that a merchant may let onto gift receipts: `header`, the slots, `terms`, and of each line `description` and
 * `miscInfo`. Tills write prices and names into such text, so none of it is there unless it is listed.
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

/** The option as it was given, if it is a list of these names. @throws OptionError that says which name is wrong */
export function checkedGiftText(given: readonly GiftText[] | undefined): ReadonlySet<GiftText> {
  const known: readonly unknown[] = giftTexts
  if (given !== undefined && !(Array.isArray(given) && given.every(name => known.includes(name))))
    throw new OptionError(`giftText: must be a list of ${giftTexts.join(', ')}`)
  return new Set(given)
}
