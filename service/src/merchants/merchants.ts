import { TtlCache } from '../basics/ttl-cache.ts'
import type { Database } from '../database/database.ts'
import type { MerchantTable } from '../database/merchant-tables.ts'
import type { Appearances } from './appearances.ts'
import { type MerchantInput, type MerchantSettings, merchantSettings } from './merchant-settings.ts'

export interface Merchant {
  id: string
  name: string
  active: boolean
  settings: MerchantSettings
  /** Grows with every change. */
  version: number
}

export interface Merchants {
  /** A merchant, at most a second out of date. */
  find(id: string): Promise<Merchant | undefined>
  list(): Promise<Merchant[]>
  /**
   * Creates or replaces a merchant, and stores the appearance of its receipts from now on. `input` is already validated.
   *
   * @throws CounterfoilError if its template folder can't be read
   */
  save(id: string, input: MerchantInput): Promise<Merchant>
}

/** How long a process may miss another's changes, milliseconds. */
const freshness = 1000

/** The merchants in a database, each looked up at most once a second. */
export function createMerchants(db: Database, appearances: Appearances, now: () => number): Merchants {
  const cache = new TtlCache<Merchant | null>(10_000, now)

  return {
    async find(id) {
      const known = cache.get(id)
      if (known !== undefined) return known ?? undefined
      const row = await db.selectFrom('merchants').selectAll().where('id', '=', id).executeTakeFirst()
      const merchant = row ? merchantOf(row) : null
      cache.set(id, merchant, freshness)
      return merchant ?? undefined
    },

    async list() {
      return (await db.selectFrom('merchants').selectAll().orderBy('id').execute()).map(merchantOf)
    },

    async save(id, { name, active = true, settings = {} }) {
      const values = { name, active: active ? 1 : 0, settings: JSON.stringify(settings) }
      const appearance = appearances.take(settings)
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
        await appearances.keep(transaction, saved, appearance)
        return saved
      })
      cache.delete(id)
      return merchantOf(row)
    },
  }
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
