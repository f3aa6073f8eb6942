import { setImmediate } from 'node:timers/promises'
import type { Brand } from '../../../src/document/brand-values.ts'
import { checkedPage } from '../../../src/document/compile.ts'
import { drawForMail } from '../../../src/document/images.ts'
import { writeTemplate } from '../../../src/document/language/write.ts'
import type { ReceiptDocument } from '../../../src/document/render.ts'
import { shippedSections } from '../../../src/document/section-order.ts'
import { pages, sectionFile, type TemplateFiles } from '../../../src/document/template-files.ts'
import { htmlTemplate } from '../../../src/document/templates.ts'
import { localeOf, sentMailOf, viewOf } from '../../../src/merchant/documents.ts'
import type { Merchant } from '../../../src/merchant/merchant.ts'
import type { ReceiptOptions } from '../../../src/merchant/options.ts'
import { auditReceipt } from '../../../src/reading/audit.ts'
import { readReceipt } from '../../../src/receipt/parse.ts'
import type { Lean } from '../../../src/view/presenting.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import type { Variant } from '../../../src/view/variant.ts'
import { markedMail, traceFieldsOf } from '../../trace/trace.ts'
import type { MailSizes, Refusal, Rendering, StageTime, Trace } from './api.ts'
import { refusalOf } from './request.ts'

/**
 * Runs a receipt through the stages up to its mail, then again with each stage timed.
 *
 * @param sent JSON text, as a till sends it
 * @param variant the one in `options`, or else the template folder's
 * @param contents finds the sections that show something
 * @throws CounterfoilError if templates, words or offers are wrong
 */
export function inspect(
  merchant: Merchant,
  sent: string,
  options: ReceiptOptions,
  variant: Variant,
  contents: Contents,
): Rendering | Refusal {
  const { receipt, errors } = readReceipt(sent)
  if (!receipt) return refusalOf(errors)
  const decision = localeOf(merchant, receipt, options)
  const view = viewOf(merchant, receipt, decision, options)
  const viewAt = (lean?: Lean) => (lean ? viewOf(merchant, receipt, decision, { ...options, lean }) : view)
  const { shown } = sentMailOf(merchant, receipt, viewAt, options)
  const marked = markedMail(merchant, view, options.variant, shown)
  // Timed on the second run: an engine's first receipt pays for warm-up.
  const { timings, time } = stopwatch()
  time('Read', () => readReceipt(sent))
  const warnings = time('Audit', () => auditReceipt(sent))
  time('Locale', () => localeOf(merchant, receipt, options))
  time('View', () => viewOf(merchant, receipt, decision, options))
  const { mail } = time('Mail', () => sentMailOf(merchant, receipt, viewAt, options))
  return {
    kind: 'rendering',
    variant,
    subject: mail.subject,
    preheader: mail.preheader,
    ...marked,
    filled: contents(shown, merchant.brand),
    decision: { chosen: decision.chosen, source: decision.source, languages: [...decision.languages] },
    sizes: sizesOf(mail),
    timings,
    warnings,
  }
}

function stopwatch() {
  const timings: StageTime[] = []
  return {
    timings,
    time<Result>(stage: string, work: () => Result): Result {
      const start = performance.now()
      const result = work()
      timings.push({ stage, milliseconds: performance.now() - start })
      return result
    },
  }
}

function sizesOf({ html, text, images }: ReceiptDocument): MailSizes {
  const styles = html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)
  return {
    html: Buffer.byteLength(html),
    style: [...styles].reduce((sum, [, style = '']) => sum + style.length, 0),
    text: Buffer.byteLength(text),
    pictures: images.length,
    pictureBytes: images.reduce((sum, { content }) => sum + content.length, 0),
  }
}

/** The names of the sections that show something in the mail of a receipt. */
export type Contents = (view: ReceiptView, brand: Brand) => string[]

/**
 * Finds which of the package's sections have something to show in the mail of a receipt: a page of nothing but sections is compiled
 * once, without styles, and filled in for each receipt.
 *
 * @throws TemplateError if a section is not valid Handlebars
 */
export function openContents(files: TemplateFiles): Contents {
  const known = shippedSections(files).filter(name => sectionFile(files, 'email', name) !== undefined)
  const page = new Map([...files, [pages.email.file, known.map(name => `{{> ${name}}}${mark}`).join('')]])
  const source = writeTemplate(checkedPage(page, 'email'), 'html')
  const fill = htmlTemplate(new Function(`return ${source}`)(), () => {})
  return (view, brand) => {
    const { shown } = drawForMail(view.images, 'cid')
    const parts = fill({ ...view, brand, images: shown, labelWidth: 0 }).split(mark)
    return known.filter((name, at) => isAlwaysThere(files, name) || showsSomething(parts[at] ?? ''))
  }
}

/** A line, which says nothing of the receipt. */
function isAlwaysThere(files: TemplateFiles, name: string): boolean {
  const source = files.get(sectionFile(files, 'email', name) ?? '') ?? ''
  const markup = source.replace(/\{\{!--[\s\S]*?--\}\}/g, '')
  return markup.includes('<') && !markup.includes('{{')
}

/** Stands behind each section; no receipt has it, because control characters are taken out of texts. */
const mark = '\u0001'

function showsSomething(html: string): boolean {
  return /[^\s]/.test(html.replace(/<(?!img)[^>]*>/g, ''))
}

/** Milliseconds before yielding to other requests. */
const sliceMs = 20

/**
 * Finds where each field of a receipt appears. A long receipt takes a second or two, so this yields to other requests, and
 * stops if nobody waits any longer.
 *
 * @throws ReceiptDataError if the receipt is invalid; the signal's reason
 */
export async function trace(
  merchant: Merchant,
  sent: string,
  options: ReceiptOptions,
  signal: AbortSignal,
): Promise<Trace> {
  const fields: [path: string, places: string[]][] = []
  const reasons: [path: string, reason: string][] = []
  let since = performance.now()
  for (const { path, places, reason } of traceFieldsOf(merchant, sent, options)) {
    fields.push([path, places])
    if (reason !== undefined) reasons.push([path, reason])
    if (performance.now() - since < sliceMs) continue
    await setImmediate()
    signal.throwIfAborted()
    since = performance.now()
  }
  return { kind: 'trace', fields: Object.fromEntries(fields), reasons: Object.fromEntries(reasons) }
}
