// Room `merchants`: merchants, their keys, settings, offers and templates, and the engines that draw their receipts.
// `engines.ts` lends an engine, here or, for large receipts, in the thread `apart`.
// Besides the wiring, `people`, `delivery`, `receipts`, `operations`, `worker`, `acts`, `http` and `commands` may call it.

import { shownSenderName } from '../basics/addresses.ts'
import { createDatabaseCache } from '../database/cache.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { MerchantTable } from '../database/merchant-tables.ts'
import { type Appearance, type AppearanceContext, chosenFolder, keepAppearance, takeAppearance } from './appearances.ts'
import { type MerchantInput, type MerchantSettings, merchantSettings } from './merchant-settings.ts'

/** Whom receipts are from. */
export interface Merchant {
  id: string
  name: string
  active: boolean
  settings: MerchantSettings
  /** Grows with every change. */
  version: number
  /** The number of its uploaded templates that are published; without one, its settings say which templates it has. */
  publishedTemplates?: number
}

const merchants = createDatabaseCache<Merchant | undefined>(10_000, 1000)

/** A merchant, at most a second out of date. */
export function findMerchant(db: Database, id: string): Promise<Merchant | undefined> {
  return merchants.get(db, id, async () => {
    const row = await db.selectFrom('merchants').selectAll().where('id', '=', id).executeTakeFirst()
    return row && merchantOf(row)
  })
}

/** All merchants, by id. */
export async function listMerchants(db: Database): Promise<Merchant[]> {
  return (await db.selectFrom('merchants').selectAll().orderBy('id').execute()).map(merchantOf)
}

/** What is saved of a merchant was checked with other templates than it has by now. Check again. */
export class ChangedMeanwhileError extends Error {}

/** What was found to work. */
interface CheckedAppearance {
  appearance: Appearance
  /** The published templates that it has. */
  publishedTemplates: number | undefined
}

/**
 * Creates or replaces a merchant, and stores the appearance of its receipts from now on. Its published templates stay. `input` is already validated.
 *
 * @param checked what was found to work; default: made now, unchecked
 * @throws CounterfoilError if its template folder can't be read, ChangedMeanwhileError if other templates were published since the check
 */
export async function saveMerchant(
  context: AppearanceContext,
  id: string,
  { name, active = true, settings = {} }: MerchantInput,
  checked?: CheckedAppearance,
): Promise<Merchant> {
  const { db } = context
  const publishedTemplates = checked ? checked.publishedTemplates : (await readMerchant(db, id))?.publishedTemplates
  const appearance =
    checked?.appearance ?? takeAppearance(settings, await chosenFolder(context, { id, settings, publishedTemplates }))
  const values = { name, active: active ? 1 : 0, settings: JSON.stringify(settings) }
  const saved = await withAppearance(context, id, appearance, transaction =>
    transaction
      .insertInto('merchants')
      .values({ id, ...values, version: 1, published_templates: null })
      .onConflict(conflict =>
        conflict
          .column('id')
          .doUpdateSet(({ ref, eb }) => ({ ...values, version: eb(ref('merchants.version'), '+', 1) }))
          .where(({ eb, ref, fn, val }) =>
            eb(fn.coalesce(ref('merchants.published_templates'), val(0)), '=', publishedTemplates ?? 0),
          ),
      )
      .returningAll()
      .executeTakeFirst(),
  )
  if (saved) return saved
  if (checked) throw new ChangedMeanwhileError()
  return saveMerchant(context, id, { name, active, settings })
}

/**
 * Has a merchant's new receipts drawn with other templates, or with those that its settings name.
 *
 * @param before the merchant as `checked` found it
 * @throws ChangedMeanwhileError if it was saved since
 */
export async function saveTemplates(
  context: AppearanceContext,
  { id, version }: Pick<Merchant, 'id' | 'version'>,
  { appearance, publishedTemplates }: CheckedAppearance,
): Promise<Merchant> {
  const saved = await withAppearance(context, id, appearance, async transaction => {
    const row = await transaction
      .updateTable('merchants')
      .set({ published_templates: publishedTemplates ?? null, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst()
    if (row && publishedTemplates !== undefined)
      await transaction
        .updateTable('template_versions')
        .set({ published_at: context.now() })
        .where('merchant_id', '=', id)
        .where('number', '=', publishedTemplates)
        .execute()
    return row
  })
  if (!saved) throw new ChangedMeanwhileError()
  return saved
}

/** Writes a merchant's row, and with it the appearance of that version. */
async function withAppearance(
  { db, now }: AppearanceContext,
  id: string,
  appearance: Appearance,
  write: (transaction: Transaction) => Promise<MerchantTable | undefined>,
): Promise<Merchant | undefined> {
  const row = await db.transaction().execute(async transaction => {
    const saved = await write(transaction)
    if (saved) await keepAppearance(transaction, saved, appearance, now())
    return saved
  })
  merchants.forget(db, id)
  return row && merchantOf(row)
}

function merchantOf({ id, name, active, settings, version, published_templates: published }: MerchantTable): Merchant {
  return {
    ...{ id, name, active: active === 1, settings: merchantSettings.parse(JSON.parse(settings)), version },
    ...(published !== null && { publishedTemplates: published }),
  }
}

/** A merchant, not out of date. */
export function readMerchant(db: Database, id: string): Promise<Merchant | undefined> {
  merchants.forget(db, id)
  return findMerchant(db, id)
}

/** Whether the merchant only tries the service: nothing of it may reach customers. */
export function isTest({ settings }: Pick<Merchant, 'settings'>): boolean {
  return settings.mode === 'test'
}

/** Whether a merchant's mails may go to an address: for a live merchant to all, for one in test mode to those it lists. */
export function mayMail({ settings }: Pick<Merchant, 'settings'>, address: string): boolean {
  if (settings.mode !== 'test') return true
  const wanted = address.toLowerCase()
  const domain = wanted.slice(wanted.lastIndexOf('@'))
  return (settings.testAddresses ?? []).some(listed => [wanted, domain].includes(listed.toLowerCase()))
}

/** The sender of a merchant's mails. `mailFrom` is the default address. */
export function senderOf({ name, settings }: Merchant, mailFrom: string): { name: string; address: string } {
  return { name: shownSenderName(settings.sender?.name ?? name), address: settings.sender?.address ?? mailFrom }
}

/** The domain of a merchant's Message-IDs, from the sender's address. */
export function mailDomainOf(merchant: Merchant, mailFrom: string): string {
  return senderOf(merchant, mailFrom).address.split('@').at(-1) ?? 'localhost'
}
