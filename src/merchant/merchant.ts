// Stage `merchant`: what a merchant’s receipts share, opened once; each stage’s result for it.
// It knows stages up to `brand`; `engine` and those after it may call it.

import type { Gtin12 } from '../barcode/symbol/gtin.ts'
import { type BrandParts, readBrand } from '../brand/brand.ts'
import type { BrandFile } from '../brand/template-folder.ts'
import type { Brand } from '../document/brand-values.ts'
import type { Templates, TemplatesOf } from '../document/templates.ts'
import { OptionError } from '../errors.ts'
import { createBoundedCache } from '../locale/bounded-cache.ts'
import { createFormats } from '../locale/format/format.ts'
import { checkLocaleOptions, type LocaleOptions } from '../locale/resolve/locale-options.ts'
import type { Catalogue } from '../locale/words/messages.ts'
import { anObject, checkOptions, overlaid } from '../options/check-options.ts'
import { sha256 } from '../standards/host.ts'
import type { AttachData } from '../structured/formats.ts'
import { checkedGiftText, type GiftText } from '../view/gift/gift-receipt.ts'
import type { Details } from '../view/present.ts'
import { checkPictures, type PictureOptions } from '../view/sections/goods/pictures.ts'
import { checkLinks, type ReceiptLinks } from '../view/sections/links.ts'
import { type Look, lookOf, type Variant, variants } from '../view/variant.ts'
import { type MerchantOptions, merchantOptions, type ReceiptOptions } from './options.ts'

/** What all receipts of a merchant share: words, templates, brand. */
export interface Merchant {
  readonly catalogue: Catalogue
  /** Which store uses which language. */
  readonly locales: LocaleOptions
  /** Formats of a language, with what they have read before. */
  readonly formatOf: ReturnType<typeof createFormats>
  readonly brand: Brand
  /** The brand's parts of the view. */
  readonly brandParts: BrandParts
  /** The default variant. */
  readonly variant: Variant
  readonly giftText: readonly GiftText[]
  readonly links: ReceiptLinks | undefined
  /** How much the details of a mail say. */
  readonly details: Details
  /** Whether mail has data for mail clients. */
  readonly structuredData: boolean
  /** Where pictures of items are, if they are shown. */
  readonly pictures: PictureOptions | undefined
  /** What a GTIN of twelve digits is. */
  readonly gtin12: Gtin12
  /** Whether PDFs have the receipt's data attached. */
  readonly attachData: AttachData
  /** Whether receipts are marked as tests. */
  readonly test: boolean
  /** The compiled templates of a variant. @throws OptionError if there is no such variant */
  templates(variant?: Variant, strict?: boolean): Templates
  /**
   * The merchant with a store's brand and words over its own, which are read once for equal ones.
   *
   * @throws OptionError, LocaleError if they are wrong
   */
  inStore(store: StoreOptions): Merchant
}

/** What one store of a merchant has of its own. */
export type StoreOptions = Pick<ReceiptOptions, 'brand' | 'messages'>

/** Stores whose brand and words are kept; a brand with its fonts and logo takes up to 2 MB. */
const maxStores = 500

/** What a merchant's files say, however they were read. */
export interface MerchantFiles {
  /** `brand.json` of its template folder. */
  file?: BrandFile | undefined
  /** All words, with a store's own folder over the others. @throws LocaleError if they are wrong */
  catalogueWith(own?: string): Catalogue
}

/** @throws OptionError for an option that can't be used */
export function checkMerchant(options: MerchantOptions): void {
  checkOptions('', options, merchantOptions)
  checkLinks(options.links)
  checkPictures(options.pictures)
}

/**
 * Reads a merchant's options.
 *
 * @returns the look whose templates to open first, and the merchant once there are templates
 * @throws LocaleError, OptionError if they are wrong
 */
export function readMerchant(
  options: MerchantOptions,
  { file, catalogueWith }: MerchantFiles,
): { look: Look; merchant: (templatesOf: TemplatesOf) => Merchant } {
  const defaultVariant = checkedVariant(options.variant ?? file?.variant ?? 'modern')
  const giftText = [...checkedGiftText(options.giftText ?? file?.giftText)]
  const { messages: _, ...locales } = options.locales ?? {}
  const catalogue = catalogueWith()
  checkLocaleOptions(locales, catalogue.locales, catalogue.languages)
  const { brand, ...brandParts } = readBrand(overlaid(file?.brand, options.brand))
  // What is used later is a copy, as it was when it was checked.
  const ownBrand = structuredClone(options.brand)
  const formatsWith = (words: Catalogue) => createFormats(tag => words.for([tag]))
  const defaultLook = lookOf(defaultVariant, file?.variant)
  const stores = createBoundedCache<Merchant>(maxStores)
  return { look: defaultLook, merchant }

  function merchant(templatesOf: TemplatesOf): Merchant {
    const opened: Merchant = {
      ...{
        catalogue,
        locales: structuredClone(locales),
        formatOf: formatsWith(catalogue),
        brand,
        brandParts,
        variant: defaultVariant,
        giftText,
      },
      links: options.links && { ...options.links },
      details: options.details ?? 'some',
      structuredData: options.structuredData ?? false,
      pictures: options.pictures && { ...options.pictures },
      gtin12: options.gtin12 ?? 'padded',
      attachData: options.attachData ?? false,
      test: options.test === true,
      templates: (variant = defaultVariant, strict) =>
        templatesOf(lookOf(checkedVariant(variant), defaultLook), strict),
      inStore: store =>
        store.brand === undefined && store.messages === undefined
          ? opened
          : stores.get(contentOf(store), () => openStore(opened, store)),
    }
    return opened
  }

  function openStore(merchant: Merchant, { brand: own, messages }: StoreOptions): Merchant {
    const { brand, ...brandParts } = readBrand(overlaid(overlaid(file?.brand, ownBrand), own))
    if (messages === undefined) return { ...merchant, brand, brandParts }
    const words = catalogueWith(messages)
    return { ...merchant, brand, brandParts, catalogue: words, formatOf: formatsWith(words) }
  }
}

/** Equal for equal brands and words; of bytes, which are logos and fonts, their hash. */
function contentOf({ brand, messages }: StoreOptions): string {
  return JSON.stringify([messages, withHashes(brand)], distinct)
}

/** What JSON would leave out, or refuse, is wrong, and must not pass for what isn't. */
function distinct(_: string, value: unknown): unknown {
  const isJson = typeof value !== 'bigint' && typeof value !== 'function' && typeof value !== 'symbol'
  return isJson && !(typeof value === 'number' && !Number.isFinite(value)) ? value : `\0${typeof value}`
}

/** Before they are JSON, which makes a list of numbers of a buffer: that takes longer than a mail. */
function withHashes(value: unknown): unknown {
  if (value instanceof Uint8Array) return sha256(value)
  if (!anObject.is(value)) return value
  return Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, withHashes(each)]))
}

function checkedVariant(variant: Variant): Variant {
  if (!variants.includes(variant)) throw new OptionError(`variant: must be one of ${variants.join(', ')}`)
  return variant
}
