import { hasHash, sha256 } from '../basics/ids.ts'
import type { ApiKey, ApiKeys } from '../merchants/api-keys.ts'
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
  { apiKeys, merchants }: { apiKeys: ApiKeys; merchants: Merchants },
): Promise<Authenticated> {
  const credentials = readBasic(authorization)
  const key = credentials && (await apiKeys.authenticate(credentials.id, credentials.secret))
  if (!key) throw errors.authenticationFailed()
  const merchant = await merchants.find(key.merchantId)
  if (!merchant?.active || (inPath !== undefined && inPath !== merchant.id)) throw errors.unauthorized()
  return { key, merchant }
}

/** Checks the administrator's token (`Authorization: Bearer …`, RFC 6750). @throws HttpError 401 */
export function authenticateAdmin(authorization: string | undefined, adminToken: string): void {
  const token = /^Bearer +(\S{1,500})$/i.exec(authorization ?? '')?.[1]
  if (token === undefined || !hasHash(token, sha256(adminToken))) throw errors.authenticationFailed()
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
