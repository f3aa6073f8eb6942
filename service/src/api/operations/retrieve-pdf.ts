import { type Engine, PrintError, papers, type Variant } from 'counterfoil'
import { z } from 'zod'
import type { ReceiptTable } from '../../database/tables.ts'
import { sha256 } from '../../ids.ts'
import type { Engines, MadeOf } from '../../merchants/engines.ts'
import type { Offers } from '../../merchants/offers.ts'
import type { Receipts } from '../../receipts/receipts.ts'
import { languagesOf, offerIdsOf, pdfName, storedOptions } from '../../receipts/stored-document.ts'
import type { Turns } from '../../turns/turns.ts'
import { check } from '../check.ts'
import { errors } from '../error-response.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { receiptsPath } from '../paths.ts'
import { findReceipt } from './find-receipt.ts'
import { inVariant, variantParameter } from './variant.ts'

export interface DocumentOptions {
  receipts: Receipts
  offers: Offers
  engines: Engines
  engineVersion: string
  /** Who prints, or renders a page, when. */
  turns: Turns
}

const parameters = z.object({
  paper: z
    .enum(papers, `must be one of ${papers.join(', ')}`)
    .optional()
    .describe('Default: the merchant’s, then `a4`.'),
  variant: variantParameter,
})

const htmlParameters = parameters.pick({ variant: true })

const headers = {
  ETag: 'Changes when the document does; with `If-None-Match` the answer is 304.',
  'Content-Language': 'Languages of the receipt.',
  'Counterfoil-Document':
    '`first`: made of what made the first document of the receipt, by the same version of the engine. ' +
    '`anew; engine="0.2.0"; first-engine="0.1.0"`: drawn by another version. ' +
    '`anew; appearance="current"`: with the merchant’s look of today, as that of the first day is not kept or cannot be used any more.',
}

/** Retrieve a receipt as PDF: the document it was on its first day, on any paper. */
export function retrievePdf(options: DocumentOptions): Operation {
  return {
    id: 'retrievePdf',
    method: 'GET',
    path: `${receiptsPath}/{receiptId}/pdf`,
    tag: 'Receipts',
    summary: 'Retrieve a receipt as PDF',
    security: 'merchant',
    query: parameters,
    mayWait: true,
    outcomes: {
      200: {
        description: 'The receipt on paper',
        contentType: 'application/pdf',
        headers: { ...headers, 'Content-Disposition': 'Names the file after the transaction.' },
      },
      304: { description: 'The client has it already' },
      404: { description: 'The merchant has no such receipt' },
    },
    async handle(call) {
      const receipt = await findReceipt(options.receipts, call)
      const { paper, variant } = check(parameters, call.query)
      return documentAnswer(options, call, receipt, variant, {
        form: `pdf ${paper ?? ''}`,
        type: 'application/pdf',
        extra: { 'content-disposition': `attachment; filename="${pdfName(receipt, variant)}"` },
        make: (engine, asked) => engine.pdf(receipt.api_request, { ...asked, ...(paper && { paper }) }),
      })
    },
  }
}

/** Retrieve a receipt as a page that stands alone in a browser. */
export function retrieveHtml(options: DocumentOptions): Operation {
  return {
    id: 'retrieveHtml',
    method: 'GET',
    path: `${receiptsPath}/{receiptId}/html`,
    tag: 'Receipts',
    summary: 'Retrieve a receipt as HTML',
    security: 'merchant',
    query: htmlParameters,
    mayWait: true,
    outcomes: {
      200: { description: 'The receipt as a page, pictures inside', contentType: 'text/html', headers },
      304: { description: 'The client has it already' },
      404: { description: 'The merchant has no such receipt' },
    },
    async handle(call) {
      const receipt = await findReceipt(options.receipts, call)
      const { variant } = check(htmlParameters, call.query)
      return documentAnswer(options, call, receipt, variant, {
        form: 'html',
        type: 'text/html; charset=utf-8',
        make: async (engine, asked) => engine.html(receipt.api_request, asked),
      })
    },
  }
}

interface Making {
  /** `html`, or `pdf` with the paper that was asked for. */
  form: string
  type: string
  extra?: Record<string, string>
  make(engine: Engine, asked: ReturnType<typeof storedOptions>): Promise<string | Uint8Array>
}

async function documentAnswer(
  { offers, engines, engineVersion, turns }: DocumentOptions,
  { headers, merchant, signal }: Call,
  receipt: ReceiptTable,
  variant: Variant | undefined,
  { form, type, extra, make }: Making,
): Promise<Answer> {
  const madeOf = await engines.madeOf(merchant, receipt)
  const etag = etagOf(receipt, madeOf, engineVersion, `${form} ${variant ?? ''}`)
  const shown = {
    etag,
    'cache-control': 'private, no-cache',
    'content-language': languagesOf(receipt).join(', '),
    'counterfoil-document': originOf(receipt, madeOf, engineVersion),
  }
  if (isKnown(headers['if-none-match'], etag)) return { status: 304, headers: shown }
  const stored = storedOptions(receipt, await offers.byIds(offerIdsOf(receipt)), variant)
  const run = () => inVariant(variant, () => engines.useFor(merchant, receipt, engine => make(engine, stored)))
  const body = await turns.take({ merchantId: merchant.id, signal, run }).catch(refuseForNow)
  return { status: 200, headers: { ...shown, ...documentHeaders, 'content-type': type, ...extra }, body }
}

/** A browser that hangs or dies is replaced, so the same request may succeed a little later. */
function refuseForNow(error: unknown): never {
  throw error instanceof PrintError ? errors.unavailable(10, error) : error
}

/** Receipt text is somebody else's: a browser that opens the document runs and fetches nothing. */
export const documentHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
}

/**
 * Everything the document is made of, so that the answer "you have it" needs no printing. Its data, language and offers are
 * the receipt's and never change. Weak, as browsers differ.
 */
function etagOf(receipt: ReceiptTable, { appearance }: MadeOf, engineVersion: string, form: string): string {
  return `W/"${sha256(JSON.stringify([receipt.id, appearance, engineVersion, form])).slice(0, 32)}"`
}

/** Whether the document is that of the first day, and if not, what is another (a structured header, RFC 9651). */
function originOf({ engine_version }: ReceiptTable, { isFirst }: MadeOf, engineVersion: string): string {
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
