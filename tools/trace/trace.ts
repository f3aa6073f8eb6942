import { drawForMail } from '../../src/document/images.ts'
import { escapeHtml } from '../../src/document/language/run.ts'
import { localeOf, mailOf, pageOf, viewOf } from '../../src/engine.ts'
import type { ReceiptOptions } from '../../src/merchant/merchant-options.ts'
import type { Merchant } from '../../src/merchant/open.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import { readJson } from '../../src/receipt/json.ts'
import { parseReceipt, readReceipt } from '../../src/receipt/parse.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import type { Variant } from '../../src/view/variant.ts'
import { candidates } from './fields/candidates.ts'
import { type Leaf, leavesOf, withValue } from './fields/changes.ts'
import { type FieldTracer, fieldTracer } from './fields/fields.ts'
import { markView, type PicturePlaces, readHtmlMarks, readTextMarks, type TextPlace } from './marks/marks.ts'
import { withPlaceLinks } from './marks/paper-places.ts'
import { whyNeverShown, whyUnsaid } from './never-shown.ts'
import { picturePaths } from './shown.ts'

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
 * Finds where each field of a receipt appears, one by one: a long receipt takes a while, so the caller can do something else in
 * between, or stop.
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
  const tracer = sentFieldTracer(
    sent,
    fieldTracer(receipt, (changed, like) => viewOf(merchant, changed, decision, { ...options, like })),
  )
  for (const path of tracer.paths) yield { path, places: tracer.viewPathsOf(path), reason: tracer.reasonFor(path) }
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

/** Renders a view as mail, with the place of each text. */
export function markedMail(merchant: Merchant, view: ReceiptView, variant?: Variant): MarkedMail {
  const { view: marked, paths } = markView(view)
  const mail = mailOf(merchant, marked, 'data', { variant })
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
  const { html } = pageOf(merchant, marked, paper, { variant })
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

/** Finds where fields of a receipt, as sent, appear, on demand. */
interface SentFieldTracer {
  /** The paths of all non-empty values, in the order sent. */
  readonly paths: readonly string[]
  /** The places in the view that a field changes. */
  viewPathsOf(sentPath: string): string[]
  /** Why a field is not shown, if known. */
  reasonFor(sentPath: string): string | undefined
}

/**
 * Traces the fields of a receipt as sent, before parsing tidied it.
 *
 * A field that parsing leaves in place, as nearly all, has the places of the parsed field. For the others (another spelling of
 * card data, a field outside the interface, a cleaned key), the sent field is changed and parsed again: it has the places of
 * every parsed field that changed. Changing the parsed receipt is faster, and allows values that the interface would reject.
 *
 * @param sent a valid receipt, JSON value or text
 * @param fields the tracer of the receipt parsed from it
 */
function sentFieldTracer(sent: unknown, fields: FieldTracer): SentFieldTracer {
  const json = readJson(sent)
  const value = 'value' in json ? json.value : undefined
  const { receipt, warnings } = readReceipt(value)
  const parsed = new Map(leavesOf(receipt).map(leaf => [leaf.path, leaf.value]))
  const leaves = new Map(leavesOf(value).map(leaf => [leaf.path, leaf]))
  const found = new Map<string, string[]>()

  function viewPathsOf(path: string): string[] {
    const leaf = leaves.get(path)
    if (!leaf) return []
    const places = found.get(path) ?? [...new Set(parsedPaths(leaf).flatMap(fields.viewPathsOf))]
    found.set(path, places)
    return places
  }

  function parsedPaths(leaf: Leaf): string[] {
    if (parsed.has(leaf.path)) return [leaf.path]
    for (const candidate of candidates(leaf)) {
      const changed = leavesOf(readReceipt(withValue(value, { leaf, value: candidate })).receipt)
      const others = changed.filter(({ path, value }) => parsed.has(path) && parsed.get(path) !== value)
      if (others.length > 0) return others.map(({ path }) => path)
    }
    return []
  }

  function reasonFor(path: string): string | undefined {
    const leaf = leaves.get(path)
    if (!leaf || viewPathsOf(path).length > 0) return undefined
    return whyNeverShown(leaf) ?? whyUnsaid(leaf) ?? warnings.find(warning => warning.path === path)?.message
  }

  return { paths: [...leaves.keys()], viewPathsOf, reasonFor }
}
