/**
 * The stages of a receipt with what all receipts of a merchant share: words, templates, brand. `engine.ts` puts them in a
 * row; tools that look at each stage by itself use them one by one.
 */
import { join } from 'node:path'
import { type BrandOptions, readBrand } from './brand/brand.ts'
import { brandFileIn, readTemplateFolder, type TemplateFolder, templatesIn, wordsIn } from './brand/template-folder.ts'
import type { MailImages } from './document/images.ts'
import type { PrintDocument, ReceiptDocument } from './document/receipt-document.ts'
import { type Brand, renderMail, renderPrint } from './document/render.ts'
import { type MissingFieldOptions, openTemplates, type Templates } from './document/templates.ts'
import { OptionError } from './errors.ts'
import { createFormats } from './locale/format/format.ts'
import { checkLocaleOptions, type LocaleOptions } from './locale/resolve/locale-options.ts'
import { type LocaleDecision, resolveLocale } from './locale/resolve/resolve.ts'
import { loadCatalogue } from './locale/words/messages.ts'
import {
  aFlag,
  aFunction,
  aList,
  anObject,
  anything,
  aText,
  checkOptions,
  type KnownOptions,
  type OptionKind,
} from './options/check-options.ts'
import { type Paper, paperSize } from './pdf/paper.ts'
import { storeCountryOf } from './reading/store-country.ts'
import type { ReceiptData } from './receipt/data/receipt-data.ts'
import { checkedGiftText, type GiftText } from './view/gift/gift-text.ts'
import { presentReceipt } from './view/present.ts'
import type { ReceiptView } from './view/receipt-view.ts'
import type { Offer } from './view/sections/offers.ts'
import { lookOf, type Variant, variants } from './view/variant.ts'

/** What a merchant decides once. */
export interface StageOptions extends MissingFieldOptions {
  /** Logo, colours, font, shape and foot of the merchant. They go before those of the template folder. */
  brand?: BrandOptions
  /**
   * A template folder: its templates and stylesheets take the place of the package's, file by file; `brand.json` holds brand
   * options, `locales/` words (docs/templates.md). Its path, or what `readTemplateFolder` read: then no disk is asked.
   */
  templates?: string | TemplateFolder
  /** Which look receipts have, or `gift`. Default: that of the template folder, then `modern`. */
  variant?: Variant
  /**
   * The free text that gift receipts show, such as `['header', 'additionalInfo1']`. Default: that of the template folder, then
   * none, as tills write prices and names into free text.
   */
  giftText?: readonly GiftText[]
  /** Which store speaks which language; `messages` is a folder of `<tag>.json` files with words of your own. */
  locales?: LocaleOptions & { messages?: string }
}

/** What is decided for one receipt. */
export interface ReceiptOptions {
  /** The request's Accept-Language header; `fr_CA` and `fr-CA` are the same. It goes before the store's language. */
  acceptLanguage?: string | null
  /** A decision made before, so that a receipt sent again is in the same language. It goes before everything else. */
  locale?: LocaleDecision
  /** Offers of the shop to show on the receipt. */
  offers?: readonly Offer[]
  /** Marks the receipt as a copy. Default false. */
  copy?: boolean
  /** Another look than the engine's, or `gift`: its look without any money, for all but returns and payment requests. */
  variant?: Variant
  /** Throws where a template prints a field that this receipt has not. Default: the engine's. */
  strict?: boolean
}

/** What `StageOptions` may be; brand and locales are checked where they are read. */
export const stageOptions: KnownOptions<StageOptions> = {
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

const aDecision: OptionKind = {
  is: value => anObject.is(value) && Array.isArray((value as Partial<LocaleDecision>).languages),
  must: 'must be a decision as `engine.locale` gave it; to ask for a language write acceptLanguage: "fr-CA"',
}

/** What `ReceiptOptions` may be. */
export const receiptOptions: KnownOptions<ReceiptOptions> = {
  acceptLanguage: { is: value => value === null || aText.is(value), must: 'must be the text of a header' },
  locale: aDecision,
  offers: aList,
  copy: aFlag,
  variant: anything,
  strict: aFlag,
}

export interface Stages {
  /** The tags of the languages there are. */
  readonly locales: readonly string[]
  readonly brand: Brand
  decide(receipt: ReceiptData, asked?: ReceiptOptions): LocaleDecision
  present(receipt: ReceiptData, decision: LocaleDecision, asked?: ReceiptOptions): ReceiptView
  mail(view: ReceiptView, images: MailImages, variant?: Variant, strict?: boolean): ReceiptDocument
  page(view: ReceiptView, paper: Paper, variant?: Variant, strict?: boolean): PrintDocument
}

/**
 * Opens what all receipts share.
 *
 * @throws TemplateError, LocaleError, OptionError when what the merchant gave cannot work
 */
export async function openStages(options: StageOptions = {}): Promise<Stages> {
  checkOptions('', options, stageOptions)
  const path = typeof options.templates === 'string' ? options.templates : ''
  const folder = typeof options.templates === 'string' ? readTemplateFolder(path) : options.templates
  const file = folder && brandFileIn(folder, path)
  const usual = checkedVariant(options.variant ?? file?.variant ?? 'modern')
  const giftText = [...checkedGiftText(options.giftText ?? file?.giftText)]
  const { messages, ...locales } = options.locales ?? {}
  const words = folder ? [{ path: join(path, 'locales'), files: wordsIn(folder) }] : []
  const catalogue = loadCatalogue({ overlay: [...words, ...(messages === undefined ? [] : [messages])] })
  checkLocaleOptions(locales, catalogue.locales)
  const { brand, ...look } = readBrand({ ...file?.brand, ...options.brand })
  const formatOf = createFormats()
  const usualLook = lookOf(usual, file?.variant)
  const templatesOf = await openTemplates(folder && templatesIn(folder), usualLook, options)

  function templates(variant: Variant = usual, strict?: boolean): Templates {
    return templatesOf(lookOf(checkedVariant(variant), usualLook), strict)
  }

  return {
    locales: catalogue.locales,
    brand,
    decide(receipt, { acceptLanguage, locale } = {}) {
      if (locale) return locale
      const { id, address } = receipt.workstation.store
      const store = { id, ...optional('territory', address.territory), ...optional('country', storeCountryOf(receipt)) }
      return resolveLocale({ store, ...optional('acceptLanguage', acceptLanguage) }, locales, catalogue.locales)
    },
    present(receipt, decision, { offers, copy, variant = usual } = {}) {
      const currency = receipt.currency ?? decision.currency
      const [tag = decision.chosen] = decision.languages
      const language = {
        t: catalogue.for(decision.languages),
        f: formatOf(tag, {
          ...optional('currency', currency),
          ...optional('storeCountry', storeCountryOf(receipt)),
          ...optional('timeZone', decision.timeZone),
          currencies: currenciesOf(receipt, currency),
        }),
        own: catalogue.ownWords(decision.languages),
      }
      return presentReceipt({ ...receipt, ...optional('currency', currency as ReceiptData['currency']) }, language, {
        ...look,
        ...optional('offers', offers),
        ...optional('copy', copy),
        gift: variant === 'gift',
        giftText,
      })
    },
    mail: (view, images, variant, strict) => renderMail(view, templates(variant, strict), brand, { images }),
    page: (view, paper, variant, strict) => renderPrint(view, templates(variant, strict), brand, paperSize(paper)),
  }
}

function checkedVariant(variant: Variant): Variant {
  if (!variants.includes(variant)) throw new OptionError(`variant: must be one of ${variants.join(', ')}`)
  return variant
}

/** Every currency a receipt speaks of: with more than one, none may go by a bare sign. */
function currenciesOf(receipt: ReceiptData, currency: string | undefined): string[] {
  const balances = [...(receipt.items ?? []), ...(receipt.tenders ?? [])].map(
    entry => entry.giftCard?.balance?.currencyCode,
  )
  const all = [currency, ...(receipt.tenders ?? []).map(tender => tender.currency), ...balances]
  return [...new Set(all.filter(code => code !== undefined))]
}

/** The option, or nothing at all where it has no value. */
export function optional<Name extends string, Value>(name: Name, value: Value | undefined): { [K in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [K in Name]?: Value })
}
