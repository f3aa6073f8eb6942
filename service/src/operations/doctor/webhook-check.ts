import type { DatabaseInspection } from '../../database/inspect.ts'
import { inspectEndpoints } from '../../delivery/webhooks/endpoints.ts'
import { openSecretSeal } from '../../delivery/webhooks/secrets.ts'
import type { Merchant } from '../../merchants/merchants.ts'
import type { Config } from '../../settings/config.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/** Whether merchants' own systems can be told what happens. */
export async function checkWebhooks(
  { webhookKeys }: Pick<Config, 'webhookKeys'>,
  look: Promise<DatabaseInspection>,
  merchants: readonly Merchant[],
): Promise<Found> {
  const { db, tables } = await look.catch(() => ({ db: undefined, tables: 'none' as const }))
  if (!db || tables !== 'current') return ok('Not asked without tables that are up to date.')
  const { total, failing, off, unreadable, clear, merchantIds } = await inspectEndpoints(
    db,
    openSecretSeal(webhookKeys),
  )
  if (total === 0) return ok('No merchant has one.')
  if (unreadable > 0)
    return fail(
      `${unreadable} of ${total} can't be signed: their secrets are sealed with a key that isn't in WEBHOOK_KEY.`,
      'Add that key behind the first, or have their merchants replace the secrets.',
    )
  if (off + failing > 0)
    return warn(
      `${failing} of ${total} fail now, and ${off} were turned off because they did.`,
      'Their merchants see the answers in the console, under Settings, Webhooks.',
    )
  const silent = merchants.filter(({ id, settings }) => merchantIds.includes(id) && settings.contactEmail === undefined)
  if (silent.length > 0)
    return warn(
      `${total}, all well. ${silent.length} of their merchants would not be told by mail if one is turned off.`,
      'Set contactEmail in their settings.',
    )
  if (clear > 0)
    return warn(
      `${total}, all well. The secrets of ${clear} are clear text in the database.`,
      'Set WEBHOOK_KEY, and replace the secrets.',
    )
  return ok(`${total}, all well.`)
}
