import { drawForMail } from '../../src/document/images.ts'
import { escapeHtml } from '../../src/document/language/run.ts'
import { localeOf, mailOf, pageOf, type ReceiptOptions, viewOf } from '../../src/engine.ts'
import type { Merchant } from '../../src/merchant/open.ts'
import { optional } from '../../src/options/optional.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import type { Variant } from '../../src/view/variant.ts'
import { fieldTracer } from './fields.ts'
import { markView } from './marks.ts'
import { withPlaceLinks } from './paper-places.ts'
import { type PicturePlaces, readHtmlMarks, readTextMarks, type TextPlace } from './read-marks.ts'
import { sentFieldTracer } from './sent-fields.ts'
import { picturePaths } from './shown.ts'

/** Where one field of a receipt comes out. */
export interface TracedField {
  /** Its path in the receipt as it was sent. */
  path: string
  /** The paths in the view that show it; none where nothing does. */
  places: string[]
  /** Why nothing shows it, where that is known. */
  reason?: string
}

/**
 * Tells of each field of a receipt where it comes out, one after the other: of a long receipt that takes a while, and whoever
 * asks may do something else in between, or stop.
 *
 * @param sent the receipt as it came, JSON value or text
 * @throws ReceiptDataError when it is not valid
 */
export function* traceFieldsOf(merchant: Merchant, sent: unknown, asked: ReceiptOptions = {}): Generator<TracedField> {
  const receipt = parseReceipt(sent)
  const decision = localeOf(merchant, receipt, asked)
  const tracer = sentFieldTracer(
    sent,
    fieldTracer(receipt, changed => viewOf(merchant, changed, decision, asked)),
  )
  for (const path of tracer.paths)
    yield { path, places: tracer.viewPathsOf(path), ...optional('reason', tracer.reasonFor(path)) }
}

/** A mail whose places are told. */
export interface MarkedMail {
  /**
   * A page that stands alone in a browser. A text of the view is in `<span data-view="PATH">`; an element that shows one by an
   * attribute, or a picture, has `data-view-attributes="PATH PATH"`.
   */
  html: string
  /** The plain text, and where in it the texts of the view stand. */
  text: string
  textPlaces: TextPlace[]
}

/** Renders the mail of a view, and tells which of its texts stands where. */
export function markedMail(merchant: Merchant, view: ReceiptView, variant?: Variant): MarkedMail {
  const { view: marked, paths } = markView(view)
  const mail = mailOf(merchant, marked, 'data', optional('variant', variant))
  const { text, places } = readTextMarks(mail.text, paths)
  const html = readHtmlMarks(mail.html, paths, picturePlaces(view))
  return { html, text, textPlaces: places }
}

/**
 * Lays a view out for paper with a link at each of its texts (paper-places.ts). Printed, it looks as the page without them, and
 * `readPaperPlaces` reads off the file what stands where.
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

/** Pictures as they stand in a mail, with the fields of the view that hold their keys. */
function picturePlaces(view: ReceiptView): PicturePlaces {
  const { shown } = drawForMail(view.images, 'data')
  const places = new Map<string, string[]>()
  for (const [key, paths] of picturePaths(view)) {
    const src = escapeHtml(shown[key]!.src)
    places.set(src, [...(places.get(src) ?? []), ...paths])
  }
  return places
}
