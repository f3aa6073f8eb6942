import { newId, newSecret } from '../ids.ts'
import type { ApiKeys } from './api-keys.ts'
import type { Merchants } from './merchants.ts'

/** The merchant a new embedded database begins with. */
export const demoMerchant = 'demo'

interface Holders {
  merchants: Merchants
  apiKeys: ApiKeys
}

/**
 * Makes the demo merchant: with its key where that was given, and without one on an empty database to try things on.
 *
 * @param given the credentials to use, `id:secret`
 * @param toTry whether this is a service that sends no mail and shares no database
 */
export async function prepareDemo(
  { merchants, apiKeys }: Holders,
  { given, toTry }: { given: string | undefined; toTry: boolean },
): Promise<void> {
  if (given === undefined && !(toTry && (await merchants.list()).length === 0)) return
  if (!(await merchants.find(demoMerchant))) await merchants.save(demoMerchant, { name: 'Demo Shop' })
  if (given !== undefined) await put(apiKeys, given)
}

/** Whether there is a demo merchant that never had a key. */
export async function lacksDemoKey({ merchants, apiKeys }: Holders): Promise<boolean> {
  return (await merchants.find(demoMerchant)) !== undefined && (await apiKeys.list(demoMerchant)).length === 0
}

/** Makes the first key of the demo merchant. Gives its credentials, `id:secret`: they are for a person's eyes, never for a log. */
export async function makeDemoKey(apiKeys: ApiKeys): Promise<string> {
  const credentials = `demo-${newId().slice(0, 8)}:${newSecret()}`
  await put(apiKeys, credentials)
  return credentials
}

async function put(apiKeys: ApiKeys, credentials: string): Promise<void> {
  const colon = credentials.indexOf(':')
  await apiKeys.put(demoMerchant, credentials.slice(0, colon), credentials.slice(colon + 1), 'demo')
}
