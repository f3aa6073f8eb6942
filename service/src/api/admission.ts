import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AdminTokens } from '../administration/admin-tokens.ts'
import { allows } from '../console/roles.ts'
import type { Session, Sessions } from '../console/sessions.ts'
import type { ApiKeys, KeyRefused } from '../merchants/api-keys.ts'
import type { Merchant, Merchants } from '../merchants/merchants.ts'
import { type Authenticated, authenticate, authenticateAdmin } from './authentication.ts'
import { errors, HttpError } from './errors/error-response.ts'
import { fromThisMachine } from './loopback.ts'
import type { Operation } from './operation.ts'
import { isFromElsewhere, readCookie } from './session-cookie.ts'

/** Rejected credentials that get a 401 or 403, per minute and client address; the next get a 429. Good ones from there are admitted. */
export const rejectionsAMinute = 100

/** What admission reads from a request and records on it. */
export interface AdmissionRequest {
  raw: IncomingMessage
  headers: IncomingHttpHeaders
  method: string
  params: unknown
  authenticated: Authenticated | null
  /** The admin token's name. */
  actor: string | null
  signedIn: SignedIn | null
}

/** Someone signed in to the console of an active merchant. */
export interface SignedIn {
  session: Session
  merchant: Merchant
}

/** Counts one more and tells whether that is still allowed. */
type Limit<Request> = (
  request: Request,
) => Promise<{ isAllowed: true } | { isAllowed: false; isExceeded: boolean; ttlInSeconds: number }>

export interface AdmissionOptions<Request> {
  apiKeys: ApiKeys
  merchants: Merchants
  adminToken: string | undefined
  adminTokens: AdminTokens
  sessions: Pick<Sessions, 'find'>
  /** Whether browsers reach the service over TLS. */
  secure: boolean
  /** Told of each refused request with a key. */
  keyRefused: KeyRefused
  /** Counts rejected credentials by address. */
  rejections: Limit<Request>
  /** Counts requests by key. */
  requests: Limit<Request>
}

/** Admits or refuses requests before their body is read: credentials, limits, capacity. */
export function createAdmission<Request extends AdmissionRequest>(options: AdmissionOptions<Request>) {
  return async (operation: Operation, request: Request): Promise<void> => {
    const { security, scope = 'read', admit } = operation
    if (security === 'none') return
    if (security === 'loopback') {
      if (!fromThisMachine(request.raw)) throw errors.notFound()
      return
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
    admit?.(merchant.id)
  }
}

/**
 * Admits someone signed in. A request with an `Authorization` header is another client's, which no cookie speaks for.
 *
 * @throws HttpError 401 without a session, 403 from another site's page or without the role
 */
async function admitSession(
  { role = 'view' }: Operation,
  request: AdmissionRequest,
  { sessions, merchants, secure }: Pick<AdmissionOptions<AdmissionRequest>, 'sessions' | 'merchants' | 'secure'>,
): Promise<SignedIn> {
  if (isFromElsewhere(request)) throw errors.unauthorized()
  const secret = request.headers.authorization === undefined ? readCookie(request.headers, secure) : undefined
  const session = secret === undefined ? undefined : await sessions.find(secret)
  const merchant = session && (await merchants.find(session.merchantId))
  if (!session || !merchant?.active) throw errors.signedOut()
  if (!allows(session.role, role)) throw errors.unauthorized()
  return { session, merchant }
}

async function count<Request>(limit: Limit<Request>, request: Request, exceeded = () => {}): Promise<void> {
  const found = await limit(request)
  if (found.isAllowed || !found.isExceeded) return
  exceeded()
  throw errors.tooManyRequests(found.ttlInSeconds)
}
