import type { LocaleDecision } from '../locale/resolve/resolve.ts'
import {
  aFlag,
  aList,
  anObject,
  anything,
  aText,
  type KnownOptions,
  type OptionKind,
} from '../options/check-options.ts'
import type { Offer } from '../view/sections/offers.ts'
import type { Variant } from '../view/variant.ts'

/** What is decided for one receipt. */
export interface ReceiptOptions {
  /** The request's Accept-Language header; `fr_CA` and `fr-CA` are the same. It overrides the store's language. */
  acceptLanguage?: string | null
  /** An earlier decision, so that a receipt sent again is in the same language. It overrides everything else. */
  locale?: LocaleDecision
  /** Offers of the shop to show on the receipt. */
  offers?: readonly Offer[]
  /** Marks the receipt as a copy. Default false. */
  copy?: boolean
  /** Another look than the engine's, or `gift`: its look without any money, for all but returns and payment requests. */
  variant?: Variant
  /** Throws where a template prints a field that this receipt doesn't have. Default: the engine's. */
  strict?: boolean
}

const aDecision: OptionKind = {
  is: value => anObject.is(value) && Array.isArray((value as Partial<LocaleDecision>).languages),
  must: 'must be a decision as `engine.locale` gave it; to ask for a language write acceptLanguage: "fr-CA"',
}

/** What each option may be. */
export const receiptOptions: KnownOptions<ReceiptOptions> = {
  acceptLanguage: { is: value => value === null || aText.is(value), must: 'must be the text of a header' },
  locale: aDecision,
  offers: aList,
  copy: aFlag,
  variant: anything,
  strict: aFlag,
}
