import { isObject, readJson } from '../basics/values.ts'
import type { HttpAnswer } from '../http/request.ts'
import {
  type ErrorResponse,
  type Failed,
  type Halted,
  type Outcome,
  type Suppressed,
  suppressions,
  type TillOffer,
} from './outcome.ts'

/** The service has a receipt under this requestId; whether it is this one is to be seen. */
export interface Taken {
  kind: 'taken'
  receiptId?: string | undefined
  suppressed?: Suppressed | undefined
  /** Whether it is of this sale, if the service says so. */
  isSame?: boolean | undefined
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
  if (status === 200) return readAccepted(json, suppressedIn(headers)) ?? notReceipt(status)
  const error = readError(json)
  const about = { status, referenceId: error?.referenceId }
  if (busyStatuses.has(status)) {
    const message = `The service asks for a pause (${status}).`
    return { kind: 'busy', ...about, message, retryAfter: readRetryAfter(headers['retry-after'], now) }
  }
  if (status >= 500) return { kind: 'failed', ...about, message: `The service failed (${status}).` }
  if (error === undefined || status < 400) return notReceipt(status)
  const lacking = status === 403 ? rights.get(error.code ?? '') : undefined
  const halt = lacking ?? halts[status]
  if (halt !== undefined) return { kind: 'halted', ...about, ...halt }
  if (status !== 409) return refused(status, error)
  const message = 'The requestId was used before.'
  const suppressed = suppressedIn(headers)
  const same = headers['counterfoil-same-sale']
  const isSame = same === 'yes' ? true : same === 'no' ? false : undefined
  return { kind: 'taken', ...about, error, message, suppressed, receiptId: idIn(headers.location), isSame }
}

/** Answers that are about the moment, not about the receipt. */
const busyStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504])

/** Answers that every receipt would get until a person changes something. */
const halts: Readonly<Record<number, Pick<Halted, 'what' | 'message'>>> = {
  401: { what: 'key', message: 'The service rejects the key (401); set a valid one.' },
  403: { what: 'merchant', message: 'The service rejects the merchant (403); check its id, and that it is active.' },
  404: noService(404),
  405: noService(405),
}

function noService(status: number): Pick<Halted, 'what' | 'message'> {
  const message = `There is no receipt service at this address (${status}); check the address of the receipts.`
  return { what: 'address', message }
}

/** Whether a service knows a key, and only says that it isn't for what was asked. */
export function isKnownKey({ status, text }: HttpAnswer): boolean {
  return status === 403 && readError(readAnswerJson(text))?.code === 'insufficient_scope'
}

/** What a key lacks, by the code of a 403. */
const rights: ReadonlyMap<string, Pick<Halted, 'what' | 'message'>> = new Map([
  ['insufficient_scope', { what: 'key', message: 'The key is not for creating receipts (403); set one that is.' }],
  [
    'other_store',
    { what: 'key', message: 'The key is not for this store (403); set one that is, or check the store of the sales.' },
  ],
])

/** Why the receipt won't be mailed, if it won't. */
function suppressedIn(headers: HttpAnswer['headers']): Suppressed | undefined {
  return suppressions.find(kind => kind === headers['counterfoil-suppressed'])
}

function readAccepted(json: unknown, suppressed: Suppressed | undefined): Outcome | undefined {
  if (!isObject(json) || !isId(json.receiptId)) return undefined
  const { receiptId, customerEmailAddress: address, offers } = json
  return {
    kind: 'accepted',
    status: 200,
    receiptId,
    address: typeof address === 'string' ? cut(address, maxAddressLength) : address === null ? null : undefined,
    suppressed,
    offers: Array.isArray(offers) ? offers.flatMap(offerOf) : [],
    message: suppressed === undefined ? 'The service has the receipt.' : unmailed[suppressed],
  }
}

/** What is said of a receipt that isn't mailed. */
export const unmailed: Readonly<Record<Suppressed, string>> = {
  bounce: 'The service has the receipt but mails nothing to this address: earlier mail to it came back.',
  complaint: 'The service has the receipt but mails nothing to this address: its reader called a mail spam.',
  hand: 'The service has the receipt but mails nothing to this address: the merchant said so.',
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

/** Brackets and commas outside strings in an answer: the service's longest has some 5,000, with a thousand fields at fault. */
export const defaultMaxMarks = 20_000

/**
 * An answer's text as JSON; undefined if it is none, or has more parts than an answer of the service: parsing costs time and memory by
 * parts, not by length.
 */
export function readAnswerJson(text: string, maxMarks: number = defaultMaxMarks): unknown {
  return countMarks(text, maxMarks) > maxMarks ? undefined : readJson(text)
}

/** Counts brackets and commas outside strings, to one more than `maxMarks`. */
export function countMarks(text: string, maxMarks: number = Number.POSITIVE_INFINITY): number {
  let count = 0
  for (let at = 0; at < text.length && count <= maxMarks; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === comma || code === bracket || code === brace) count++
  }
  return count
}

const [quote, comma, bracket, brace, backslash] = [0x22, 0x2c, 0x5b, 0x7b, 0x5c]

/** Where a string's closing quote is; the end of the text if it has none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** Bytes of field errors that are kept: with the rest, a note stays well below 64 KB. */
const maxErrorBytes = 32 * 1024

/** Longest texts that are kept; characters. */
const maxLength = { message: 2000, field: 500, path: 300, name: 200 }

/** Errors of one field that are kept. */
const maxErrorsPerField = 5

/**
 * The interface's ErrorResponse in an answer, cut to what a note beside a receipt should hold; undefined if it is none. Every one has a
 * message and a referenceId, which tells it from a gateway's own `{"message": "Forbidden"}`.
 */
export function readError(json: unknown): ErrorResponse | undefined {
  if (!isObject(json)) return undefined
  const { message, referenceId, errors = null } = json
  const code = typeof json.code === 'number' ? String(json.code) : (json.code ?? null)
  if (typeof message !== 'string' || typeof referenceId !== 'string') return undefined
  if (!(code === null || typeof code === 'string') || !(errors === null || isObject(errors))) return undefined
  const fields = fieldsOf(errors ?? {})
  return {
    message: cut(message, maxLength.message),
    code: code && cut(code, maxLength.name),
    referenceId: cut(referenceId, maxLength.name),
    ...fields,
  }
}

function fieldsOf(errors: Record<string, unknown>): Pick<ErrorResponse, 'errors' | 'leftOut'> {
  const kept: [string, ErrorResponse['errors'][string]][] = []
  let left = maxErrorBytes
  let leftOut = 0
  for (const path of Object.keys(errors)) {
    const entry = fieldOf(path, errors[path])
    // What the note's indenting adds, too.
    if (entry) left -= Buffer.byteLength(JSON.stringify(entry, null, 4))
    if (entry && left > 0) kept.push(entry)
    else leftOut++
  }
  // Not assigned: a path may be __proto__.
  return { errors: Object.fromEntries(kept), ...(leftOut > 0 && { leftOut }) }
}

function fieldOf(path: string, list: unknown): [string, ErrorResponse['errors'][string]] | undefined {
  if (!Array.isArray(list)) return undefined
  const found = list.slice(0, maxErrorsPerField).flatMap(entry => {
    if (!isObject(entry) || typeof entry.message !== 'string') return []
    const code = typeof entry.code === 'string' ? cut(entry.code, maxLength.name) : null
    return [{ code, message: cut(entry.message, maxLength.field) }]
  })
  return found.length === 0 ? undefined : [cut(path, maxLength.path), found]
}

/** Text of at most so many characters. */
export function cut(text: string, maxCharacters: number): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
