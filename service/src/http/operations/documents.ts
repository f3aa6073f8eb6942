import { BrowserError, OptionError, PrintError, type ReceiptOptions } from 'counterfoil'
import { papers, rolls, type Variant, variants } from 'counterfoil/internal'
import { z } from 'zod'
import type { Outcome } from '../../acts/act.ts'
import { sha256 } from '../../basics/ids.ts'
import { engineVersion } from '../../basics/versions.ts'
import type { Schedulers } from '../../delivery/scheduling/schedulers.ts'
import type { Documents } from '../../merchants/documents.ts'
import type { DocumentOrigin } from '../../merchants/engines.ts'
import { readOffers } from '../../merchants/offers.ts'
import { languagesOf, offerIdsOf, pdfName, type Receipt, storedOptions } from '../../receipts/receipts.ts'
import { errors } from '../errors.ts'
import { type Answer, type ApiContext, type Call, type Operation, operation, receiptsPath } from '../operation.ts'
import { receiptOf } from './retrieve-receipt.ts'

/** The parameter that says which look a document has. */
export const variantParameter = z
  .enum(variants, `must be one of ${variants.join(', ')}`)
  .optional()
  .describe('The look; default: the merchant’s. `gift` is a gift receipt, without prices, payment or buyer.')

const parameters = z.object({ variant: variantParameter })

/** Retrieve a receipt as a self-contained web page. */
export function retrieveHtml(context: ApiContext): Operation {
  return operation({
    ...documentAt('html'),
    id: 'retrieveHtml',
    summary: 'Retrieve a receipt as HTML',
    query: parameters,
    outcomes: documentOutcomes({ description: 'The receipt as a page with embedded images', contentType: 'text/html' }),
    handle: call =>
      documentAnswer(context, call, (receipt, { variant }) => ({
        kind: 'page',
        turns: 'html',
        form: 'html',
        variant,
        type: 'text/html; charset=utf-8',
        make: async (engine, options) => engine.html(receipt.api_request, options),
      })),
  })
}

const pdfParameters = z.object({
  paper: z
    .enum(papers, `must be one of ${papers.join(', ')}`)
    .optional()
    .describe('Default: the merchant’s paper, or else `a4`.'),
  variant: variantParameter,
})

/** Retrieve a receipt as PDF: its original document, on any paper. */
export function retrievePdf(context: ApiContext): Operation {
  return operation({
    ...documentAt('pdf'),
    id: 'retrievePdf',
    summary: 'Retrieve a receipt as PDF',
    query: pdfParameters,
    outcomes: documentOutcomes({
      description: 'The receipt as PDF',
      contentType: 'application/pdf',
      headers: { 'Content-Disposition': 'A file name made from the transaction number.' },
    }),
    handle: call =>
      documentAnswer(context, call, (receipt, { paper, variant }) => ({
        kind: 'PDF',
        turns: 'pdf',
        form: `pdf ${paper ?? ''}`,
        variant,
        type: 'application/pdf',
        extra: { 'content-disposition': `attachment; filename="${pdfName(receipt, variant)}"` },
        make: (engine, options) => engine.pdf(receipt.api_request, { ...options, ...(paper && { paper }) }),
      })),
  })
}

/** Retrieve a receipt as a receipt printer prints it: a picture, for the console. */
export function retrieveSlip(context: ApiContext): Operation {
  return operation({
    ...documentAt('slip'),
    id: 'retrieveSlip',
    summary: 'Retrieve a receipt as a picture of its slip',
    query: z.object({ paper: z.enum(rolls, `must be one of ${rolls.join(', ')}`).default('roll80') }),
    outcomes: documentOutcomes({ description: 'The slip as a picture', contentType: 'image/png' }),
    handle: call =>
      documentAnswer(context, call, (receipt, { paper }) => ({
        kind: 'slip',
        turns: 'pdf',
        form: `slip ${paper}`,
        type: 'image/png',
        make: (engine, options) => engine.image(receipt.api_request, { ...options, slip: paper, scale: dotsPerPixel }),
      })),
  })
}

/** A printer's dots, 203 an inch. */
const dotsPerPixel = 203 / 96

function documentAt(name: string) {
  const path = `${receiptsPath}/{receiptId}/${name}`
  return {
    method: 'GET',
    path,
    tag: 'Receipts',
    security: 'merchant',
    keyScope: 'read',
    stores: 'some',
    mayWait: true,
  } as const
}

const responseHeaders = {
  ETag: 'Changes with the document. Send it as `If-None-Match` to get a 304.',
  'Content-Language': 'The receipt’s languages.',
  'Counterfoil-Document':
    '`first`: made from the same data and by the same code, templates and fonts as the receipt’s first document. ' +
    '`anew; engine="0.2.0+3f9a1c27be04"; first-engine="0.1.0"`: redrawn by another version, or by one whose hash of what draws differs. ' +
    '`anew; appearance="current"`: with the merchant’s current look, because the original one was not kept or no longer works.',
}

/** Possible responses of operations that return a document. */
function documentOutcomes(found: Outcome): Operation['outcomes'] {
  return {
    200: { ...found, headers: { ...responseHeaders, ...found.headers } },
    304: { description: 'The client has it already' },
    404: { description: 'The merchant has no such receipt' },
  }
}

/** How one kind of document is made. */
interface Making {
  kind: 'page' | 'PDF' | 'slip'
  turns: keyof Schedulers
  /** `html`, or `pdf` or `slip` and the requested paper. */
  form: string
  type: string
  variant?: Variant | undefined
  extra?: Record<string, string>
  make(documents: Documents, options: ReceiptOptions): Promise<string | Uint8Array>
}

/**
 * Makes a receipt's document when its turn comes; if the client has it already, answers 304 without making it.
 *
 * @throws HttpError 503 if it can't be printed now, 422 if it has too many pages ever to be
 */
async function documentAnswer<Parameters>(
  context: ApiContext,
  call: Call<Parameters>,
  makingOf: (receipt: Receipt, parameters: Parameters) => Making,
): Promise<Answer> {
  const { db, engines, schedulers, tracer, pdfFailed } = context
  const { headers, merchant, signal } = call
  const receipt = await receiptOf(context, call)
  const { kind, turns, form, variant, type, extra, make } = makingOf(receipt, call.parameters)
  const madeOf = await engines.originOf(merchant, receipt)
  const etag = etagOf(receipt, madeOf, `${form} ${variant ?? ''}`)
  const shown = {
    etag,
    'cache-control': 'private, no-cache',
    'content-language': languagesOf(receipt).join(', '),
    'counterfoil-document': originOf(receipt, madeOf),
  }
  if (isKnown(headers['if-none-match'], etag)) return { status: 304, headers: shown }
  const stored = storedOptions(receipt, await readOffers(db, offerIdsOf(receipt)), variant)
  const run = () =>
    tracer.run(`make ${kind}`, { receiptId: receipt.id }, () =>
      inVariant(variant, () => engines.withReceiptEngine(merchant, receipt, engine => make(engine, stored))),
    )
  const body = await schedulers[turns].take({ merchantId: merchant.id, signal, run }).catch(error => {
    if (!(error instanceof PrintError || error instanceof BrowserError)) throw error
    // It stays too long, whenever it is asked for.
    if (error instanceof PrintError && (error.limit === 'pages' || error.limit === 'cells'))
      throw errors.invalid({ receipt: [{ code: null, message: `has too many ${error.limit} to be printed` }] })
    pdfFailed()
    // A browser that hangs, dies or can't be started now is tried again, so the request may succeed later. The log says why not.
    throw errors.unavailable(10, error)
  })
  return { status: 200, headers: { ...shown, ...documentHeaders, 'content-type': type, ...extra }, body }
}

/** Receipt text is untrusted, so browsers must not run or fetch anything in the document. */
export const documentHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
}

/**
 * Hashes everything the document is made from, so that a 304 needs no printing. A receipt's data, language and offers never
 * change. Weak, because browsers print differently.
 */
function etagOf(receipt: Receipt, { appearance }: DocumentOrigin, form: string): string {
  return `W/"${sha256(JSON.stringify([receipt.id, appearance, engineVersion, form])).slice(0, 32)}"`
}

/** Whether the document is the original one, and if not, what has changed (a structured header, RFC 9651). */
function originOf({ engine_version }: Receipt, { isFirst }: DocumentOrigin): string {
  const changes = [
    ...(engine_version === engineVersion ? [] : [`engine="${engineVersion}"`, `first-engine="${engine_version}"`]),
    ...(isFirst ? [] : ['appearance="current"']),
  ]
  return changes.length === 0 ? 'first' : ['anew', ...changes].join('; ')
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some(tag => bare(tag) === bare(etag))
}

/**
 * Renders a receipt in a variant.
 *
 * @throws HttpError 422 with the reason, if this receipt can't have a gift receipt
 */
export async function inVariant<Result>(variant: Variant | undefined, render: () => Promise<Result>): Promise<Result> {
  try {
    return await render()
  } catch (error) {
    if (variant !== 'gift' || !(error instanceof OptionError)) throw error
    throw errors.invalid({ variant: [{ code: null, message: error.message.replace(/^variant: /, '') }] })
  }
}
