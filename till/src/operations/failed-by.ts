import { codeOf } from '../basics/errors.ts'
import { HttpFault, sentenceOf } from '../http/fault.ts'
import type { Failed } from './outcome.ts'

/** A request without an answer, as an outcome: whatever went wrong, a customer is waiting. */
export function failedBy(error: unknown): Failed {
  const code = error instanceof HttpFault ? error.code : codeOf(error)
  return { kind: 'failed', code, message: sentenceOf(code) }
}
