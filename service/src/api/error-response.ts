import type { ErrorResponse, FieldErrors } from 'counterfoil'
import { z } from 'zod'

/** ErrorResponse of the interface, for its description. */
export const errorResponse = z
  .object({
    message: z.string().describe('Summary.'),
    code: z.string().nullable(),
    referenceId: z.string().describe('Identifies this failure in the service’s log.'),
    errors: z
      .record(z.string(), z.array(z.object({ code: z.string().nullable(), message: z.string() })))
      .describe('Field path → what is wrong there. Empty when no field is to blame.'),
  })
  .meta({ id: 'ErrorResponse' })

/** A request that is answered with an error. Every error of the service is one of these in the end. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string | null
  readonly errors: FieldErrors
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    message: string,
    extra: { code?: string; errors?: FieldErrors; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause })
    this.name = 'HttpError'
    this.status = status
    this.code = extra.code ?? null
    this.errors = extra.errors ?? {}
    this.headers = extra.headers ?? {}
  }

  /** The body, in the interface's shape. */
  toErrorResponse(referenceId: string): ErrorResponse {
    return { message: this.message, code: this.code, referenceId, errors: this.errors }
  }
}

/** "Retry after a delay" (spec, "Errors"), in seconds. */
const patience = 10

const retryLater = { 'retry-after': String(patience) }

/** The errors the interface names, in its words (spec, "Errors"), and those of HTTP in its shape. */
export const errors = {
  authenticationFailed: () =>
    new HttpError(401, 'Authentication Failed', {
      code: 'auth_failure',
      headers: { 'www-authenticate': 'Basic realm="receipts", charset="UTF-8"' },
    }),
  unauthorized: () => new HttpError(403, 'Unauthorized Access'),
  notFound: () => new HttpError(404, 'Not Found'),
  methodNotAllowed: (allow: string) => new HttpError(405, 'Method Not Allowed', { headers: { allow } }),
  duplicate: (location: string) =>
    new HttpError(409, 'A receipt with this requestId was already accepted', { headers: { location } }),
  tooLarge: () => new HttpError(413, 'Payload Too Large'),
  badRequest: (header: string, message: string) => new HttpError(400, 'Bad Request', { errors: hint(header, message) }),
  /** @param message what the header must be */
  unsupportedMediaType: (header: string, message: string) =>
    new HttpError(415, 'Unsupported Media Type', { errors: hint(header, message) }),
  invalid: (fields: FieldErrors) => new HttpError(422, 'Validation error', { errors: fields }),
  tooManyRequests: (seconds: number) =>
    new HttpError(429, 'Too Many Requests', { headers: { 'retry-after': String(Math.max(1, seconds)) } }),
  internal: () => new HttpError(500, 'Internal Server Error', { code: '500', headers: retryLater }),
  /**
   * @param seconds after which to try again
   * @param cause what the log says of it
   */
  unavailable: (seconds = patience, cause?: unknown) =>
    new HttpError(503, 'Service Unavailable', { headers: { 'retry-after': String(seconds) }, cause }),
  /** Nobody reads this one; it is for the log and the metrics. */
  clientLeft: () => new HttpError(499, 'Client Closed Request'),
}

function hint(header: string, message: string): FieldErrors {
  return { [header]: [{ code: null, message }] }
}
