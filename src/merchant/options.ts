import { type Gtin12, gtin12Meanings } from '../barcode/symbol/gtin.ts'
import type { BrandOptions } from '../brand/brand.ts'
import type { TemplateFolder } from '../brand/template-folder.ts'
import type { MissingFieldOptions } from '../document/templates.ts'
import { someColumns } from '../document/text/columns.ts'
import { OptionError } from '../errors.ts'
import type { LocaleOptions } from '../locale/resolve/locale-options.ts'
import { readLanguageTag } from '../locale/resolve/lookup.ts'
import type { LocaleDecision } from '../locale/resolve/resolve.ts'
import {
  aFlag,
  aFunction,
  aList,
  aNumber,
  anObject,
  anything,
  aText,
  checkOptions,
  type KnownOptions,
  type OptionKind,
} from '../options/check-options.ts'
import type { Paper } from '../pdf/paper.ts'
import { drawings, someDots } from '../pdf/printer-options.ts'
import { type Roll, rolls } from '../pdf/slip-page.ts'
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
   * A language tag such as `fr-CA`, over the header: there must be words in it, and such a country; or an earlier decision of `engine.locale`, over everything, so that a resent receipt
   * has the same language.
   */
  locale?: string | LocaleDecision | undefined
  /** Whether the receipt was accepted before, maybe by an earlier version, which allowed a few blanks more. Default false. */
  stored?: boolean | undefined
  /** When the receipt arrived, milliseconds since 1970: what was dated a year or more after it has no date. Default: unknown. */
  receivedAt?: number | undefined
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
const receiptOptions: KnownOptions<ReceiptOptions> = {
  acceptLanguage: { is: value => value === null || aText.is(value), must: 'must be the value of a header' },
  locale: aLocale,
  stored: aFlag,
  receivedAt: aNumber(0, 8.64e15, 'of milliseconds since 1970'),
  offers: aList,
  copy: aFlag,
  variant: anything,
  strict: aFlag,
  links: anObject,
  brand: anObject,
  messages: aText,
}

/** How to print one receipt. */
export interface PdfOptions extends ReceiptOptions {
  /** A name, or measures in millimeters: `{ width: 76 }` is a roll, `{ width: 148, height: 210 }` a sheet. Default: the engine's, else `a4`. */
  paper?: Paper | undefined
  /** Dots across a roll's print area, such as 504, for sharp bars. Default: those of 203 dpi, 576 or 384. */
  dots?: number | undefined
  /** Attaches the receipt's data: as `receipt.json`, or in a format such as `ekabs` (docs/archive.md). Default: the engine's. */
  attachData?: AttachData | undefined
  /** Cancels waiting or printing. */
  signal?: AbortSignal | undefined
  /**
   * With `missingGlyphs: 'replace'`, called with the scripts (ISO 15924) of characters that no font has: the paper has U+FFFD for them.
   * Must not throw.
   */
  onMissingGlyphs?: ((scripts: readonly string[]) => void) | undefined
  /** Called with sentences that say which of PDF/UA-1 and PDF/A-3a the PDF doesn't claim, and why. Must not throw. */
  onUnclaimed?: ((reasons: readonly string[]) => void) | undefined
}

/** How to print many receipts into one PDF: options of a receipt are those of each. */
export interface MergeOptions extends PdfOptions {
  /** The PDF's title. Default: the first receipt's and, of several, the last one's. */
  title?: string | undefined
}

/**
 * How to draw one receipt: as mail, or as `paper`. The browser loads nothing, so pictures of goods are left out. For a printer of 203 dpi,
 * the scale of a roll is 203 / 96.
 */
export interface ImageOptions extends Omit<PdfOptions, 'paper' | 'attachData' | 'onUnclaimed'> {
  /** Width of the mail in CSS px, 200 to 2000. Default 600. */
  width?: number | undefined
  /**
   * Draws the receipt as on paper, a roll or a sheet. A sheet is at least whole, and as long as the receipt needs: page breaks and page
   * numbers are the PDF's. Not with `width`.
   */
  paper?: Paper | undefined
  /**
   * Draws what the usual receipt printer prints on a roll: the slip in 42 or 32 columns, or the roll page where printers lack its
   * letters. One with few letters of its own prints plainer ones, such as EUR. Not with `paper` or `width`.
   */
  slip?: Roll | undefined
  /** Whether the mail is drawn as in the dark. Default `light`. */
  colorScheme?: 'light' | 'dark' | undefined
  /** Pixels of the image per CSS px, 0.5 to 4. Default 2. An image has at most 100 megapixels, a WebP's side 16,383 pixels. */
  scale?: number | undefined
  /** Default `png`. WebP takes longer. */
  type?: 'png' | 'webp' | undefined
}

/** How wide a receipt's text is. */
export interface TextOptions extends ReceiptOptions {
  /**
   * Width of the text, 24 to 160, for a till's paper: 32, 42 or 48. Then links, and why a mail was sent, are left out. Default: 64,
   * for a mail.
   */
  columns?: number | undefined
}

/** A call of the engine that takes receipts. */
export type Call = keyof typeof optionsOf

/** @throws OptionError for a wrong option, and for one that the call would ignore, with the calls that don't */
export function checkCall(call: Call, options: ReceiptOptions): void {
  for (const name in options) {
    if (options[name as keyof ReceiptOptions] === undefined || Object.hasOwn(optionsOf[call], name)) continue
    const others = Object.entries(optionsOf).flatMap(([other, known]) => (Object.hasOwn(known, name) ? [other] : []))
    const last = others.pop()
    if (last === undefined) continue
    const calls = others.length > 0 ? `${others.join(', ')} and ${last}` : last
    throw new OptionError(`${name}: ${call} has no use for it; it is an option of ${calls}`)
  }
  checkOptions<unknown>('', options, optionsOf[call] as KnownOptions<unknown>)
  if (call === 'image') checkImage(options)
}

/** @throws OptionError for what only mail has, if it is paper */
function checkImage({ paper, slip, width, colorScheme }: ImageOptions): void {
  if (slip && !rolls.includes(slip)) throw new OptionError(`slip: must be one of ${rolls.join(', ')}`)
  if (slip && paper) throw new OptionError('paper: a slip has its own; leave out paper or slip')
  if (!paper && !slip) return
  if (width !== undefined) throw new OptionError('width: paper has its own; leave out width or paper')
  if (colorScheme === 'dark') throw new OptionError('colorScheme: paper is never dark; leave out colorScheme or paper')
}

const textOptions: KnownOptions<TextOptions> = { ...receiptOptions, columns: someColumns }

const drawOptions: KnownOptions<Omit<PdfOptions, 'attachData' | 'onUnclaimed'>> = {
  ...receiptOptions,
  paper: anything,
  dots: someDots,
  signal: anObject,
  onMissingGlyphs: aFunction,
}

const printOptions: KnownOptions<PdfOptions> = { ...drawOptions, attachData: anAttachment, onUnclaimed: aFunction }

const mergeOptions: KnownOptions<MergeOptions> = { ...printOptions, title: aText }

const imageOptions: KnownOptions<ImageOptions> = {
  ...drawOptions,
  slip: anything,
  width: drawings.width,
  colorScheme: drawings.colorScheme,
  scale: drawings.scale,
  type: drawings.type,
}

const optionsOf = {
  locale: receiptOptions,
  view: receiptOptions,
  email: receiptOptions,
  html: receiptOptions,
  text: textOptions,
  slip: textOptions,
  pdf: printOptions,
  merge: mergeOptions,
  image: imageOptions,
}
