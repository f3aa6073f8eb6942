import { drawForMail } from '../../src/document/images.ts'
import { escapeHtml } from '../../src/document/language/run.ts'
import { localeOf, mailOf, pageOf, viewOf } from '../../src/merchant/documents.ts'
import type { Merchant } from '../../src/merchant/merchant.ts'
import type { ReceiptOptions } from '../../src/merchant/options.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import { parseReceipt, readJson, readReceipt } from '../../src/receipt/parse.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import type { Variant } from '../../src/view/variant.ts'
import { candidates, withValue } from './fields/changes.ts'
import { fieldTracer } from './fields/fields.ts'
import { markView, type PicturePlaces, readHtmlMarks, readTextMarks, type TextPlace, withPlaceLinks } from './marks.ts'
import { whyNotShown } from './never-shown.ts'
import { type LeafValue, leavesOf, pictureOf, visibleTexts } from './visible-texts.ts'

/** Where a receipt field appears. */
interface TracedField {
  /** Its path in the receipt as sent. */
  path: string
  /** The view paths that show it; empty if none. */
  places: string[]
  /** Why nothing shows it, if known. */
  reason?: string | undefined
}

/**
 * Finds where each field of a receipt appears, as sent, before parsing tidied it. One by one: a long receipt takes a while, so the
 * caller can do something else in between, or stop.
 *
 * A field that parsing leaves in place, as nearly all, has the places of the parsed field. For the others (another spelling of
 * card data, a field outside the interface, a cleaned key), the sent field is changed and parsed again: it has the places of
 * every parsed field that changed. Changing the parsed receipt is faster, and allows values that the interface would reject.
 *
 * @param sent the receipt as it came, JSON value or text
 * @throws ReceiptDataError if it is invalid
 */
export function* traceFieldsOf(
  merchant: Merchant,
  sent: unknown,
  options: ReceiptOptions = {},
): Generator<TracedField> {
  const receipt = parseReceipt(sent)
  const decision = localeOf(merchant, receipt, options)
  const viewPathsOf = fieldTracer(receipt, (changed, like) => viewOf(merchant, changed, decision, { ...options, like }))
  const json = readJson(sent)
  const value = 'value' in json ? json.value : undefined
  const { warnings } = readReceipt(value)
  const parsed = new Map(leavesOf(receipt).map(leaf => [leaf.path, leaf.value]))
  for (const leaf of new Map(leavesOf(value).map(leaf => [leaf.path, leaf])).values()) {
    const { path } = leaf
    const places = [...new Set(parsedPathsOf(leaf, value, parsed).flatMap(viewPathsOf))]
    const warning = () => warnings.find(each => each.path === path)?.message
    yield { path, places, reason: places.length > 0 ? undefined : (whyNotShown(leaf) ?? warning()) }
  }
}

/** The parsed fields that a sent one becomes. */
function parsedPathsOf(leaf: LeafValue, sent: unknown, parsed: ReadonlyMap<string, LeafValue['value']>): string[] {
  if (parsed.has(leaf.path)) return [leaf.path]
  for (const candidate of candidates(leaf)) {
    const changed = leavesOf(readReceipt(withValue(sent, { leaf, value: candidate })).receipt)
    const others = changed.filter(({ path, value }) => parsed.has(path) && parsed.get(path) !== value)
    if (others.length > 0) return others.map(({ path }) => path)
  }
  return []
}

/** A mail with its places. */
interface MarkedMail {
  /**
   * A self-contained web page. View text is in `<span data-view="PATH">`; an element that shows it in an attribute or as an
   * image has `data-view-attributes="PATH PATH"`.
   */
  html: string
  /** The plain text, and the places of view texts in it. */
  text: string
  textPlaces: TextPlace[]
}

/**
 * Renders a view as mail, with the place of each text.
 *
 * @param shown the view of its HTML, if that leaves something out
 */
export function markedMail(
  merchant: Merchant,
  view: ReceiptView,
  variant?: Variant,
  shown: ReceiptView = view,
): MarkedMail {
  const { view: marked, paths } = markView(view)
  const mail = mailOf(merchant, marked, 'data', { variant })
  const { text, places } = readTextMarks(mail.text, paths)
  if (shown !== view) return { ...markedMail(merchant, shown, variant), text, textPlaces: places }
  const html = readHtmlMarks(mail.html, paths, picturePlaces(view))
  return { html, text, textPlaces: places }
}

/**
 * Renders a view for paper with a link at each text (`withPlaceLinks`). It prints the same as without links, and
 * `readPaperPlaces` gets the places from the PDF.
 */
export function markedPage(
  merchant: Merchant,
  view: ReceiptView,
  paper: Paper,
  variant?: Variant,
): { html: string; paths: readonly string[] } {
  const { view: marked, paths } = markView(view)
  const { html } = pageOf(merchant, marked, paper, { variant })
  return { html: withPlaceLinks(readHtmlMarks(html, paths), paths), paths }
}

/** The images in a mail, with the view fields that have their keys. */
function picturePlaces(view: ReceiptView): PicturePlaces {
  const { shown } = drawForMail(view.images, 'data')
  const places = new Map<string, string[]>()
  for (const [path, text] of visibleTexts(view)) {
    const picture = pictureOf(view, path.split('.').at(-1) ?? '', text) && shown[text]
    // Some are only on paper.
    if (!picture) continue
    const src = escapeHtml(picture.src)
    places.set(src, [...(places.get(src) ?? []), path])
  }
  return places
}
