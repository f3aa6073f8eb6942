import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Context, Outcome } from '../acts/act.ts'
import type { Metrics } from '../basics/monitoring/metrics.ts'
import type { Tracer } from '../basics/monitoring/telemetry/tracer.ts'
import type { Reach } from '../basics/reach.ts'
import type { Schedulers } from '../delivery/scheduling/schedulers.ts'
import type { EmailValidator } from '../delivery/validation/validate.ts'
import type { Thread } from '../merchants/apart/thread.ts'
import type { KeyScope } from '../merchants/key-scopes.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { AdminScope } from '../people/admin-tokens.ts'
import type { OpenIdProvider } from '../people/provider.ts'
import type { Role } from '../people/roles.ts'
import type { Session } from '../people/sessions.ts'
import type { SignInBy } from '../people/sign-in.ts'
import type { Accept, AcceptContext } from '../receipts/accept.ts'
import type { Warnings } from '../receipts/warnings.ts'
import type { Statistics } from '../statistics/answers/answer.ts'
import type { Events } from '../statistics/counting/events.ts'

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
  /** How far the key or the person sees of that merchant. */
  reach: Reach
  /** The id of the till's key. Only if `security` is `merchant` or `key`. */
  keyId: string
  /** Who is signed in to the console. Only if `security` is `session`. */
  session: Session
  /** The name of the admin token. Only if `security` is `admin`. */
  actor: string
}

/** An HTTP response: JSON, or another body with its type. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Each a `Set-Cookie`. */
  cookies?: readonly string[]
  json?: unknown
  /** Sent as is, or as it comes; `headers` must include its content type. */
  body?: string | Uint8Array | AsyncIterable<string>
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
   * in to the console, on its own page. `loopback`: no credentials, but only from this machine. `metrics`: the same, or with the token
   * for metrics, unless they are open to all. `signed`: the operation itself finds out who sent the request.
   */
  security: 'merchant' | 'key' | 'admin' | 'session' | 'loopback' | 'metrics' | 'signed' | 'none'
  /** What an admin token must be allowed to do; default `read`. */
  scope?: AdminScope
  /** What a till's key must be for; without it, it must be for everything. */
  keyScope?: KeyScope
  /** What someone signed in must be allowed to do; default `view`. */
  role?: Role
  /** Whether somebody limited to some stores has it, too: then it looks at nothing beyond `reach`. Default: it is about the whole merchant. */
  stores?: 'some'
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
  /** The body may be called plain text, too. */
  isText?: boolean
  /** Most bytes of the body, if it isn't the usual limit. */
  bodyLimit?: number
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

/** What the operations work with. */
export interface ApiContext extends Context, AcceptContext {
  accept: Accept
  statistics: Statistics
  events: Events
  warnings: Warnings
  metrics: Metrics
  tracer: Tracer
  schedulers: Schedulers
  /** Where large receipts are read. */
  thread: Pick<Thread, 'run'>
  validate: EmailValidator
  /** Where people may sign in besides; undefined without one. */
  provider: OpenIdProvider | undefined
  /** What the console asks of who signs in. */
  signInBy: SignInBy
  /** Whether merchants' own people may upload and publish templates. */
  templateUploads: boolean
  /** Told about every PDF that couldn't be printed. */
  pdfFailed: () => void
  /** The full URL for a path of this service. */
  address: (path: string) => string
  /** Whether browsers reach the service over TLS. */
  secure: boolean
  /** Whether clients' addresses aren't known, because all have that of a proxy. */
  proxied: boolean
}

/** Path of the receipt operations in version 1 (spec, "Versioning"). */
export const receiptsPath = '/ws/rest/v1/merchants/{merchantId}/receipts'

/** Path of a merchant's statistics. */
export const statisticsPath = '/ws/rest/v1/merchants/{merchantId}/statistics'

/** Path of the operations that only the console's own page uses. The merchant is the session's. */
export const consolePath = '/console/api'

/** Fills a path's parameters, escaped. */
export function fillPath(path: string, parts: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w{1,40})\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''))
}

/** An operation for whoever is signed in to the console, at a method and path such as `GET /stores`. It isn't in the OpenAPI. */
export function consoleOperation<Query extends z.ZodObject, Body extends z.ZodType>(
  id: string,
  at: `${Operation['method']} /${string}`,
  summary: string,
  more: Pick<Operation<Query, Body>, 'handle'> & Partial<Operation<Query, Body>>,
): Operation {
  const [method, path] = at.split(' ') as [Operation['method'], string]
  return {
    ...{ id, method, path: `${consolePath}${path}`, summary },
    ...({ tag: 'Operation', security: 'session', outcomes: {} } as const),
    ...more,
  }
}

/** An operation that anyone may get, such as a page. */
export function openOperation(
  id: string,
  path: string,
  summary: string,
  found: Outcome,
  handle: Operation['handle'],
): Operation {
  return { id, method: 'GET', path, tag: 'Operation', summary, security: 'none', outcomes: { 200: found }, handle }
}

/** A merchant's operation for whoever is signed in: the same, at the console's path. */
export function mountInConsole(operation: Operation, changes: Partial<Operation>): Operation {
  const path = `${consolePath}/receipts${operation.path.slice(receiptsPath.length)}`
  const { keyScope: _, ...same } = operation
  return { ...same, path, security: 'session', ...changes }
}
