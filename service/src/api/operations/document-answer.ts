import { type Engine, PrintError, type ReceiptOptions, type Variant } from 'counterfoil'
import { sha256 } from '../../ids.ts'
import type { Engines, MadeOf } from '../../merchants/engines.ts'
import type { Offers } from '../../merchants/offers.ts'
import type { Receipt, Receipts } from '../../receipts/receipts.ts'
import { languagesOf, offerIdsOf, storedOptions } from '../../receipts/stored-document.ts'
import type { Turns } from '../../turns/turns.ts'
import { errors } from '../error-response.ts'
import type { Answer, Call, Operation, Outcome } from '../operation.ts'
import { inVariant } from './variant.ts'

export interface DocumentOptions {
  receipts: Receipts
  offers: Offers
  engines: Engines
  engineVersion: string
  /** Who prints, or renders a page, when. */
  turns: Turns
}

const headers = {
  ETag: 'Changes when the document does; with `If-None-Match` the answer is 304.',
  'Content-Language': 'Languages of the receipt.',
  'Counterfoil-Document':
    '`first`: made of what made the first document of the receipt, by the same version of the engine. ' +
    '`anew; engine="0.2.0"; first-engine="0.1.0"`: drawn by another version. ' +
    '`anew; appearance="current"`: with the merchant’s look of today, as that of the first day is not kept or cannot be used any more.',
}

/** What an operation may answer that gives a document: `found`, or one of the usual reasons not to. */
export function documentOutcomes(found: Outcome): Operation['outcomes'] {
  return {
    200: { ...found, headers: { ...headers, ...found.headers } },
    304: { description: 'The client has it already' },
    404: { description: 'The merchant has no such receipt' },
  }
}

/** A document in one form. */
export interface Making {
  /** `html`, or `pdf` with the paper that was asked for. */
  form: string
  type: string
  extra?: Record<string, string>
  make(engine: Engine, asked: ReceiptOptions): Promise<string | Uint8Array>
}

/**
 * The document of a receipt, made when its turn comes; 304 for a client that has it already, without making it.
 *
 * @throws HttpError 503 when it cannot be printed at present
 */
export async function documentAnswer(
  { offers, engines, engineVersion, turns }: DocumentOptions,
  { headers, merchant, signal }: Call,
  receipt: Receipt,
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
function etagOf(receipt: Receipt, { appearance }: MadeOf, engineVersion: string, form: string): string {
  return `W/"${sha256(JSON.stringify([receipt.id, appearance, engineVersion, form])).slice(0, 32)}"`
}

/** Whether the document is that of the first day, and if not, what is another (a structured header, RFC 9651). */
function originOf({ engine_version }: Receipt, { isFirst }: MadeOf, engineVersion: string): string {
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
