import { isObject } from '../basics/values.ts'
import type { HttpAnswer } from '../http/request.ts'
import { cut, readAnswerJson, readError } from './answer-json.ts'
import type { ErrorResponse, Failed, Outcome, TillOffer } from './outcome.ts'

/** The service has a receipt under this requestId; whether it is this one is to be seen. */
export interface Taken {
  kind: 'taken'
  receiptId?: string | undefined
  error: ErrorResponse
  status: number
  referenceId?: string | undefined
  message: string
}

/**
 * What an answer to a created receipt means. Only the interface's own decide about a receipt: whatever else answers, a portal or a gateway
 * on the way, is a fault of the network, whatever its status.
 *
 * @param now milliseconds since 1970, for dates in Retry-After
 */
export function readAnswer({ status, headers, text }: HttpAnswer, now: number): Outcome | Taken {
  const json = readAnswerJson(text)
  if (status === 200) return readAccepted(json) ?? notReceipt(status)
  const error = readError(json)
  const about = { status, referenceId: error?.referenceId }
  if (busyStatuses.has(status)) {
    const message = `The service asks for a pause (${status}).`
    return { kind: 'busy', ...about, message, retryAfter: readRetryAfter(headers['retry-after'], now) }
  }
  if (status >= 500) return { kind: 'failed', ...about, message: `The service failed (${status}).` }
  if (error === undefined || status < 400) return notReceipt(status)
  const halt = halts[status]
  if (halt !== undefined) return { kind: 'halted', ...about, message: halt }
  if (status !== 409) return refused(status, error)
  const message = 'The requestId was used before.'
  return { kind: 'taken', ...about, error, message, receiptId: idIn(headers.location) }
}

/** Answers that are about the moment, not about the receipt. */
const busyStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504])

/** Answers that every receipt would get until a person changes something. */
const halts: Readonly<Record<number, string>> = {
  401: 'The service rejects the key (401); set a valid one.',
  403: 'The service rejects the merchant (403); check its id, and that it is active.',
  404: 'There is no receipt service at this address (404); check the address of the receipts.',
  405: 'There is no receipt service at this address (405); check the address of the receipts.',
}

function readAccepted(json: unknown): Outcome | undefined {
  if (!isObject(json) || !isId(json.receiptId)) return undefined
  const { receiptId, customerEmailAddress: address, offers } = json
  return {
    kind: 'accepted',
    status: 200,
    receiptId,
    address: typeof address === 'string' ? cut(address, maxAddressLength) : address === null ? null : undefined,
    offers: Array.isArray(offers) ? offers.flatMap(offerOf) : [],
    message: 'The service has the receipt.',
  }
}

/** Characters; the longest addresses have 254. */
const maxAddressLength = 500

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200
}

function offerOf(value: unknown): TillOffer[] {
  if (!isObject(value) || typeof value.content !== 'string') return []
  const { content, offerContentType: type, imageWidth } = value
  return [
    {
      ...(typeof type === 'string' && { offerContentType: type }),
      content,
      ...(typeof imageWidth === 'number' && { imageWidth }),
    },
  ]
}

/** Characters of a message, and of a field's path and message, that are enough for one line. */
const logLength = { message: 500, field: 200 }

function refused(status: number, error: ErrorResponse): Outcome {
  const fields = Object.entries(error.errors).slice(0, 5)
  const words = fields.map(([path, [first]]) => cut(`${path}: ${first?.message ?? ''}`, logLength.field))
  // It reaches the log; the note beside the receipt has more of it.
  const details = [cut(error.message, logLength.message), ...words].join('; ').replace(/\S+/g, hideAddress)
  const message = `The service refuses the receipt (${status}): ${details}`
  return { kind: 'refused', status, error, message, referenceId: error.referenceId }
}

function hideAddress(word: string): string {
  return word.includes('@') ? '…' : word
}

/** Something else answered. */
export function notReceipt(status: number): Failed {
  return {
    kind: 'failed',
    status,
    code: 'not_receipt',
    message: `An answer (${status}) came that is not the service's.`,
  }
}

function idIn(location: string | undefined): string | undefined {
  const last = location?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1)
  try {
    const id = decodeURIComponent(last ?? '')
    return isId(id) ? id : undefined
  } catch {
    return undefined
  }
}

/** No service may send a till away for longer; milliseconds. */
const maxRetryAfterMs = 3_600_000

/**
 * How long to wait by a Retry-After header (RFC 9110: seconds or a date); at most an hour. Undefined if it says nothing usable.
 *
 * @param now milliseconds since 1970
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), maxRetryAfterMs)
}
