import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { z } from 'zod'
import { idOf } from '../acts/act.ts'
import { check } from '../basics/errors/errors.ts'
import { codeOf } from '../basics/errors/fault.ts'
import type { Reach } from '../basics/reach.ts'
import { type AuditContext, recordAct, runAudited } from '../people/audit.ts'
import { actorOf } from '../people/sessions.ts'
import type { ApiRequest, Authenticated, SignedIn } from './admission.ts'
import { errors, type HttpError, isRefusal } from './errors.ts'
import type { Answer, Call, Operation } from './operation.ts'

/** A request as its operation gets it. @throws HttpError if its path, query or body can't be read */
export function callOf(operation: Operation, request: ApiRequest, response: ServerResponse): Call {
  const { headers, authenticated, signedIn, ip } = request
  const params = request.params as Record<string, string>
  const query = request.query as Call['query']
  const body = request.body instanceof Uint8Array ? bodyText(request.body, headers, operation.bodyLimit) : ''
  refuseNul(params, query, operation.query)
  let signal: AbortSignal | undefined
  return {
    params,
    query,
    get search() {
      return /\?(.*)/s.exec(request.url)?.[1] ?? ''
    },
    headers,
    body,
    get parameters() {
      return operation.query ? check(operation.query, query) : {}
    },
    get input() {
      return readInput(operation, body)
    },
    address: ip,
    merchant: (authenticated ?? signedIn)?.merchant as Authenticated['merchant'],
    reach: (authenticated ?? signedIn)?.reach as Reach,
    keyId: authenticated?.key.id ?? '',
    session: signedIn?.session as SignedIn['session'],
    actor: request.actor ?? '',
    // Created on demand: most operations finish before a client could leave.
    get signal() {
      signal ??= untilClosed(response)
      return signal
    },
  }
}

/** Aborts with an HttpError if the client leaves before its response is complete. */
function untilClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!response.writableFinished) controller.abort(errors.clientLeft())
  }
  if (response.destroyed) leave()
  else response.once('close', leave)
  return controller.signal
}

/**
 * Runs an operation. What someone signed in does is in the audit trail: what changes something before it begins, the rest if the
 * answer says so.
 */
export async function runOperation(
  context: AuditContext,
  { id: action, method, recorded = method !== 'GET', handle }: Operation,
  call: Call,
  signedIn: SignedIn | null,
): Promise<Answer> {
  if (!signedIn) return handle(call)
  const target = idOf(Object.values(call.params)[0])
  const entry = { actor: actorOf(signedIn.session), action, merchantId: signedIn.merchant.id, target }
  if (recorded && method !== 'GET')
    return runAudited(
      context,
      entry,
      () => handle(call),
      isRefusal,
      answer => answer?.audit,
    )
  const answer = await handle(call)
  if (recorded || answer.audit) await recordAct(context, { ...entry, ...answer.audit })
  return answer
}

/** Most bytes of a body: a receipt with its images. */
export const bodyLimit = 1024 * 1024

/** Content types of JSON: `application/json` (RFC 8259), that of older clients, and `+json` formats (RFC 6839). */
export const jsonTypes = /^(?:text\/json|application\/(?:[\w.!#$&^-]{1,100}\+)?json)(?:$|;)/i

/**
 * Decodes a JSON body, which may be gzipped (RFC 9110, 8.4.1.3). JSON is UTF-8 (RFC 8259), but old clients send ISO-8859-1 and
 * declare it, so the declared charset is used.
 *
 * @param headers of the request, whose content type is known to be JSON
 * @throws HttpError 413 for a body that is too large unpacked, 415 for an unknown charset or another compression, 422 for bytes
 *   invalid in either
 */
function bodyText(bytes: Uint8Array, headers: IncomingHttpHeaders, limit = bodyLimit): string {
  const { 'content-type': contentType = '', 'content-encoding': encoding = 'identity' } = headers
  const plain = unpacked(bytes, encoding.trim().toLowerCase(), limit)
  const charset = /;\s{0,20}charset\s{0,20}=\s{0,20}"?([A-Za-z0-9_:.-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8'
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(charset, { fatal: true })
  } catch {
    throw errors.unsupportedMediaType('Content-Type', 'must name a known charset, such as utf-8')
  }
  try {
    return decoder.decode(plain)
  } catch {
    throw errors.invalid({ body: [{ code: null, message: `must be ${charset}` }] })
  }
}

function unpacked(bytes: Uint8Array, encoding: string, limit: number): Uint8Array {
  if (encoding === 'identity') return bytes
  if (encoding !== 'gzip' && encoding !== 'x-gzip')
    throw errors.unsupportedMediaType('Content-Encoding', 'must be gzip, or left out')
  try {
    return gunzipSync(bytes, { maxOutputLength: limit })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw errors.tooLarge()
    throw errors.invalid({ body: [{ code: null, message: 'must be gzip, as Content-Encoding says' }] })
  }
}

/** A body by its operation's schema; it may be left out if nothing in it is required. @throws HttpError, InvalidInputError */
function readInput({ body: schema, isForm }: Operation, text: string): unknown {
  if (!schema || '$ref' in schema) return undefined
  if (isForm) return check(schema, Object.fromEntries(new URLSearchParams(text)))
  return check(schema, text === '' && schema.safeParse({}).success ? {} : readBody(text))
}

/** Parses a small JSON body. @throws HttpError 422 if it isn't JSON, or has a NUL character in a text */
function readBody(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw errors.invalid({ body: [{ code: null, message: 'must be JSON' }] })
  }
  // JSON can only have it escaped.
  if (text.includes('\\u0000')) refuseNulIn(body)
  return body
}

/** Bytes of an oversized body that are still read, so that the client gets to read its 413. */
const drainLimit = 64 * 1024 * 1024

/**
 * Reads and discards an oversized body, up to `drainLimit` bytes and the server's request timeout; false if it declares more.
 * A client that is cut off while sending sees a broken connection, assumes the service is down, and sends the same again.
 */
export function drain(request: IncomingMessage): boolean {
  if (Number(request.headers['content-length'] ?? 0) > drainLimit) return false
  let left = drainLimit
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
  return true
}

/**
 * Refuses a NUL character in a path or query. No id, name or number has one, PostgreSQL stores none and rejects a query with one;
 * so here is the one place that looks for it, with `refuseNulIn` for bodies.
 *
 * @param read the query parameters that the operation reads; others are ignored, whatever they are
 * @throws HttpError 404 for a path, which names nothing that exists; 422 for a query
 */
function refuseNul(params: Call['params'], query: Call['query'], read?: z.ZodObject): void {
  for (const value of Object.values(params)) if (value.includes(nul)) throw errors.notFound()
  for (const name of Object.keys(read?.shape ?? {})) if (hasNul(query[name])) throw refusal(name)
}

/** Refuses a NUL character in any text of a parsed body. @throws HttpError 422 that names the field, without what is below it */
function refuseNulIn(body: unknown): void {
  if (!hasNul(body)) return
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : []
  const [name = 'body'] = fields.find(([, value]) => hasNul(value)) ?? []
  throw refusal(name)
}

const nul = '\0'

/** Without recursion, because a body may be nested deeper than the stack. */
function hasNul(sent: unknown): boolean {
  const left = [sent]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string' && value.includes(nul)) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (name.includes(nul)) return true
      left.push(inner)
    }
  }
  return false
}

function refusal(name: string): HttpError {
  return errors.invalid({ [name.replaceAll(nul, '')]: [{ code: null, message: 'must not contain a NUL character' }] })
}
