// Stage `document`: how a view looks, in mail or on paper: templates, styles, images.
// It knows stages up to `view`; `email` and those after it may call it.

import { createBoundedCache } from '../locale/bounded-cache.ts'
import { withoutLanguages } from '../locale/words/messages.ts'
import { checkOptions, type KnownOptions } from '../options/check-options.ts'
import { sha256 } from '../standards/host.ts'
import type { Direction, ReceiptView } from '../view/receipt-view.ts'
import type { Brand } from './brand-values.ts'
import {
  type DocumentImage,
  drawForMail,
  drawForPaper,
  type MailImages,
  type PaperRoom,
  type ShownImage,
} from './images.ts'
import { labelWidth, phoneLabel, smallPhoneLabel, wideLabel } from './label-width.ts'
import { paperFontsFor } from './paper-fonts.ts'
import type { Templates } from './templates.ts'
import { someColumns, textColumns } from './text/columns.ts'
import { dividedOnce } from './text/rules.ts'
import { openTidyLines } from './text/tidy-lines.ts'
import { wideRows } from './wide-rows.ts'

/** A receipt as mail: HTML with inlined styles, and plain text. */
export interface ReceiptDocument {
  lang: string
  dir: Direction
  subject: string
  preheader: string
  html: string
  text: string
  /** The same for every mail of a receipt, and no other's: 32 hexadecimal digits. */
  reference: string
  /** The images that the HTML references by `cid:`; empty if they are embedded. */
  images: DocumentImage[]
}

/** A receipt for paper: a complete page without external references. */
export interface PrintDocument {
  lang: string
  title: string
  html: string
  /** ISO 8601; the file's date. */
  issued?: string | undefined
}

/** The view for the templates of a mail and its plain text. */
export interface MailPage extends Omit<ReceiptView, 'images'> {
  /** The merchant's colors, font and spacing. */
  brand: Brand
  /** The images, by key. Templates get them with `(image key)`. */
  images: Record<string, ShownImage>
  /** The width that the longest label of the details needs, in CSS px at 13 px a letter; in a mail at most what a narrow phone has. */
  labelWidth: number
  /** Whether the longest label is wider than a phone of 320 px has room for, which a rule of its own says: Gmail knows no selector of widths. */
  hasWideLabel?: boolean
  /** Whether a label is too long for one line of a wide mail, such as a till's own name of a payment. */
  hasLongLabel?: boolean
}

/** The view for the paper template. */
export interface PrintPage extends MailPage {
  /** The kind of paper. */
  paper: PaperView
}

/** What helpers use of the page besides. */
interface PrintParts {
  rawColumns: number
}

/** The paper, as templates see it. */
export interface PaperView {
  /** Laid out as on a till roll: a roll, or a sheet with less than 120 mm to print on. */
  roll: boolean
  /** A roll or such a sheet with less than 60 mm to print on, such as 58 mm paper. */
  narrow: boolean
  /** Paper on which some amount leaves its label no room for a word. */
  wide?: boolean
  /** Paper without room for the columns of a table of taxes. */
  wideTaxes?: boolean
  /** A roll on which the total fits on a line in smaller type. */
  smallTotal?: boolean
  /** A sheet with less than 150 mm to print on, such as A5, in columns. */
  small: boolean
  /** A sheet, whose pages are numbered. */
  paged: boolean
  /** Millimeters to print on, from side to side. */
  width: number
  /** The package's font families with the letters of all languages, those of the page's first, for `font-family`. */
  fonts: string
}

/** A paper's measures for the layout, in mm. */
export interface PaperLayout {
  /** A roll: the page is as tall as its content. */
  fitted: boolean
  /** Width available for a drawing. */
  printableWidth: number
  /** Size of a till printer's dot; rolls only. */
  dot?: number
  /** Height of a sheet, with its margins, to find drawings that don't fit. */
  height?: number
  margins?: { top: number; right: number; bottom: number; left: number }
}

/** How a mail is rendered. */
export interface MailRendering {
  /** `data` embeds the images, so that the page works by itself in a browser. Default `cid`. */
  images?: MailImages
  /** Width of the plain text; default 64. */
  columns?: number
}

const mailOptions: KnownOptions<MailRendering> = {
  images: { is: value => value === 'cid' || value === 'data', must: 'must be cid or data' },
  columns: someColumns,
}

/** Renders a receipt as mail. */
export function renderMail(
  view: ReceiptView,
  templates: Templates,
  brand: Brand,
  options: MailRendering = {},
): ReceiptDocument {
  checkOptions('', options, mailOptions)
  const { page, images } = mailPage(view, brand, options)
  return {
    lang: view.lang,
    dir: view.dir,
    subject: view.subject,
    preheader: view.preheader,
    html: templates.email[view.dir](page),
    text: textOf(templates, page),
    reference: referenceOf(view),
    images,
  }
}

/** The HTML alone of a mail with attached images. */
export function renderMailHtml(view: ReceiptView, templates: Templates, brand: Brand): string {
  return templates.email[view.dir](mailPage(view, brand).page)
}

function mailPage(
  view: ReceiptView,
  brand: Brand,
  { images: how = 'cid', columns = textColumns }: MailRendering = {},
): { page: MailPage; images: DocumentImage[] } {
  const { shown, images } = drawForMail(view.images, how)
  const isLong = hasCompact(view)
  const needed = labelWidth(view, view.allDetails === true)
  const page: MailPage & { columns: number; keepsIsolates: boolean; isLong: boolean } = {
    ...view,
    brand,
    images: shown,
    labelWidth: Math.min(needed, phoneLabel),
    ...(needed > smallPhoneLabel && { hasWideLabel: true }),
    ...(needed > wideLabel && { hasLongLabel: true }),
    columns,
    keepsIsolates: view.dir === 'rtl' && isLong,
    isLong,
  }
  return { page, images }
}

function referenceOf({ issued, facts }: ReceiptView): string {
  return sha256(JSON.stringify([issued, facts])).slice(0, 32)
}

/** Renders a receipt as a web page, which is the mail and prints well. */
export function renderWebPage(view: ReceiptView, templates: Templates, brand: Brand): string {
  const { html } = renderMail(view, templates, brand, { images: 'data' })
  const end = html.indexOf('</head>')
  if (end < 0) return html
  const style = templates.pageStyle({ ...view, brand })
  return `${html.slice(0, end)}${style && `<style>${style}</style>`}${html.slice(end)}`
}

/** Whether goods take one compact row each. */
function hasCompact({ items, orders, returns }: ReceiptView): boolean {
  return [items, ...orders.map(order => order.items), ...returns.map(each => each.items)].some(table => table?.compact)
}

/** Renders a receipt for paper. @throws OptionError for a barcode that is too large for it */
export function renderPrint(view: ReceiptView, templates: Templates, brand: Brand, layout: PaperLayout): PrintDocument {
  const paper = paperView(layout, view)
  const images = drawForPaper(view.images, roomOn(layout, paper))
  const page: PrintPage & PrintParts = {
    ...view,
    ...{ brand, paper, images, labelWidth: labelWidth(view, true), rawColumns: rawColumnsOn(paper) },
  }
  return {
    lang: view.lang,
    title: view.title,
    html: templates.print(page),
    ...(view.issued && { issued: view.issued }),
  }
}

function paperView({ fitted, printableWidth: width }: PaperLayout, view: ReceiptView): PaperView {
  const { lang } = view
  const roll = fitted || width < 120
  return {
    roll,
    narrow: width < 60,
    ...wideRows(view, width, roll),
    small: !roll && width < 150,
    paged: !fitted,
    width: Math.round(width * 1000) / 1000,
    fonts: fonts.get(lang, () => paperFontsFor(lang)),
  }
}

/** Columns of a till's own text, in the sizes of templates/print.css: a letter is six tenths of its size wide. */
function rawColumnsOn({ roll, narrow, width }: PaperView): number {
  const [size, whole] = narrow ? [7, 48] : [9.25, 72]
  const px = roll ? Math.floor(size * Math.min(1, width / whole) * 4) / 4 : 10.75
  return Math.floor(((width / 25.4) * 96) / (px * 0.6))
}

/** Drawings on a sheet stand in a column of 56 mm (templates/print.css). */
function roomOn({ fitted, printableWidth, dot, height, margins }: PaperLayout, { roll }: PaperView): PaperRoom {
  const room: PaperRoom = { maxWidth: printableWidth, dot, column: roll ? undefined : 56 }
  if (!margins) return room
  const { top, right, bottom, left } = margins
  const down = top + bottom
  if (!fitted && height !== undefined) room.maxHeight = height - down
  return { ...room, margins: { across: left + right, down } }
}

const fonts = createBoundedCache<string>(100)

function textOf({ text }: Templates, page: MailPage): string {
  const lines = openTidyLines()
  const tidy = lines.end(text(page, lines))
  const whole = page.slip ? dividedOnce(tidy) : tidy
  return page.languages ? withoutLanguages(whole) : whole
}
