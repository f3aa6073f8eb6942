import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { signForKey } from '../../merchants/api-keys.ts'

/** What all of a merchant's tills are to do alike; a till's own settings win. */
export const tillSettings = z
  .strictObject({
    deadlineMs: z.number().int().min(500).max(60_000).optional().describe('How long a sale waits for the service.'),
    printer: z
      .strictObject({
        model: z.string().min(1).max(60).optional().describe('Such as `epson-tm-m30iii`; tills list theirs.'),
        width: z.literal([58, 80]).optional().describe('Paper, millimeters.'),
        language: z.enum(['esc-pos', 'star-prnt', 'star-line']).optional().describe('Default: the model’s.'),
        columns: z.literal([32, 35, 42, 44, 48]).optional().describe('Characters on a line.'),
      })
      .optional()
      .describe('The usual printer. Not its address, which is each till’s own.'),
    slip: z
      .strictObject({
        as: z.enum(['text', 'picture']).optional().describe('How receipts are printed; default: text where it can be.'),
      })
      .optional()
      .describe('Receipts on paper.'),
  })
  .meta({ id: 'TillSettings' })

/** Settings, checked. */
export type TillSettings = z.output<typeof tillSettings>

/** Settings, and when they were saved, milliseconds since 1970; 0 if they never were. */
export interface SavedTillSettings {
  settings: TillSettings
  savedAt: number
}

/** A merchant's settings for tills; none until some are saved. */
export async function readTillSettings(db: Database, merchantId: string): Promise<SavedTillSettings> {
  const row = await db
    .selectFrom('till_settings')
    .select(['settings', 'saved_at'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row ? { settings: JSON.parse(row.settings), savedAt: row.saved_at } : { settings: {}, savedAt: 0 }
}

/** Saves them. They are newer than those before, whatever the clock says: tills take nothing older. */
export async function saveTillSettings(
  db: Database,
  merchantId: string,
  settings: TillSettings,
  now: number,
): Promise<SavedTillSettings> {
  const { savedAt: before } = await readTillSettings(db, merchantId)
  const row = { settings: JSON.stringify(settings), saved_at: Math.max(now, before + 1) }
  await db
    .insertInto('till_settings')
    .values({ merchant_id: merchantId, ...row })
    .onConflict(conflict => conflict.column('merchant_id').doUpdateSet(row))
    .execute()
  return { settings, savedAt: row.saved_at }
}

/**
 * The settings as a till gets them: a JSON text, and its signature with the till's key, so that neither a cache nor whoever can write to
 * the till's disk can change them. Undefined if the key is gone.
 */
export async function signedTillSettings(
  db: Database,
  { merchantId, keyId }: { merchantId: string; keyId: string },
): Promise<{ body: string; signature: string } | undefined> {
  const { settings, savedAt } = await readTillSettings(db, merchantId)
  const body = JSON.stringify({ merchantId, savedAt: new Date(savedAt).toISOString(), settings })
  const signature = await signForKey(db, keyId, `${signedAs}\n${keyId}\n${body}`)
  return signature === undefined ? undefined : { body, signature: `v1,${signature}` }
}

/** What a signature is for: one of something else is none of settings. */
const signedAs = 'counterfoil-till-settings'
