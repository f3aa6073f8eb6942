import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { AdminScope } from '../administration/admin-tokens.ts'
import type { Merchant } from '../merchants/merchants.ts'

/** A request as an operation gets it: authenticated and split up, but not validated. */
export interface Call {
  params: Readonly<Record<string, string>>
  /** As sent; a parameter sent twice is a list. */
  query: Readonly<Record<string, string | string[]>>
  headers: IncomingHttpHeaders
  /** The body's text; empty without one. */
  body: string
  /** Aborted with an HttpError if the client leaves early. */
  readonly signal: AbortSignal
  /** The active merchant of path and credentials. Only if `security` is `merchant` or `key`. */
  merchant: Merchant
  /** The name of the admin token. Only if `security` is `admin`. */
  actor: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  json?: unknown
  /** Sent as is; `headers` must include its content type. */
  body?: string | Uint8Array
  /** What the audit trail tells of an admin operation, beyond actor, operation and merchant. */
  audit?: { target?: string; detail?: Readonly<Record<string, unknown>> }
}

/** A possible response, for the OpenAPI. */
export interface Outcome {
  description: string
  schema?: z.ZodType
  /** Default `application/json`. */
  contentType?: string
  /** As what else the answer may be sent, as text. */
  otherTypes?: readonly string[]
  headers?: Readonly<Record<string, string>>
}

/** An operation of the interface: its input, possible responses and handler. The OpenAPI uses the same schemas. */
export interface Operation {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces: `/merchants/{merchantId}/receipts`. */
  path: string
  tag: 'Receipts' | 'Statistics' | 'Email validation' | 'Administration' | 'Operation'
  summary: string
  description?: string
  /**
   * `merchant`: an API key of the merchant in the path. `key`: any API key. `admin`: an admin token. `loopback`: no
   * credentials, but only from this machine.
   */
  security: 'merchant' | 'key' | 'admin' | 'loopback' | 'none'
  /** What an admin token must be allowed to do; default `read`. Everything else is recorded in the audit trail. */
  scope?: AdminScope
  query?: z.ZodObject
  requestHeaders?: Readonly<Record<string, string>>
  /** The body's schema, or a reference to one described elsewhere. */
  body?: z.ZodType | { $ref: string }
  /** May get a 503 while the service is overloaded. */
  mayWait?: boolean
  /** Called before the body is read. @throws to refuse the request */
  admit?: (merchantId: string) => void
  /** Possible responses, in addition to the common errors. */
  outcomes: Readonly<Record<number, Outcome>>
  handle(call: Call): Promise<Answer>
}
