import { UnknownTargetError } from '../../acts/act.ts'
import { DatabaseUnavailableError } from '../../errors/database-unavailable.ts'
import { InvalidInputError } from '../../errors/invalid-input.ts'
import { TooBusyError } from '../../errors/too-busy.ts'
import { errors, HttpError } from './error-response.ts'

/**
 * The response to any thrown error: overload, an unavailable database, or what the HTTP server itself rejects (bodies that
 * are too large, of another type, or cut short). Unexpected errors are a 500.
 */
export function recognizeError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof InvalidInputError) return errors.invalid(error.fields)
  if (error instanceof UnknownTargetError) return errors.notFound()
  if (error instanceof TooBusyError) return errors.unavailable(error.retryAfter)
  if (error instanceof DatabaseUnavailableError) return errors.unavailable()
  const { statusCode = 500, code } = error as { statusCode?: number; code?: string }
  if (statusCode === 413) return errors.tooLarge()
  if (statusCode === 415) return errors.unsupportedMediaType('Content-Type', 'must be application/json')
  if (statusCode === 503) return errors.unavailable()
  if (statusCode >= 400 && statusCode < 500)
    return errors.invalid({
      body: [{ code: null, message: code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ? 'may not be null' : 'cannot be read' }],
    })
  return errors.internal()
}
