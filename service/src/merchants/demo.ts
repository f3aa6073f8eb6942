import { newId, newSecret } from '../ids.ts'
import type { ApiKeys } from './api-keys.ts'
import type { Merchants } from './merchants.ts'

/** The merchant a new database begins with. */
export const demoMerchant = 'demo'

/**
 * Makes the demo merchant, where there is no merchant at all or its key was given, and a key for it.
 * Gives its credentials as `id:secret` when they are new or given; undefined when they were shown at an earlier start.
 *
 * @param given the credentials to use, `id:secret`
 */
export async function prepareDemo(
  merchants: Merchants,
  apiKeys: ApiKeys,
  given: string | undefined,
): Promise<string | undefined> {
  const known = await merchants.find(demoMerchant)
  if (!given && (known || (await merchants.list()).length > 0)) return undefined
  const credentials = given ?? `demo-${newId().slice(0, 8)}:${newSecret()}`
  if (!known) await merchants.save(demoMerchant, { name: 'Demo Shop' })
  const colon = credentials.indexOf(':')
  await apiKeys.put(demoMerchant, credentials.slice(0, colon), credentials.slice(colon + 1), 'demo')
  return credentials
}
