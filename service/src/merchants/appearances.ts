import { TtlCache } from '../basics/ttl-cache.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { ReceiptTable } from '../database/tables.ts'
import { type Appearance, type AppearanceContent, takeAppearance } from './appearance.ts'
import type { MerchantSettings } from './merchant-settings.ts'

export interface MerchantVersion {
  id: string
  version: number
  settings: MerchantSettings
}

export interface Appearances {
  /** Makes an appearance without storing it. @throws CounterfoilError if the template folder can't be read */
  take(settings: MerchantSettings): Appearance
  /** Stores the appearance of a merchant's version, in the transaction that saves it. The first one stored stays. */
  keep(
    transaction: Transaction,
    merchant: Pick<MerchantVersion, 'id' | 'version'>,
    appearance: Appearance,
  ): Promise<void>
  /** The hash of a version's appearance, made now if the version was saved before appearances were stored. */
  ofMerchant(merchant: MerchantVersion): Promise<string>
  /** The hash of the appearance a receipt was accepted with; undefined if that was before appearances were stored. */
  ofReceipt(receipt: Pick<ReceiptTable, 'merchant_id' | 'merchant_version'>): Promise<string | undefined>
  /** An appearance's content. @throws if the hash is unknown */
  content(hash: string): Promise<AppearanceContent>
}

/** How long to cache what never changes, milliseconds. */
const freshness = 3_600_000

/** The appearances in a database. Equal ones are stored once. */
export function createAppearances(db: Database, templatesDir: string, now: () => number): Appearances {
  const hashes = new TtlCache<string>(10_000, now)

  async function find(merchantId: string, version: number): Promise<string | undefined> {
    const key = `${version} ${merchantId}`
    const known = hashes.get(key)
    if (known !== undefined) return known
    const row = await db
      .selectFrom('merchant_versions')
      .select('appearance')
      .where('merchant_id', '=', merchantId)
      .where('version', '=', version)
      .executeTakeFirst()
    if (row) hashes.set(key, row.appearance, freshness)
    return row?.appearance
  }

  async function keep(
    transaction: Transaction,
    { id, version }: Pick<MerchantVersion, 'id' | 'version'>,
    { hash, content }: Appearance,
  ): Promise<void> {
    const at = now()
    // The update locks the row, so that it can't be deleted before the version below refers to it.
    await transaction
      .insertInto('appearances')
      .values({ hash, content, kept_at: at })
      .onConflict(conflict => conflict.column('hash').doUpdateSet({ kept_at: at }))
      .execute()
    await transaction
      .insertInto('merchant_versions')
      .values({ merchant_id: id, version, appearance: hash, saved_at: at })
      .onConflict(conflict => conflict.columns(['merchant_id', 'version']).doNothing())
      .execute()
  }

  return {
    take: settings => takeAppearance(settings, templatesDir),
    keep,

    async ofMerchant(merchant) {
      const { id, version, settings } = merchant
      const known = await find(id, version)
      if (known !== undefined) return known
      const taken = takeAppearance(settings, templatesDir)
      await db.transaction().execute(transaction => keep(transaction, merchant, taken))
      // Another process may have been faster.
      return (await find(id, version)) ?? taken.hash
    },

    ofReceipt: ({ merchant_id, merchant_version }) => find(merchant_id, merchant_version),

    async content(hash) {
      const { content } = await db
        .selectFrom('appearances')
        .select('content')
        .where('hash', '=', hash)
        .executeTakeFirstOrThrow()
      return JSON.parse(content) as AppearanceContent
    },
  }
}
