import { someColumns } from '../document/text/columns.ts'
import { OptionError } from '../errors.ts'
import { aFunction, anObject, anything, aText, checkOptions, type KnownOptions } from '../options/check-options.ts'
import { imageTypes } from '../pdf/draw-page.ts'
import type { Paper } from '../pdf/paper.ts'
import { type Roll, rolls } from '../pdf/slip-page.ts'
import { type AttachData, anAttachment } from '../structured/formats.ts'
import { type ReceiptOptions, receiptOptions } from './merchant-options.ts'

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
export interface ImageOptions extends Omit<PdfOptions, 'paper' | 'attachData'> {
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

const drawOptions: KnownOptions<Omit<PdfOptions, 'attachData'>> = {
  ...receiptOptions,
  paper: anything,
  dots: { is: value => Number.isInteger(value) && Number(value) >= 256, must: 'must be a whole number, 256 or more' },
  signal: anObject,
  onMissingGlyphs: aFunction,
}

const printOptions: KnownOptions<PdfOptions> = { ...drawOptions, attachData: anAttachment }

const mergeOptions: KnownOptions<MergeOptions> = { ...printOptions, title: aText }

const imageOptions: KnownOptions<ImageOptions> = {
  ...drawOptions,
  slip: anything,
  width: {
    is: value => Number.isInteger(value) && within(value, 200, 2000),
    must: 'must be a whole number from 200 to 2000',
  },
  colorScheme: { is: value => value === 'light' || value === 'dark', must: 'must be light or dark' },
  scale: { is: value => within(value, 0.5, 4), must: 'must be a number from 0.5 to 4' },
  type: { is: value => (imageTypes as readonly unknown[]).includes(value), must: 'must be png or webp' },
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

function within(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && least <= value && value <= most
}
