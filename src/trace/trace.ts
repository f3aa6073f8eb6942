import { drawForMail, drawForPaper, type ShownImage } from '../document/images.ts'
import { escapeHtml } from '../document/runtime.ts'
import { type Paper, paperSize } from '../pdf/paper.ts'
import { parseReceipt } from '../receipt/parse.ts'
import type { ReceiptOptions, Stages } from '../stages.ts'
import type { ReceiptView } from '../view/receipt-view.ts'
import type { Variant } from '../view/variant.ts'
import { type FieldTrace, fieldTracer } from './fields.ts'
import { markView } from './marks.ts'
import { type PicturePlaces, readHtmlMarks, readTextMarks, type TextPlace } from './read-marks.ts'
import { sentFieldTracer } from './sent-fields.ts'
import { picturePaths } from './shown.ts'

/** Which field of a receipt came out where. All of it is JSON. */
export interface ReceiptTrace {
  /**
   * The mail as a page that stands alone in a browser. A text of the view is in `<span data-view="PATH">`; an element that shows
   * one by an attribute, or a picture, has `data-view-attributes="PATH PATH"`.
   */
  html: string
  /** The plain text, and where in it the texts of the view stand. */
  text: string
  textPlaces: TextPlace[]
  /** The page for paper, told like `html`; only when a paper is asked for. */
  printHtml?: string
  /** Paths in the receipt as it was sent, to the paths in the view that show it; an empty list where nothing does. */
  fields: FieldTrace
  /** Why a field that shows nowhere does not, where that is known. */
  reasons: Record<string, string>
}

/**
 * Renders a receipt and tells which field came out where.
 *
 * @param sent the receipt as it came, JSON value or text
 * @param asked what is decided for this receipt, and the paper to show it on, if any
 * @throws ReceiptDataError when it is not valid; TemplateError when the templates cannot render it
 */
export function traceReceipt(
  stages: Stages,
  sent: unknown,
  { paper, ...asked }: ReceiptOptions & { paper?: Paper } = {},
): ReceiptTrace {
  const receipt = parseReceipt(sent)
  const decision = stages.decide(receipt, asked)
  const view = stages.present(receipt, decision, asked)
  const tracer = fieldTracer(receipt, changed => stages.present(changed, decision, asked))
  const fields = sentFieldTracer(sent, tracer)
  const reasons = fields.paths.map(path => [path, fields.reasonFor(path)]).filter(([, reason]) => reason !== undefined)
  return {
    ...markedMail(stages, view, asked.variant),
    ...(paper && { printHtml: page(paper) }),
    fields: Object.fromEntries(fields.paths.map(path => [path, fields.viewPathsOf(path)])),
    reasons: Object.fromEntries(reasons),
  }

  function page(paper: Paper): string {
    const { printableWidth: maxWidth, dot } = paperSize(paper)
    const { view: marked, paths } = markView(view)
    const pictures = placesOf(view, drawForPaper(view.images, { maxWidth, ...(dot !== undefined && { dot }) }))
    return readHtmlMarks(stages.page(marked, paper, asked.variant).html, paths, pictures)
  }
}

/** Renders the mail of a view, and tells which of its texts stands where. */
export function markedMail(
  stages: Stages,
  view: ReceiptView,
  variant?: Variant,
): Pick<ReceiptTrace, 'html' | 'text' | 'textPlaces'> {
  const { view: marked, paths } = markView(view)
  const mail = stages.mail(marked, 'data', variant)
  const { text, places } = readTextMarks(mail.text, paths)
  const html = readHtmlMarks(mail.html, paths, placesOf(view, drawForMail(view.images, 'data').shown))
  return { html, text, textPlaces: places }
}

/** Pictures as they stand in a page, with the fields of the view that hold their keys. */
function placesOf(view: ReceiptView, shown: Readonly<Record<string, ShownImage>>): PicturePlaces {
  const places = new Map<string, string[]>()
  for (const [key, paths] of picturePaths(view)) {
    const { src, svg } = shown[key]!
    const drawn = svg || escapeHtml(src)
    places.set(drawn, [...(places.get(drawn) ?? []), ...paths])
  }
  return places
}
