import type { HttpAnswer } from '../http/request.ts'
import { readRetryAfter } from '../http/retry-after.ts'
import type { ErrorResponse, Failed, Outcome, TillOffer } from './outcome.ts'

/** The service has a receipt under this requestId; whether it is this one is to be seen. */
export interface Taken {
  kind: 'taken'
  receiptId?: string
  error: ErrorResponse
  status: number
  referenceId?: string
  says: string
}

/**
 * What an answer to a created receipt means.
 *
 * @param now milliseconds since 1970, for dates in Retry-After
 */
export function readAnswer({ status, headers, text }: HttpAnswer, now: number): Outcome | Taken {
  const json = readJson(text)
  if (status === 200) return readAccepted(json) ?? notReceipt(status)
  const error = readError(json)
  const about = { status, ...(error?.referenceId !== undefined && { referenceId: error.referenceId }) }
  if (pauses.has(status)) {
    const retryAfter = readRetryAfter(headers['retry-after'], now)
    return {
      kind: 'busy',
      ...about,
      says: `The service asks for a pause (${status}).`,
      ...(retryAfter !== undefined && { retryAfter }),
    }
  }
  if (status >= 500) return { kind: 'failed', ...about, says: `The service failed (${status}).` }
  const halt = halts[status]
  if (halt !== undefined) return { kind: 'halted', ...about, says: halt }
  if (status === 409) {
    const receiptId = idIn(headers.location)
    const shown = error ?? { message: 'Conflict', code: null, errors: {} }
    return {
      kind: 'taken',
      ...about,
      error: shown,
      says: 'The requestId was used before.',
      ...(receiptId && { receiptId }),
    }
  }
  if (status === 413) return refused(status, error ?? { message: 'Payload Too Large', code: null, errors: {} })
  return error && status >= 400 ? refused(status, error) : notReceipt(status)
}

/** Answers that are about the moment, not about the receipt. */
const pauses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504])

/** Answers that every receipt would get until a person changes something. */
const halts: Readonly<Record<number, string>> = {
  401: 'The service rejects the key (401); set a valid one.',
  403: 'The service rejects the merchant (403); see its id, and that it is active.',
  404: 'There is no receipt service at this address (404); see the address of the receipts.',
  405: 'There is no receipt service at this address (405); see the address of the receipts.',
}

/** The ErrorResponse in an answer, if it is one. */
export function readError(json: unknown): ErrorResponse | undefined {
  if (!isObject(json) || typeof json.message !== 'string') return undefined
  return {
    message: json.message,
    code: typeof json.code === 'string' ? json.code : null,
    ...(typeof json.referenceId === 'string' && { referenceId: json.referenceId }),
    errors: isObject(json.errors) ? (json.errors as ErrorResponse['errors']) : {},
  }
}

/** Text as JSON; undefined if it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value has fields. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readAccepted(json: unknown): Outcome | undefined {
  if (!isObject(json) || typeof json.receiptId !== 'string') return undefined
  const { receiptId, customerEmailAddress: address, offers } = json
  return {
    kind: 'accepted',
    status: 200,
    receiptId,
    ...((typeof address === 'string' || address === null) && { address }),
    offers: Array.isArray(offers) ? offers.filter(isOffer) : [],
    says: 'The service has the receipt.',
  }
}

function isOffer(value: unknown): value is TillOffer {
  return isObject(value) && typeof value.content === 'string'
}

function refused(status: number, error: ErrorResponse): Outcome {
  const fields = Object.entries(error.errors).map(([path, [first]]) => `${path}: ${first?.message ?? ''}`)
  const { referenceId } = error
  const said = [error.message, ...fields.slice(0, 5)].join('; ')
  // It reaches the log; the note beside the receipt has all of it.
  const says = `The service refuses the receipt (${status}): ${said.replace(/\S+@\S+/g, '…')}`
  return { kind: 'refused', status, error, says, ...(referenceId !== undefined && { referenceId }) }
}

function notReceipt(status: number): Failed {
  return { kind: 'failed', status, code: 'not_receipt', says: `An answer (${status}) came that is not the service's.` }
}

function idIn(location: string | undefined): string | undefined {
  const id = location?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1)
  return id && decodeURIComponent(id)
}
