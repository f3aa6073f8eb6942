import { drawForMail } from '../../src/document/images.ts'
import { escapeHtml } from '../../src/document/language/run.ts'
import { localeOf, mailOf, pageOf, type ReceiptOptions, viewOf } from '../../src/engine.ts'
import type { Merchant } from '../../src/merchant/open.ts'
import { optional } from '../../src/options/optional.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import type { Variant } from '../../src/view/variant.ts'
import { fieldTracer } from './fields/fields.ts'
import { sentFieldTracer } from './fields/sent-fields.ts'
import { markView } from './marks/marks.ts'
import { withPlaceLinks } from './marks/paper-places.ts'
import { type PicturePlaces, readHtmlMarks, readTextMarks, type TextPlace } from './marks/read-marks.ts'
import { picturePaths } from './shown.ts'

/** Where a receipt field appears. */
export interface TracedField {
  /** Its path in the receipt as sent. */
  path: string
  /** The view paths that show it; empty if none. */
  places: string[]
  /** Why nothing shows it, if known. */
  reason?: string
}

/**
 * Finds where each field of a receipt appears, one by one: a long receipt takes a while, so the caller can do something else in
 * between, or stop.
 *
 * @param sent the receipt as it came, JSON value or text
 * @throws ReceiptDataError if it is invalid
 */
export function* traceFieldsOf(merchant: Merchant, sent: unknown, asked: ReceiptOptions = {}): Generator<TracedField> {
  const receipt = parseReceipt(sent)
  const decision = localeOf(merchant, receipt, asked)
  const tracer = sentFieldTracer(
    sent,
    fieldTracer(receipt, (changed, like) => viewOf(merchant, changed, decision, { ...asked, like })),
  )
  for (const path of tracer.paths)
    yield { path, places: tracer.viewPathsOf(path), ...optional('reason', tracer.reasonFor(path)) }
}

/** A mail with its places. */
export interface MarkedMail {
  /**
   * A self-contained web page. View text is in `<span data-view="PATH">`; an element that shows it in an attribute or as an
   * image has `data-view-attributes="PATH PATH"`.
   */
  html: string
  /** The plain text, and the places of view texts in it. */
  text: string
  textPlaces: TextPlace[]
}

/** Renders a view as mail, with the place of each text. */
export function markedMail(merchant: Merchant, view: ReceiptView, variant?: Variant): MarkedMail {
  const { view: marked, paths } = markView(view)
  const mail = mailOf(merchant, marked, 'data', optional('variant', variant))
  const { text, places } = readTextMarks(mail.text, paths)
  const html = readHtmlMarks(mail.html, paths, picturePlaces(view))
  return { html, text, textPlaces: places }
}

/**
 * Renders a view for paper with a link at each text (paper-places.ts). It prints the same as without links, and
 * `readPaperPlaces` gets the places from the PDF.
 */
export function markedPage(
  merchant: Merchant,
  view: ReceiptView,
  paper: Paper,
  variant?: Variant,
): { html: string; paths: readonly string[] } {
  const { view: marked, paths } = markView(view)
  const { html } = pageOf(merchant, marked, paper, optional('variant', variant))
  return { html: withPlaceLinks(readHtmlMarks(html, paths), paths), paths }
}

/** The images in a mail, with the view fields that have their keys. */
function picturePlaces(view: ReceiptView): PicturePlaces {
  const { shown } = drawForMail(view.images, 'data')
  const places = new Map<string, string[]>()
  for (const [key, paths] of picturePaths(view)) {
    const picture = shown[key]
    // Some are only on paper.
    if (!picture) continue
    const src = escapeHtml(picture.src)
    places.set(src, [...(places.get(src) ?? []), ...paths])
  }
  return places
}
