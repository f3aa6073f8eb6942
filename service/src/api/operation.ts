import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Outcome } from '../acts/act.ts'
import type { AdminScope } from '../administration/admin-tokens.ts'
import type { Role } from '../console/roles.ts'
import type { Session } from '../console/sessions.ts'
import type { Merchant } from '../merchants/merchants.ts'

/** A request as an operation gets it: authenticated and split up. */
export interface Call<Parameters = Record<string, unknown>, Input = unknown> {
  params: Readonly<Record<string, string>>
  /** As sent; a parameter sent twice is a list. */
  query: Readonly<Record<string, string | string[]>>
  /** The query as it was sent, escaped and without the question mark. */
  readonly search: string
  headers: IncomingHttpHeaders
  /** The body's text; empty without one. */
  body: string
  /** The query by the operation's schema. @throws InvalidInputError */
  readonly parameters: Parameters
  /** The body by the operation's schema; it may be left out if nothing in it is required. @throws InvalidInputError */
  readonly input: Input
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
  /** What the audit trail tells of an operation of the console, beyond actor, operation and merchant. */
  audit?: { target?: string; detail?: Readonly<Record<string, unknown>> }
}

/** An operation of the interface: its input, possible responses and handler. The OpenAPI uses the same schemas. */
export interface Operation<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodType = z.ZodType> {
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
  /** What an admin token must be allowed to do; default `read`. */
  scope?: AdminScope
  /** What someone signed in must be allowed to do; default `view`. */
  role?: Role
  /**
   * Whether a session's call is recorded in the audit trail; default only what isn't a GET. An answer with `audit` always is. Acts see
   * to their entries themselves.
   */
  recorded?: boolean
  query?: Query
  requestHeaders?: Readonly<Record<string, string>>
  /** The body's schema, or a reference to one described elsewhere. */
  body?: Body | { $ref: string }
  /** The body is what a form of the page sends (`application/x-www-form-urlencoded`), not JSON. */
  isForm?: boolean
  /** May get a 503 while the service is overloaded. */
  mayWait?: boolean
  /** Called before the body is read. @throws to refuse the request */
  admit?: (merchantId: string) => void
  /** Possible responses, in addition to the common errors. */
  outcomes: Readonly<Record<number, Outcome>>
  handle(call: Call<z.output<Query>, z.output<Body>>): Promise<Answer>
}

/** An operation whose handler gets what its schemas give. */
export function operation<Query extends z.ZodObject, Body extends z.ZodType>(
  defined: Operation<Query, Body>,
): Operation {
  return defined
}
