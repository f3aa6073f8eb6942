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
import type { ReceiptLinks } from '../view/sections/links.ts'
import type { Offer } from '../view/sections/offers.ts'
import type { Variant } from '../view/variant.ts'

/** What is decided for one receipt. */
export interface ReceiptOptions {
  /** The request's Accept-Language header; `fr_CA` and `fr-CA` are the same. Overrides the store's language. */
  acceptLanguage?: string | null | undefined
  /** An earlier decision, so that a resent receipt has the same language. Overrides everything else. */
  locale?: LocaleDecision | undefined
  /** Whether the receipt was accepted before, maybe by an earlier version, which allowed a few blanks more. Default false. */
  stored?: boolean | undefined
  /** Offers to show on the receipt. */
  offers?: readonly Offer[] | undefined
  /** Marks the receipt as a copy. Default false. */
  copy?: boolean | undefined
  /** A look, or `gift`: the engine's look without prices, for all but returns and payment requests. Default: the engine's. */
  variant?: Variant | undefined
  /** Links of this receipt; they override the engine's by name. */
  links?: ReceiptLinks | undefined
  /** Throw if a template prints a field that this receipt doesn't have. Default: the engine's. */
  strict?: boolean | undefined
}

const aDecision: OptionKind = {
  is: value => anObject.is(value) && Array.isArray((value as Partial<LocaleDecision>).languages),
  must: 'must be a decision from `engine.locale`; to request a language, write acceptLanguage: "fr-CA"',
}

/** What each option may be. */
export const receiptOptions: KnownOptions<ReceiptOptions> = {
  acceptLanguage: { is: value => value === null || aText.is(value), must: 'must be the value of a header' },
  locale: aDecision,
  stored: aFlag,
  offers: aList,
  copy: aFlag,
  variant: anything,
  strict: aFlag,
  links: anObject,
}
