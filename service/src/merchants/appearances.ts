import type { Database, Transaction } from '../database/database.ts'
import type { ReceiptTable } from '../database/tables.ts'
import { TtlCache } from '../ttl-cache.ts'
import { type Appearance, type AppearanceContent, takeAppearance } from './appearance.ts'
import type { MerchantSettings } from './merchant-settings.ts'

/** A merchant's settings at some time. */
export interface MerchantVersion {
  id: string
  version: number
  settings: MerchantSettings
}

export interface Appearances {
  /** What receipts look like by these settings, nothing kept yet. @throws CounterfoilError when the template folder cannot be read */
  take(settings: MerchantSettings): Appearance
  /** Keeps what a merchant's version looks like, in the transaction that saves it. The first who does it is right. */
  keep(
    transaction: Transaction,
    merchant: Pick<MerchantVersion, 'id' | 'version'>,
    appearance: Appearance,
  ): Promise<void>
  /** The hash of a version's appearance, which is taken now where the version was saved before appearances were kept. */
  ofMerchant(merchant: MerchantVersion): Promise<string>
  /** The hash of the appearance a receipt was accepted with; undefined when it was accepted before they were kept. */
  ofReceipt(receipt: Pick<ReceiptTable, 'merchant_id' | 'merchant_version'>): Promise<string | undefined>
  /** What an appearance is made of. @throws when there is none of that hash */
  content(hash: string): Promise<AppearanceContent>
}

/** How long a process need not look up again what never changes, milliseconds. */
const freshness = 3_600_000

/** The appearances of a database: each content once, whichever merchants, versions and receipts have it. */
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
    // The update holds the row, so that nobody forgets it before the version below refers to it.
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
      // Another process may have been first.
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
