import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { AdminScope } from '../administration/admin-tokens.ts'
import type { Role } from '../console/roles.ts'
import type { Session } from '../console/sessions.ts'
import type { Merchant } from '../merchants/merchants.ts'

/** A request as an operation gets it: authenticated and split up, but not validated. */
export interface Call {
  params: Readonly<Record<string, string>>
  /** As sent; a parameter sent twice is a list. */
  query: Readonly<Record<string, string | string[]>>
  /** The query as it was sent, escaped and without the question mark. */
  readonly search: string
  headers: IncomingHttpHeaders
  /** The body's text; empty without one. */
  body: string
  /** Aborted with an HttpError if the client leaves early. */
  readonly signal: AbortSignal
  /** The client's IP address. */
  address: string
  /** The active merchant of path and credentials, or of the session. Only if `security` is `merchant`, `key` or `session`. */
  merchant: Merchant
  /** Who is signed in to the console. Only if `security` is `session`. */
  session: Session
  /** The name of the admin token. Only if `security` is `admin`. */
  actor: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Each a `Set-Cookie`. */
  cookies?: readonly string[]
  json?: unknown
  /** Sent as is; `headers` must include its content type. */
  body?: string | Uint8Array
  /** What the audit trail tells of an admin or console operation, beyond actor, operation and merchant. */
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
   * `merchant`: an API key of the merchant in the path. `key`: any API key. `admin`: an admin token. `session`: someone signed
   * in to the console, on its own page. `loopback`: no credentials, but only from this machine.
   */
  security: 'merchant' | 'key' | 'admin' | 'session' | 'loopback' | 'none'
  /** What an admin token must be allowed to do; default `read`. Everything else is recorded in the audit trail. */
  scope?: AdminScope
  /** What someone signed in must be allowed to do; default `view`. */
  role?: Role
  /**
   * Whether a session's call is recorded in the audit trail; default only what isn't a GET. An answer with `audit` always is.
   */
  recorded?: boolean
  query?: z.ZodObject
  requestHeaders?: Readonly<Record<string, string>>
  /** The body's schema, or a reference to one described elsewhere. */
  body?: z.ZodType | { $ref: string }
  /** The body is what a form of the page sends (`application/x-www-form-urlencoded`), not JSON. */
  isForm?: boolean
  /** May get a 503 while the service is overloaded. */
  mayWait?: boolean
  /** Called before the body is read. @throws to refuse the request */
  admit?: (merchantId: string) => void
  /** Possible responses, in addition to the common errors. */
  outcomes: Readonly<Record<number, Outcome>>
  handle(call: Call): Promise<Answer>
}
