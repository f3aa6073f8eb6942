import { checkOptions, type KnownOptions } from '../options/check-options.ts'
import type { ReceiptView } from '../view/receipt-view.ts'
import { drawForMail, drawForPaper, type MailImages, type ShownImage } from './images.ts'
import type { PrintDocument, ReceiptDocument } from './receipt-document.ts'
import type { Templates } from './templates.ts'

/** How the merchant's receipts look, as finished values for a stylesheet. Colours are `#rrggbb`. */
export interface Brand {
  /** Colour of the mark and of buttons. */
  color: string
  /** Colour of good news: `color`, or a shade of it that can be read on the card. */
  colorText: string
  /** The same on a dark page. */
  colorDark: string
  /** Colour of text on `color`. */
  onColor: string
  /** Font stack of the mail, as in CSS. */
  font: string
  /** Roundness of the card. */
  corner: string
  /** Roundness of what stands on the card. */
  cornerInner: string
  /** Room between things, in px. */
  space: {
    /** Beside the card's content. */
    edge: string
    /** Above a section. */
    section: string
    /** Above a line of goods. */
    line: string
    /** Above a line of a sum. */
    sum: string
  }
}

/** What the templates of a mail and of its plain text show. */
export interface MailPage extends Omit<ReceiptView, 'images'> {
  /** Colours, font and measures of the merchant. */
  brand: Brand
  /** The pictures, by key. Templates reach them by `(image key)`. */
  images: Record<string, ShownImage>
}

/** What the template of paper shows. */
export interface PrintPage extends MailPage {
  /** What kind of paper it is. */
  paper: PaperView
}

/** The paper, as far as a template may ask. */
export interface PaperView {
  /** A till's roll, not a sheet. */
  roll: boolean
  /** A roll of less than 60 mm to print on, such as that of 58 mm. */
  narrow: boolean
}

/** What the layout needs to know of a paper, in mm. */
export interface PaperLayout {
  /** A roll, whose page is as high as what is on it. */
  fitted: boolean
  /** Width that a drawing may fill. */
  printableWidth: number
  /** One dot of a till's printer; rolls only. */
  dot?: number
}

const mailOptions: KnownOptions<{ images?: MailImages }> = {
  images: { is: value => value === 'cid' || value === 'data', must: 'must be cid or data' },
}

/** Lays a receipt out as mail. `images` says how pictures travel; `data` makes a page that stands alone in a browser. */
export function renderMail(
  view: ReceiptView,
  templates: Templates,
  brand: Brand,
  options: { images?: MailImages } = {},
): ReceiptDocument {
  checkOptions('', options, mailOptions)
  const { images: how = 'cid' } = options
  const { shown, images } = drawForMail(view.images, how)
  const page: MailPage = { ...view, brand, images: shown }
  return {
    lang: view.lang,
    dir: view.dir,
    subject: view.subject,
    preheader: view.preheader,
    html: templates.email[view.dir](page),
    text: tidy(templates.text(page)),
    images,
  }
}

/** Lays a receipt out for paper. */
export function renderPrint(view: ReceiptView, templates: Templates, brand: Brand, paper: PaperLayout): PrintDocument {
  const { printableWidth: maxWidth, dot } = paper
  const images = drawForPaper(view.images, { maxWidth, ...(dot !== undefined && { dot }) })
  const page: PrintPage = {
    ...view,
    brand,
    paper: { roll: paper.fitted, narrow: paper.printableWidth < 60 },
    images,
  }
  return {
    lang: view.lang,
    title: view.title,
    html: templates.print(page),
    ...(view.issued && { issued: view.issued }),
  }
}

/** No spaces at the ends of lines, never more than one empty line, one line break at the end. */
function tidy(text: string): string {
  let tidied = ''
  let empty = true
  for (const line of text.split('\n')) {
    const kept = line.trimEnd()
    if (kept !== '' || !empty) tidied += `${kept}\n`
    empty = kept === ''
  }
  return empty ? `${tidied.trimEnd()}\n` : tidied
}
