import { type Sendable, sendableLanguage } from '../basics/sale.ts'
import { HttpFault } from '../http/request.ts'
import { confirmTaken } from './confirm-taken.ts'
import type { Ask, ServiceConnection } from './connect.ts'
import { failedBy, type Outcome } from './outcome.ts'
import { readAnswer } from './read-answer.ts'

/** The steps of a request, in order, told to tests that end the process at each. */
export type SendStep = 'connect' | 'sent' | 'answered'

/** What sending needs besides the receipt. */
export interface SendContext {
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
  const asked: Ask = {
    signal,
    reached,
    body,
    headers: { 'content-type': 'application/json', ...(language && { 'accept-language': language }) },
  }
  try {
    const answer = await service.receipts('POST', '', asked).catch(error => {
      if (!(error instanceof HttpFault) || !error.stale) throw error
      return service.receipts('POST', '', asked)
    })
    reached('answered')
    const read = readAnswer(answer, now())
    return read.kind === 'taken' ? await confirmTaken(service, sale, read, signal) : read
  } catch (error) {
    return failedBy(error)
  }
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
