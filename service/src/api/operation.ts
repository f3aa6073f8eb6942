import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Merchant } from '../merchants/merchants.ts'

/** A request as an operation sees it: authenticated, its parts where they belong, nothing checked yet. */
export interface Call {
  params: Readonly<Record<string, string>>
  /** As sent; a parameter sent twice is a list. */
  query: Readonly<Record<string, string | string[]>>
  headers: IncomingHttpHeaders
  /** UTF-8 text of the body; empty without one. */
  body: string
  /** Aborted, with an HttpError, when the client has left before its answer. */
  readonly signal: AbortSignal
  /** The merchant of path and credentials, active. Only where `security` is `merchant` or `key`. */
  merchant: Merchant
}

/** What an operation answers with. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Becomes the body as JSON. */
  json?: unknown
  /** The body itself; needs a content type among the headers. */
  body?: string | Uint8Array
}

/** One answer of an operation, for its description. */
export interface Outcome {
  description: string
  schema?: z.ZodType
  /** Default `application/json`. */
  contentType?: string
  headers?: Readonly<Record<string, string>>
}

/** An operation of the interface: what it takes, what it may answer, what it does. Its description is made of the same schemas. */
export interface Operation {
  /** `operationId` of the description. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces: `/merchants/{merchantId}/receipts`. */
  path: string
  tag: 'Receipts' | 'E-mail validation' | 'Administration' | 'Operation'
  summary: string
  description?: string
  /**
   * `merchant`: API key of the merchant in the path. `key`: any API key. `admin`: the administrator's token.
   * `loopback`: no credentials, but only from this machine.
   */
  security: 'merchant' | 'key' | 'admin' | 'loopback' | 'none'
  query?: z.ZodObject
  requestHeaders?: Readonly<Record<string, string>>
  /** Schema of the body, or the name of one described elsewhere. */
  body?: z.ZodType | { $ref: string }
  /** The operation may be refused for a while when the service has too much to do. */
  mayWait?: boolean
  /** Asked before the body is read. @throws what the request is refused with */
  admit?: (merchantId: string) => void
  /** A body as it may be sent. */
  example?: unknown
  /** Answers beside the errors that every operation may give. */
  outcomes: Readonly<Record<number, Outcome>>
  handle(call: Call): Promise<Answer>
}
