import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AdminTokens } from '../administration/admin-tokens.ts'
import type { ApiKeys } from '../merchants/api-keys.ts'
import type { Merchants } from '../merchants/merchants.ts'
import { type Authenticated, authenticate, authenticateAdmin } from './authentication.ts'
import { errors, HttpError } from './errors/error-response.ts'
import { fromThisMachine } from './loopback.ts'
import type { Operation } from './operation.ts'

/** Rejected credentials allowed per minute per client address; after that it gets a 429. */
export const rejectionsAMinute = 100

/** What admission reads from a request and records on it. */
export interface AdmissionRequest {
  raw: IncomingMessage
  headers: IncomingHttpHeaders
  params: unknown
  authenticated: Authenticated | null
  /** The admin token's name. */
  actor: string | null
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
  /** Counts rejected credentials by address. */
  rejections: Limit<Request>
  /** Counts requests by key. */
  requests: Limit<Request>
}

/** Admits or refuses requests before their body is read: credentials, limits, capacity. */
export function createAdmission<Request extends AdmissionRequest>(options: AdmissionOptions<Request>) {
  return async ({ security, scope = 'read', admit }: Operation, request: Request): Promise<void> => {
    if (security === 'none') return
    if (security === 'loopback') {
      if (!fromThisMachine(request.raw)) throw errors.notFound()
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
    await count(options.requests, request)
    admit?.(request.authenticated.merchant.id)
  }
}

async function count<Request>(limit: Limit<Request>, request: Request): Promise<void> {
  const found = await limit(request)
  if (!found.isAllowed && found.isExceeded) throw errors.tooManyRequests(found.ttlInSeconds)
}
