import { shownSenderName } from '../basics/addresses.ts'
import { createDatabaseCache } from '../database/cache.ts'
import type { Database } from '../database/database.ts'
import type { MerchantTable } from '../database/merchant-tables.ts'
import { type Appearance, type AppearanceContext, keepAppearance, takeAppearance } from './appearances.ts'
import { type MerchantInput, type MerchantSettings, merchantSettings } from './merchant-settings.ts'

/** Whom receipts are from. */
export interface Merchant {
  id: string
  name: string
  active: boolean
  settings: MerchantSettings
  /** Grows with every change. */
  version: number
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

/**
 * Creates or replaces a merchant, and stores the appearance of its receipts from now on. `input` is already validated.
 *
 * @param checked the appearance that was found to work; default: made now, unchecked
 * @throws CounterfoilError if its template folder can't be read
 */
export async function saveMerchant(
  { db, now, templatesDir }: AppearanceContext,
  id: string,
  { name, active = true, settings = {} }: MerchantInput,
  checked?: Appearance,
): Promise<Merchant> {
  const values = { name, active: active ? 1 : 0, settings: JSON.stringify(settings) }
  const appearance = checked ?? takeAppearance(settings, templatesDir)
  const row = await db.transaction().execute(async transaction => {
    const saved = await transaction
      .insertInto('merchants')
      .values({ id, ...values, version: 1 })
      .onConflict(conflict =>
        conflict
          .column('id')
          .doUpdateSet(({ ref, eb }) => ({ ...values, version: eb(ref('merchants.version'), '+', 1) })),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    await keepAppearance(transaction, saved, appearance, now())
    return saved
  })
  merchants.forget(db, id)
  return merchantOf(row)
}

function merchantOf({ id, name, active, settings, version }: MerchantTable): Merchant {
  return { id, name, active: active === 1, settings: merchantSettings.parse(JSON.parse(settings)), version }
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
