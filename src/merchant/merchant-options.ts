import type { BrandOptions } from '../brand/brand.ts'
import type { TemplateFolder } from '../brand/template-folder.ts'
import type { MissingFieldOptions } from '../document/templates.ts'
import type { LocaleOptions } from '../locale/resolve/locale-options.ts'
import { aFlag, aFunction, anObject, anything, aText, type KnownOptions } from '../options/check-options.ts'
import type { GiftText } from '../view/gift/gift-text.ts'
import type { Variant } from '../view/variant.ts'

/** What a merchant decides once, for all receipts. */
export interface MerchantOptions extends MissingFieldOptions {
  /** Logo, colors, font, shape and foot of the merchant. They override those of the template folder. */
  brand?: BrandOptions
  /**
   * A template folder: its templates and stylesheets replace the package's, file by file; `brand.json` holds brand
   * options, `locales/` words (docs/templates.md). Its path, or what `readTemplateFolder` read: then nothing is read from disk.
   */
  templates?: string | TemplateFolder
  /** Which look receipts have, or `gift`. Default: that of the template folder, then `modern`. */
  variant?: Variant
  /**
   * The free text that gift receipts show, such as `['header', 'additionalInfo1']`. Default: that of the template folder, then
   * none, as tills write prices and names into free text.
   */
  giftText?: readonly GiftText[]
  /** Which store speaks which language; `messages` is a folder of `<tag>.json` files with your own words. */
  locales?: LocaleOptions & { messages?: string }
}

/** What each option may be; brand and locales are checked where they are read. */
export const merchantOptions: KnownOptions<MerchantOptions> = {
  brand: anObject,
  templates: {
    is: value => aText.is(value) || (value as Partial<TemplateFolder> | null)?.files instanceof Map,
    must: 'must be the path of a template folder, or what readTemplateFolder read of one',
  },
  variant: anything,
  giftText: anything,
  strict: aFlag,
  onMissingField: aFunction,
  locales: anObject,
}
