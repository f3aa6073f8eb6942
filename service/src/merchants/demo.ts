import { newId, newSecret } from '../basics/ids.ts'
import type { ApiKeys } from './api-keys.ts'
import type { Merchants } from './merchants.ts'

/** The first merchant of a new embedded database. */
export const demoMerchant = 'demo'

interface Holders {
  merchants: Merchants
  apiKeys: ApiKeys
}

/**
 * Creates the demo merchant: with a key if one is given, or without one on an empty trial database.
 *
 * @param given the credentials to use, `id:secret`
 * @param isTrial whether this service sends no mail and shares no database
 */
export async function prepareDemo(
  { merchants, apiKeys }: Holders,
  { given, isTrial }: { given: string | undefined; isTrial: boolean },
): Promise<void> {
  if (given === undefined && !(isTrial && (await merchants.list()).length === 0)) return
  if (!(await merchants.find(demoMerchant))) await merchants.save(demoMerchant, { name: 'Demo Shop' })
  if (given !== undefined) await put(apiKeys, given)
}

/** Whether there is a demo merchant that never had a key. */
export async function lacksDemoKey({ merchants, apiKeys }: Holders): Promise<boolean> {
  return (await merchants.find(demoMerchant)) !== undefined && (await apiKeys.list(demoMerchant)).length === 0
}

/** Creates the demo merchant's first key and returns its credentials, `id:secret`. Show them to a person; never log them. */
export async function makeDemoKey(apiKeys: ApiKeys): Promise<string> {
  const credentials = `demo-${newId().slice(0, 8)}:${newSecret()}`
  await put(apiKeys, credentials)
  return credentials
}

async function put(apiKeys: ApiKeys, credentials: string): Promise<void> {
  const colon = credentials.indexOf(':')
  await apiKeys.put(demoMerchant, credentials.slice(0, colon), credentials.slice(colon + 1), 'demo')
}
