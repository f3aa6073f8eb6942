import { type Gtin12, gtin12Meanings } from '../barcode/symbol/gtin.ts'
import type { BrandOptions } from '../brand/brand.ts'
import type { TemplateFolder } from '../brand/template-folder.ts'
import type { MissingFieldOptions } from '../document/templates.ts'
import type { LocaleOptions } from '../locale/resolve/locale-options.ts'
import { readLanguageTag } from '../locale/resolve/lookup.ts'
import type { LocaleDecision } from '../locale/resolve/resolve.ts'
import {
  aFlag,
  aFunction,
  aList,
  anObject,
  anything,
  aText,
  type KnownOptions,
  type OptionKind,
} from '../options/check-options.ts'
import { type AttachData, anAttachment } from '../structured/formats.ts'
import type { GiftText } from '../view/gift/gift-receipt.ts'
import { type Details, detailLevels } from '../view/present.ts'
import type { PictureOptions } from '../view/sections/goods/pictures.ts'
import type { ReceiptLinks } from '../view/sections/links.ts'
import type { Offer } from '../view/sections/offers.ts'
import type { Variant } from '../view/variant.ts'

/** A merchant's options for all receipts. */
export interface MerchantOptions extends MissingFieldOptions {
  /** Logo, colors, font, spacing and footer. Overrides the template folder's. */
  brand?: BrandOptions | undefined
  /**
   * A template folder: its templates and stylesheets replace the package's, file by file; `brand.json` has brand options,
   * `locales/` words (docs/templates.md). A path, or the result of `readTemplateFolder`, to read nothing from disk.
   */
  templates?: string | TemplateFolder | undefined
  /** The receipts' look, or `gift`. Default: the template folder's, then `modern`. */
  variant?: Variant | undefined
  /**
   * The free text that gift receipts show, such as `['header', 'additionalInfo1']`. Default: the template folder's, then none,
   * because tills write prices and names into free text.
   */
  giftText?: readonly GiftText[] | undefined
  /** What a customer can do with a receipt: open it in a browser, start a return, call. A call's own `links` add to them. */
  links?: ReceiptLinks | undefined
  /**
   * How much the details at a mail's end say: `all` adds terminal codes (TVR, TSI, ARC), reason codes and the reader's own address,
   * which paper and text say anyway. Default `some`.
   */
  details?: Details | undefined
  /**
   * Adds what the receipt says to the head of the mail as JSON-LD (schema.org), for mail clients that show orders and invoices.
   * Default false.
   */
  structuredData?: boolean | undefined
  /**
   * Where pictures of items are, in a till's field or a catalog; without it, none are shown. They are loaded from their address when a mail
   * is read, which tells that server so.
   */
  pictures?: PictureOptions | undefined
  /**
   * What a GTIN of twelve digits is (`barcodeType`): `padded`, an EAN-13 whose check digit is computed, as the interface tells tills to pad
   * numbers; or `upc-a`, with its check digit, any other being refused. Default `padded`.
   */
  gtin12?: Gtin12 | undefined
  /**
   * Attaches to PDFs the receipt's data, masked, for programs: `true` as `receipt.json`, or in a format such as `ekabs` (docs/archive.md); never to a gift receipt. Default false.
   */
  attachData?: AttachData | undefined
  /** Marks every receipt as a test, in its heading: mail, text and paper. Default false. */
  test?: boolean | undefined
  /** Which store uses which language; `messages` is a folder of `<tag>.json` files with your words. */
  locales?: (LocaleOptions & { messages?: string | undefined }) | undefined
}

/** What each option may be; brand and locales are checked where they are read. */
export const merchantOptions: KnownOptions<MerchantOptions> = {
  brand: anObject,
  templates: {
    is: value => aText.is(value) || (value as Partial<TemplateFolder> | null)?.files instanceof Map,
    must: 'must be the path of a template folder, or the result of readTemplateFolder',
  },
  variant: anything,
  giftText: anything,
  strict: aFlag,
  onMissingField: aFunction,
  locales: { is: anObject.is, must: 'must be an object such as { default: "fr-CA" }' },
  links: anObject,
  details: {
    is: value => detailLevels.some(known => known === value),
    must: `must be one of ${detailLevels.join(', ')}`,
  },
  structuredData: aFlag,
  pictures: anObject,
  gtin12: {
    is: value => value === 'by-check-digit' || gtin12Meanings.some(known => known === value),
    must: `must be one of ${gtin12Meanings.join(', ')}`,
  },
  attachData: anAttachment,
  test: aFlag,
}

/** What is decided for one receipt. */
export interface ReceiptOptions {
  /** The request's Accept-Language header; `fr_CA` and `fr-CA` are the same. Overrides the store's language. */
  acceptLanguage?: string | null | undefined
  /**
   * A language tag such as `fr-CA`, over the header; or an earlier decision of `engine.locale`, over everything, so that a resent receipt
   * has the same language.
   */
  locale?: string | LocaleDecision | undefined
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
  /**
   * The brand of this receipt's store, over the engine's: equal ones are read once, a path's file too. 500 stores are kept, those used
   * last.
   */
  brand?: BrandOptions | undefined
  /** A folder of `<tag>.json` files with this store's words, over the engine's; read once. */
  messages?: string | undefined
  /** Throw if a template prints a field that this receipt doesn't have. Default: the engine's. */
  strict?: boolean | undefined
}

const aLocale: OptionKind = {
  is: value =>
    typeof value === 'string'
      ? readLanguageTag(value) !== undefined
      : anObject.is(value) && Array.isArray((value as Partial<LocaleDecision>).languages),
  must: 'must be a language tag such as "fr-CA", or a decision from `engine.locale`',
}

/** What each option may be. */
export const receiptOptions: KnownOptions<ReceiptOptions> = {
  acceptLanguage: { is: value => value === null || aText.is(value), must: 'must be the value of a header' },
  locale: aLocale,
  stored: aFlag,
  offers: aList,
  copy: aFlag,
  variant: anything,
  strict: aFlag,
  links: anObject,
  brand: anObject,
  messages: aText,
}
