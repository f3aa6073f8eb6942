import type { Sendable } from '../basics/sale.ts'
import { isObject, nameIn } from '../basics/values.ts'
import { HttpFault } from '../http/request.ts'
import { type Ask, failedBy, type ServiceConnection } from './connect.ts'
import type { Outcome } from './outcome.ts'
import {
  countMarks,
  defaultMaxMarks,
  readAnswer,
  readAnswerJson,
  readError,
  type Taken,
  unmailed,
} from './read-answer.ts'

/** The steps of a request, in order, told to tests that end the process at each. */
export type SendStep = 'connect' | 'sent' | 'answered'

/** What sending needs besides the receipt. */
interface SendContext {
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now: () => number
  reached?: ((step: SendStep) => void) | undefined
}

/**
 * Sends one receipt. A 409 is looked into: it means success if the service has this very sale.
 *
 * Never throws: whatever happens on the way is an outcome.
 */
export async function createReceipt(
  service: ServiceConnection,
  sale: Sendable,
  { signal, now, reached = () => {} }: SendContext,
): Promise<Outcome> {
  const body = textOf(sale.receipt)
  if (body === undefined) return unsendable
  const language = sendableLanguage(sale.acceptLanguage)
  const request: Ask = {
    signal,
    reached,
    body,
    headers: { 'content-type': 'application/json', ...(language && { 'accept-language': language }) },
  }
  try {
    const answer = await service.receipts('POST', '', request).catch(error => {
      if (!(error instanceof HttpFault) || !error.stale) throw error
      return service.receipts('POST', '', request)
    })
    reached('answered')
    const read = readAnswer(answer, now())
    return read.kind === 'taken' ? await confirmTaken(service, sale, read, signal) : read
  } catch (error) {
    return failedBy(error)
  }
}

/**
 * A receipt's language as a request can carry it: without blanks around it, and undefined if a header can't hold it.
 *
 * @param text `fr_CA`, or a list as in HTTP
 */
export function sendableLanguage(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const plain = text.trim()
  return /^[\w\-*,;=. ]{1,200}$/.test(plain) ? plain : undefined
}

/** Undefined if it is nested so deep that nobody can write it: a file may be anything. */
function textOf(receipt: Record<string, unknown>): string | undefined {
  try {
    return JSON.stringify(receipt)
  } catch {
    return undefined
  }
}

const unsendable: Outcome = {
  kind: 'refused',
  error: { message: "The receipt can't be written as JSON.", code: 'unsendable', errors: {} },
  message: "The receipt can't be written as JSON.",
}

/**
 * What a 409 means. Under a requestId made from the content it is an earlier try of this sale that had arrived, if it names the receipt.
 * Under the sender's own the stored receipt decides: the same sale has arrived, another one makes this one refused.
 *
 * @throws HttpFault if the stored receipt can't be fetched
 */
export async function confirmTaken(
  service: ServiceConnection,
  sale: Sendable,
  { receiptId, error, status, referenceId, message, suppressed, isSame }: Taken,
  signal: AbortSignal,
): Promise<Outcome> {
  const about = { status, referenceId }
  const arrived = (receiptId: string): Outcome => {
    const message = suppressed === undefined ? 'The service had the receipt already.' : unmailed[suppressed]
    return { kind: 'accepted', ...about, offers: [], receiptId, suppressed, message }
  }
  const unconfirmed: Outcome = {
    kind: 'failed',
    ...about,
    code: 'unconfirmed',
    message: `${message} The receipt that used it can't be fetched now.`,
  }
  const another: Outcome = {
    kind: 'refused',
    ...about,
    error,
    message: `${message} It belongs to another sale: give each its own requestId.`,
  }
  if (receiptId !== undefined && (sale.isDerivedId || isSame)) return arrived(receiptId)
  if (isSame === false && !sale.isDerivedId) return another
  const ids = receiptId === undefined ? await query(service, sale.receipt, signal) : [receiptId]
  if (ids === undefined) return unconfirmed
  for (const id of ids) {
    const stored = await retrieve(service, id, sale, signal)
    if (stored === undefined) return unconfirmed
    if (stored !== null && isSameSale(sale.receipt, stored)) return arrived(id)
  }
  // Nobody else has an id made from the content, so the receipt is there, and just isn't found.
  if (sale.isDerivedId) return unconfirmed
  return another
}

/** The fields that tell one sale from another. Card data may be masked, so the rest isn't compared. */
const telling = [
  ['transactionNumber'],
  ['transactionType'],
  ['receiptDateTime'],
  ['grandAmount'],
  ['workstation', 'id'],
  ['workstation', 'store', 'id'],
]

function isSameSale(one: unknown, other: unknown): boolean {
  return telling.every(path => at(one, path) === at(other, path))
}

function at(value: unknown, path: readonly string[]): string {
  const found = path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
  return nameIn(found)
}

/**
 * The original request; null if there is no such receipt, undefined if the service can't say now. It is about as long as the sale's: more
 * isn't read.
 */
async function retrieve(
  service: ServiceConnection,
  id: string,
  { receipt }: Sendable,
  signal: AbortSignal,
): Promise<unknown> {
  const own = JSON.stringify(receipt)
  const maxAnswerBytes = 1024 * 1024 + 4 * Buffer.byteLength(own)
  const { status, text } = await service.receipts('GET', `/${encodeURIComponent(id)}`, { signal, maxAnswerBytes })
  const json = readAnswerJson(text, defaultMaxMarks + 2 * countMarks(own))
  if (status === 404) return readError(json) && null
  return status === 200 && isObject(json) && isObject(json.apiRequest) ? json.apiRequest : undefined
}

/** The ids of receipts with this number, for services whose 409 doesn't name the receipt; undefined if it can't say now. */
async function query(
  service: ServiceConnection,
  { transactionNumber, receiptDateTime }: Record<string, unknown>,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const at = Date.parse(nameIn(receiptDateTime))
  const dayMs = 86_400_000
  const [from, to] = Number.isNaN(at) ? [0, Date.now() + dayMs] : [at - dayMs, at + dayMs]
  const wanted = new URLSearchParams({
    fromDate: new Date(from).toISOString(),
    toDate: new Date(to).toISOString(),
    transactionNumber: nameIn(transactionNumber),
    pageSize: '20',
  })
  const { status, text } = await service.receipts('GET', `?${wanted}`, { signal })
  const list = readAnswerJson(text)
  if (status !== 200 || !Array.isArray(list)) return undefined
  return list.flatMap(item => (isObject(item) && typeof item.id === 'string' ? [item.id] : []))
}
