import { newId, newSecret } from '../basics/ids.ts'
import type { Database } from '../database/database.ts'
import { listKeys, putKey } from './api-keys.ts'
import type { AppearanceContext } from './appearances.ts'
import { findMerchant, listMerchants, saveMerchant } from './merchants.ts'

/** The first merchant of a new embedded database. */
export const demoMerchant = 'demo'

/**
 * Creates the demo merchant: with a key if one is given, or without one on an empty trial database.
 *
 * @param given the credentials to use, `id:secret`
 * @param isTrial whether this service sends no mail and shares no database
 */
export async function prepareDemo(
  context: AppearanceContext,
  { given, isTrial }: { given: string | undefined; isTrial: boolean },
): Promise<void> {
  const { db } = context
  if (given === undefined && !(isTrial && (await listMerchants(db)).length === 0)) return
  if (!(await findMerchant(db, demoMerchant))) await saveMerchant(context, demoMerchant, { name: 'Demo Shop' })
  if (given !== undefined) await putDemoKey(context, given)
}

/** Whether there is a demo merchant that never had a key. */
export async function lacksDemoKey(db: Database): Promise<boolean> {
  return (await findMerchant(db, demoMerchant)) !== undefined && (await listKeys(db, demoMerchant)).length === 0
}

/** Creates the demo merchant's first key and returns its credentials, `id:secret`. Show them to a person; never log them. */
export async function makeDemoKey(context: Pick<AppearanceContext, 'db' | 'now'>): Promise<string> {
  const credentials = `demo-${newId().slice(0, 8)}:${newSecret()}`
  await putDemoKey(context, credentials)
  return credentials
}

async function putDemoKey({ db, now }: Pick<AppearanceContext, 'db' | 'now'>, credentials: string): Promise<void> {
  const colon = credentials.indexOf(':')
  const [id, secret] = [credentials.slice(0, colon), credentials.slice(colon + 1)]
  await putKey(db, { id, merchantId: demoMerchant, label: 'demo', secret }, now())
}
