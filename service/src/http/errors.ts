import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ErrorResponse, FieldErrors } from 'counterfoil/internal'
import { z } from 'zod'
import { UnknownTargetError } from '../acts/act.ts'
import { DatabaseUnavailableError, InvalidInputError, TooBusyError, TooCostlyError } from '../basics/errors/errors.ts'
import { OutOfReachError } from '../basics/reach.ts'
import type { KeyScope } from '../merchants/key-scopes.ts'

/** The interface's ErrorResponse, for the OpenAPI. */
export const errorResponse = z
  .object({
    message: z.string().describe('Summary.'),
    code: z.string().nullable().describe('Machine-readable, such as `auth_failure`; often null.'),
    referenceId: z.string().describe('Identifies this request in the service’s log.'),
    errors: z
      .record(
        z.string(),
        z.array(
          z.object({
            code: z.string().nullable().describe('Machine-readable, such as `required`; often null.'),
            message: z.string().describe('What is wrong, for people.'),
          }),
        ),
      )
      .describe('What is wrong, by field path. Empty if no field is at fault.'),
  })
  .meta({ id: 'ErrorResponse' })

/** An error response. Every error in the service ends up as one. */
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
const retryAfterSeconds = 10

/** The header of an answer that a client may get another time. */
export const retryLater = { 'retry-after': String(retryAfterSeconds) }

/** The interface's errors in its wording (spec, "Errors"), and HTTP's in the same shape. */
export const errors = {
  authenticationFailed: () =>
    new HttpError(401, 'Authentication Failed', {
      code: 'auth_failure',
      headers: { 'www-authenticate': 'Basic realm="receipts", charset="UTF-8"' },
    }),
  /** Without a challenge: browsers would ask for a user and password in a window of their own. */
  signedOut: () => new HttpError(401, 'Authentication Failed', { code: 'signed_out' }),
  /** The password is right, but the code of the second factor is missing or wrong. */
  codeNeeded: (code: 'code_needed' | 'wrong_code') => new HttpError(401, 'Authentication Failed', { code }),
  /** Of a provider's request, whose origin nothing proves. */
  unsigned: () => new HttpError(401, 'Authentication Failed', { code: 'unsigned' }),
  unauthorized: () => new HttpError(403, 'Unauthorized Access'),
  /** The key works, but isn't for this. */
  outOfScope: (scope: KeyScope) =>
    new HttpError(403, 'Unauthorized Access', {
      code: 'insufficient_scope',
      errors: hint('Authorization', `must be a key with the scope ${scope}; the merchant makes one`),
    }),
  /** Who asks sees some stores only, and this is about all. */
  wholeOnly: () =>
    new HttpError(403, 'Unauthorized Access', {
      code: 'some_stores',
      errors: hint('Authorization', 'must not be limited to some stores'),
    }),
  /** A key's receipt is of a store that isn't among its own. */
  otherStore: () =>
    new HttpError(403, 'Unauthorized Access', {
      code: 'other_store',
      errors: hint('workstation.store.id', 'must be a store that the key is for'),
    }),
  notFound: () => new HttpError(404, 'Not Found'),
  methodNotAllowed: (allow: string) => new HttpError(405, 'Method Not Allowed', { headers: { allow } }),
  /** @param headers what the answer of the first one said, too */
  duplicate: (location: string, headers: Readonly<Record<string, string>>) =>
    new HttpError(409, 'A receipt with this requestId was already accepted', { headers: { ...headers, location } }),
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
   * @param cause for the log
   */
  unavailable: (seconds = retryAfterSeconds, cause?: unknown) =>
    new HttpError(503, 'Service Unavailable', { headers: { 'retry-after': String(seconds) }, cause }),
  /** Only for the log and metrics: the client is gone. */
  clientLeft: () => new HttpError(499, 'Client Closed Request'),
}

function hint(header: string, message: string): FieldErrors {
  return { [header]: [{ code: null, message }] }
}

/** What is wrong with a receipt that takes more time than one may. */
export const tooCostly: FieldErrors = { receipt: [{ code: null, message: 'takes too long to process' }] }

/**
 * The response to any thrown error: overload, an unavailable database, or what the HTTP server itself rejects (bodies that
 * are too large, of another type, or cut short). Unexpected errors are a 500.
 */
export function recognizeError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof InvalidInputError) return errors.invalid(error.fields)
  if (error instanceof UnknownTargetError || error instanceof OutOfReachError) return errors.notFound()
  if (error instanceof TooCostlyError) return errors.invalid(tooCostly)
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

/** Whether an error means that nothing was done, because of what was asked for. */
export function isRefusal(error: unknown): boolean {
  return recognizeError(error).status < 500
}

/**
 * Answers input that isn't HTTP, after the parser gave up on the connection, if the client still listens. Then the connection is
 * gone: a client that keeps its side open would hold it for good.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isHandshaking(socket)) {
    socket.destroy()
    return
  }
  const { status, message } = meanings[error.code ?? ''] ?? { status: 400, message: 'Bad Request' }
  const body = JSON.stringify(new HttpError(status, message).toErrorResponse(randomUUID()))
  socket.end(
    `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.destroySoon()
  // Whoever reads nothing lets no answer out.
  socket.setTimeout(answerPatience, () => socket.destroy())
}

/** Milliseconds. */
const answerPatience = 1000

/** Before the handshake is over, nothing can be written. */
function isHandshaking(socket: Socket & { secureConnecting?: boolean }): boolean {
  return socket.secureConnecting === true
}

const meanings: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'Request Timeout' },
}
