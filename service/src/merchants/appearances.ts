import { join } from 'node:path'
import { readTemplateFolder, type TemplateFolder } from 'counterfoil'
import { sha256 } from '../basics/ids.ts'
import { TtlCache } from '../basics/ttl-cache.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { ReceiptTable } from '../database/tables.ts'
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

/** The settings that a document shows. */
const shown = ['brand', 'variant', 'giftText', 'paper', 'links', 'structuredData', 'pictures', 'gtin12'] as const

/**
 * A merchant's share of a document: what of its settings shows, and the content of its template folder. Without language, currency
 * and offers, which are stored with each receipt, and without the package's templates and wording, which belong to the engine.
 */
export interface AppearanceContent extends Pick<MerchantSettings, (typeof shown)[number]> {
  /** Whether documents are marked as tests. */
  test?: true
  folder?: {
    /** Path in the folder → text. */
    files: Record<string, string>
    /** The image named in `brand.json`, base64. */
    logo?: string
    /** The same for `logoDark`. */
    logoDark?: string
    /** The fonts named there, base64, by name. */
    paperFonts?: Record<string, string>
  }
}

interface Appearance {
  /** The content's SHA-256, hexadecimal. */
  hash: string
  /** JSON of AppearanceContent, identical for equal contents. */
  content: string
}

/**
 * Makes the appearance from these settings and the current state of their template folder.
 *
 * @throws CounterfoilError if the folder can't be read
 */
export function takeAppearance(settings: MerchantSettings, templatesDir: string): Appearance {
  const { templates } = settings
  const folder = templates === undefined ? undefined : contentOf(readTemplateFolder(join(templatesDir, templates)))
  const test = settings.mode === 'test' || undefined
  // Written out: without it, an appearance is of a version that read twelve digits otherwise.
  const { gtin12 = 'padded' } = settings
  const fields = Object.fromEntries(shown.map(name => [name, { ...settings, gtin12 }[name]]))
  const content = JSON.stringify(sorted({ ...fields, test, folder }))
  return { hash: sha256(content), content }
}

/** The template folder for an engine to open. */
export function templateFolderOf({ folder }: AppearanceContent): TemplateFolder | undefined {
  if (!folder) return undefined
  const { files, logo, logoDark, paperFonts } = folder
  const fonts = Object.entries(paperFonts ?? {}).map(([name, font]) => [name, Buffer.from(font, 'base64')])
  return {
    files: new Map(Object.entries(files)),
    ...(logo !== undefined && { logo: Buffer.from(logo, 'base64') }),
    ...(logoDark !== undefined && { logoDark: Buffer.from(logoDark, 'base64') }),
    ...(paperFonts && { paperFonts: Object.fromEntries(fonts) }),
  }
}

function contentOf({ files, logo, logoDark, paperFonts }: TemplateFolder): AppearanceContent['folder'] {
  const fonts = Object.entries(paperFonts ?? {}).map(([name, font]) => [name, Buffer.from(font).toString('base64')])
  return {
    files: Object.fromEntries(files),
    ...(logo && { logo: Buffer.from(logo).toString('base64') }),
    ...(logoDark && { logoDark: Buffer.from(logoDark).toString('base64') }),
    ...(paperFonts && { paperFonts: Object.fromEntries(fonts) }),
  }
}

/** Sorts fields by name at every depth, so that equal contents have equal JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]))
}
