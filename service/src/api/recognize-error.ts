import { DatabaseUnavailableError } from '../database-unavailable.ts'
import { TooBusyError } from '../turns/turns.ts'
import { errors, HttpError } from './error-response.ts'

/**
 * The answer to whatever was thrown: what is too much at present, a database that is away, or what the server itself refuses,
 * bodies that are too large, of another type, or broken off. What nobody foresaw is 500.
 */
export function recognizeError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
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
