import { join } from 'node:path'
import type { Gtin12 } from '../barcode/symbol/gtin.ts'
import { type BrandParts, readBrand } from '../brand/brand.ts'
import { brandFileIn, readTemplateFolder, templatesIn, wordsIn } from '../brand/template-folder.ts'
import type { Brand } from '../document/brand-values.ts'
import { openTemplates, type Templates } from '../document/templates.ts'
import { OptionError } from '../errors.ts'
import { createBoundedCache } from '../locale/bounded-cache.ts'
import { createFormats } from '../locale/format/format.ts'
import { checkLocaleOptions, type LocaleOptions } from '../locale/resolve/locale-options.ts'
import { type Catalogue, loadCatalogue } from '../locale/words/messages.ts'
import { anObject, checkOptions, overlaid } from '../options/check-options.ts'
import { sha256 } from '../standards/host.ts'
import type { AttachData } from '../structured/formats.ts'
import { checkedGiftText, type GiftText } from '../view/gift/gift-receipt.ts'
import type { Details } from '../view/present.ts'
import { checkPictures, type PictureOptions } from '../view/sections/goods/pictures.ts'
import { checkLinks, type ReceiptLinks } from '../view/sections/links.ts'
import { lookOf, type Variant, variants } from '../view/variant.ts'
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

/**
 * Opens what all receipts of a merchant share.
 *
 * @throws TemplateError, LocaleError, OptionError if the merchant's options or files are wrong
 */
export async function openMerchant(options: MerchantOptions = {}): Promise<Merchant> {
  checkOptions('', options, merchantOptions)
  checkLinks(options.links)
  checkPictures(options.pictures)
  const path = typeof options.templates === 'string' ? options.templates : ''
  const folder = typeof options.templates === 'string' ? readTemplateFolder(path) : options.templates
  const file = folder && brandFileIn(folder, path)
  const defaultVariant = checkedVariant(options.variant ?? file?.variant ?? 'modern')
  const giftText = [...checkedGiftText(options.giftText ?? file?.giftText)]
  const { messages, ...locales } = options.locales ?? {}
  const words = folder ? [{ path: join(path, 'locales'), files: wordsIn(folder) }] : []
  const overlay = [...words, ...(messages === undefined ? [] : [messages])]
  const catalogue = loadCatalogue({ overlay })
  checkLocaleOptions(locales, catalogue.locales, catalogue.languages)
  const { brand, ...brandParts } = readBrand(overlaid(file?.brand, options.brand))
  // What is used later is a copy, as it was when it was checked.
  const ownBrand = structuredClone(options.brand)
  const formatsWith = (words: Catalogue) => createFormats(tag => words.for([tag]))
  const defaultLook = lookOf(defaultVariant, file?.variant)
  const templatesOf = await openTemplates(folder && templatesIn(folder), defaultLook, {
    ...options,
    sections: file?.sections,
  })
  const stores = createBoundedCache<Merchant>(maxStores)
  const merchant: Merchant = {
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
    templates: (variant = defaultVariant, strict) => templatesOf(lookOf(checkedVariant(variant), defaultLook), strict),
    inStore: store =>
      store.brand === undefined && store.messages === undefined
        ? merchant
        : stores.get(contentOf(store), () => openStore(store)),
  }
  return merchant

  function openStore({ brand: own, messages }: StoreOptions): Merchant {
    const { brand, ...brandParts } = readBrand(overlaid(overlaid(file?.brand, ownBrand), own))
    if (messages === undefined) return { ...merchant, brand, brandParts }
    const words = loadCatalogue({ overlay: [...overlay, messages] })
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
