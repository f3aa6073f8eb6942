import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { hasHash, sha256 } from '../basics/ids.ts'
import type { Reach } from '../basics/reach.ts'
import { type ApiKey, authenticateKey, type KeyRefused } from '../merchants/api-keys.ts'
import { keyScopes } from '../merchants/key-scopes.ts'
import { findMerchant, type Merchant } from '../merchants/merchants.ts'
import { type AdminScope, findAdminToken } from '../people/admin-tokens.ts'
import type { AuditContext } from '../people/audit.ts'
import { allows } from '../people/roles.ts'
import { findSession, type Session } from '../people/sessions.ts'
import { fromThisMachine } from './connections.ts'
import { isFromElsewhere, readCookie } from './cookies.ts'
import { errors, HttpError } from './errors.ts'
import type { Operation } from './operation.ts'

/** Rejected credentials that get a 401 or 403, per minute and client address; the next get a 429. Good ones from there are admitted. */
export const rejectionsAMinute = 100

/** What admission and operations read from a request, and what admission records on it. */
export interface ApiRequest {
  raw: IncomingMessage
  headers: IncomingHttpHeaders
  method: string
  url: string
  params: unknown
  query: unknown
  body: unknown
  ip: string
  authenticated: Authenticated | null
  /** The admin token's name. */
  actor: string | null
  signedIn: SignedIn | null
}

/** Someone signed in to the console of an active merchant. */
export interface SignedIn {
  session: Session
  merchant: Merchant
  reach: Reach
}

/** Counts one more and tells whether that is still allowed. */
type Limit<Request> = (
  request: Request,
) => Promise<{ isAllowed: true } | { isAllowed: false; isExceeded: boolean; ttlInSeconds: number }>

/** What credentials are checked with. */
export interface CredentialContext extends AuditContext {
  adminToken: string | undefined
  /** Who may read `/metrics` besides this machine: all, or who has the token. */
  metricsFor: { all: boolean; token: string | undefined }
  /** Whether browsers reach the service over TLS. */
  secure: boolean
}

interface AdmissionOptions<Request> extends CredentialContext {
  /** Told of each refused request with a key. */
  keyRefused: KeyRefused
  /** Counts rejected credentials by address. */
  rejections: Limit<Request>
  /** Counts requests by key. */
  requests: Limit<Request>
}

/** Admits or refuses requests before their body is read: credentials, limits, capacity. */
export function createAdmission<Request extends ApiRequest>(options: AdmissionOptions<Request>) {
  return async (operation: Operation, request: Request): Promise<void> => {
    const { security, scope = 'read', admit } = operation
    if (security === 'none' || security === 'signed') return
    if (security === 'loopback') {
      if (!fromThisMachine(request.raw)) throw errors.notFound()
      return
    }
    if (security === 'metrics') {
      if (mayReadMetrics(request, options.metricsFor)) return
      if (request.headers.authorization !== undefined) await count(options.rejections, request)
      throw errors.notFound()
    }
    if (security === 'session') {
      request.signedIn = await admitSession(operation, request, options)
      await count(options.requests, request)
      admit?.(request.signedIn.merchant.id)
      return
    }
    const { authorization } = request.headers
    try {
      if (security === 'admin') {
        request.actor = await authenticateAdmin(authorization, scope, options)
        return
      }
      const inPath = security === 'merchant' ? (request.params as { merchantId?: string }).merchantId : undefined
      request.authenticated = await authenticate(authorization, inPath, options)
    } catch (error) {
      // A failed lookup isn't a rejection.
      if (error instanceof HttpError) await count(options.rejections, request)
      throw error
    }
    const { key, merchant } = request.authenticated
    await count(options.requests, request, () => options.keyRefused(key.id, 'limit'))
    try {
      refuseKey(operation, key)
    } catch (error) {
      options.keyRefused(key.id, 'scope')
      throw error
    }
    admit?.(merchant.id)
  }
}

/**
 * Admits someone signed in. A request with an `Authorization` header is another client's, which no cookie speaks for.
 *
 * @throws HttpError 401 without a session, 403 from another site's page, without the role, or if it is about stores out of reach
 */
async function admitSession(
  operation: Operation,
  request: ApiRequest,
  { db, now, secure }: CredentialContext,
): Promise<SignedIn> {
  if (isFromElsewhere(request)) throw errors.unauthorized()
  const secret = request.headers.authorization === undefined ? readCookie(request.headers, secure) : undefined
  const session = secret === undefined ? undefined : await findSession(db, secret, now())
  const merchant = session && (await findMerchant(db, session.merchantId))
  if (!session || !merchant?.active) throw errors.signedOut()
  refusePerson(operation, session)
  return { session, merchant, reach: reachOf(session) }
}

function mayReadMetrics({ raw, headers }: ApiRequest, { all, token }: CredentialContext['metricsFor']): boolean {
  if (all || fromThisMachine(raw)) return true
  const sent = bearerIn(headers.authorization)
  return token !== undefined && sent !== undefined && hasHash(sent, sha256(token))
}

/** Counts a request. @param exceeded called if there were too many @throws HttpError 429 if there were */
export async function count<Request>(limit: Limit<Request>, request: Request, exceeded = () => {}): Promise<void> {
  const found = await limit(request)
  if (found.isAllowed || !found.isExceeded) return
  exceeded()
  throw errors.tooManyRequests(found.ttlInSeconds)
}

/** Who sent a request: a till's key and its merchant, which is active. */
export interface Authenticated {
  key: ApiKey
  merchant: Merchant
  /** How far the key sees. */
  reach: Reach
}

/**
 * Checks HTTP Basic credentials, `keyId:secret` (RFC 7617), and that they belong to the merchant in the path.
 *
 * @param inPath the merchant in the path, if any
 * @throws HttpError 401 for invalid credentials, 403 for another or an inactive merchant
 */
async function authenticate(
  authorization: string | undefined,
  inPath: string | undefined,
  { db, now, keyRefused }: CredentialContext & { keyRefused: KeyRefused },
): Promise<Authenticated> {
  const credentials = readBasic(authorization)
  const key = credentials && (await authenticateKey(db, credentials, now(), keyRefused))
  if (!key) throw errors.authenticationFailed()
  const merchant = await findMerchant(db, key.merchantId)
  if (!merchant?.active || (inPath !== undefined && inPath !== merchant.id)) {
    keyRefused(key.id, 'merchant')
    throw errors.unauthorized()
  }
  return { key, merchant, reach: reachOf(key) }
}

/** The credentials in `Authorization: Basic …` (RFC 7617). */
function readBasic(authorization: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]{1,1000})$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  // No key id contains a NUL, and PostgreSQL rejects one in a query.
  if (text.includes('\0')) return undefined
  const colon = text.indexOf(':')
  return colon < 1 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) }
}

/** The actor in the audit trail for the token in `ADMIN_TOKEN`, which may do everything. */
const rootActor = 'ADMIN_TOKEN'

/**
 * Checks an administrator's token (`Authorization: Bearer …`, RFC 6750): the one in `ADMIN_TOKEN`, or a named one.
 *
 * @returns the token's name
 * @throws HttpError 401 for an unknown token, 403 for one without the scope
 */
async function authenticateAdmin(
  authorization: string | undefined,
  scope: AdminScope,
  { db, adminToken }: CredentialContext,
): Promise<string> {
  const secret = bearerIn(authorization)
  if (secret === undefined) throw errors.authenticationFailed()
  if (adminToken !== undefined && hasHash(secret, sha256(adminToken))) return rootActor
  const token = await findAdminToken(db, secret)
  if (!token) throw errors.authenticationFailed()
  if (!token.scopes.includes(scope)) throw errors.unauthorized()
  return token.name
}

/** The token in `Authorization: Bearer …` (RFC 6750). */
function bearerIn(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S{1,500})$/i.exec(authorization ?? '')?.[1]
}

type Asked = Pick<Operation, 'keyScope' | 'role' | 'stores'>

/** How far a key or a person sees of their merchant. */
function reachOf({ merchantId, stores }: Pick<ApiKey | Session, 'merchantId' | 'stores'>): Reach {
  return { merchantId, stores }
}

/**
 * Refuses a key that isn't for an operation. With `refusePerson` the one place that decides it: an operation that says nothing of scopes or
 * stores is for keys that have all.
 *
 * @throws HttpError 403
 */
function refuseKey({ keyScope, stores }: Asked, key: ApiKey): void {
  const missing = (keyScope === undefined ? keyScopes : [keyScope]).find(scope => !key.scopes.includes(scope))
  if (missing !== undefined) throw errors.outOfScope(missing)
  if (key.stores !== null && stores !== 'some') throw errors.wholeOnly()
}

/** Refuses somebody signed in. @throws HttpError 403 */
function refusePerson({ role = 'view', stores }: Asked, session: Session): void {
  if (!allows(session.role, role)) throw errors.unauthorized()
  if (session.stores !== null && stores !== 'some') throw errors.wholeOnly()
}
