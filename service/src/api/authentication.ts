import type { AdminScope, AdminTokens } from '../administration/admin-tokens.ts'
import { hasHash, sha256 } from '../basics/ids.ts'
import type { ApiKey, ApiKeys, KeyRefused } from '../merchants/api-keys.ts'
import type { Merchant, Merchants } from '../merchants/merchants.ts'
import { errors } from './errors/error-response.ts'

export interface Authenticated {
  key: ApiKey
  merchant: Merchant
}

/**
 * Checks HTTP Basic credentials, `keyId:secret` (RFC 7617), and that they belong to the merchant in the path.
 *
 * @param inPath the merchant in the path, if any
 * @throws HttpError 401 for invalid credentials, 403 for another or an inactive merchant
 */
export async function authenticate(
  authorization: string | undefined,
  inPath: string | undefined,
  { apiKeys, merchants, keyRefused }: { apiKeys: ApiKeys; merchants: Merchants; keyRefused: KeyRefused },
): Promise<Authenticated> {
  const credentials = readBasic(authorization)
  const key = credentials && (await apiKeys.authenticate(credentials.id, credentials.secret, keyRefused))
  if (!key) throw errors.authenticationFailed()
  const merchant = await merchants.find(key.merchantId)
  if (!merchant?.active || (inPath !== undefined && inPath !== merchant.id)) {
    keyRefused(key.id, 'merchant')
    throw errors.unauthorized()
  }
  return { key, merchant }
}

/** The actor in the audit trail for the token in `ADMIN_TOKEN`, which may do everything. */
export const rootActor = 'ADMIN_TOKEN'

/**
 * Checks an administrator's token (`Authorization: Bearer …`, RFC 6750): the one in `ADMIN_TOKEN`, or a named one.
 *
 * @returns the token's name
 * @throws HttpError 401 for an unknown token, 403 for one without the scope
 */
export async function authenticateAdmin(
  authorization: string | undefined,
  scope: AdminScope,
  { adminToken, adminTokens }: { adminToken: string | undefined; adminTokens: AdminTokens },
): Promise<string> {
  const secret = /^Bearer +(\S{1,500})$/i.exec(authorization ?? '')?.[1]
  if (secret === undefined) throw errors.authenticationFailed()
  if (adminToken !== undefined && hasHash(secret, sha256(adminToken))) return rootActor
  const token = await adminTokens.find(secret)
  if (!token) throw errors.authenticationFailed()
  if (!token.scopes.includes(scope)) throw errors.unauthorized()
  return token.name
}

function readBasic(authorization: string | undefined): { id: string; secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]{1,1000})$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  // No key id contains a NUL, and PostgreSQL rejects one in a query.
  if (text.includes('\0')) return undefined
  const colon = text.indexOf(':')
  return colon < 1 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) }
}
