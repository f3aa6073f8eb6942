import { join } from 'node:path'
import { readTemplateFolder, type TemplateFolder } from 'counterfoil/internal'
import { sha256 } from '../basics/ids.ts'
import { defined } from '../basics/maps.ts'
import { createDatabaseCache } from '../database/cache.ts'
import type { Database, Transaction } from '../database/database.ts'
import type { ReceiptTable } from '../database/tables.ts'
import type { MerchantSettings } from './merchant-settings.ts'

interface MerchantVersion extends Dressed {
  id: string
  version: number
}

/** What says how a merchant's receipts look. */
export interface Dressed {
  id: string
  settings: MerchantSettings
  /** The number of the uploaded templates that are published; they go before the folder that the settings name. */
  publishedTemplates?: number | undefined
}

/** What a merchant's appearance is made and kept with. */
export interface AppearanceContext {
  db: Database
  now: () => number
  /** The folder with the merchants' template folders. */
  templatesDir: string
}

/** The hashes by version and merchant; they never change. */
const hashes = createDatabaseCache<string | undefined>(10_000, 3_600_000)

/** Stores the appearance of a merchant's version, in the transaction that saves it. The first one stored stays. */
export async function keepAppearance(
  transaction: Transaction,
  { id, version }: Pick<MerchantVersion, 'id' | 'version'>,
  { hash, content }: Appearance,
  at: number,
): Promise<void> {
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

/** The hash of a version's appearance, made now if the version was saved before appearances were stored. */
export async function appearanceOfMerchant(context: AppearanceContext, merchant: MerchantVersion): Promise<string> {
  const { db, now } = context
  const { id, version, settings } = merchant
  const known = await findHash(db, id, version)
  if (known !== undefined) return known
  const taken = takeAppearance(settings, await chosenFolder(context, merchant))
  await db.transaction().execute(transaction => keepAppearance(transaction, merchant, taken, now()))
  // Another process may have been faster.
  return (await findHash(db, id, version)) ?? taken.hash
}

/** The hash of the appearance a receipt was accepted with; undefined if that was before appearances were stored. */
export function appearanceOfReceipt(
  db: Database,
  { merchant_id, merchant_version }: Pick<ReceiptTable, 'merchant_id' | 'merchant_version'>,
): Promise<string | undefined> {
  return findHash(db, merchant_id, merchant_version)
}

/** An appearance's content. @throws if the hash is unknown */
export async function readAppearance(db: Database, hash: string): Promise<AppearanceContent> {
  const { content } = await db
    .selectFrom('appearances')
    .select('content')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return JSON.parse(content) as AppearanceContent
}

async function findHash(db: Database, merchantId: string, version: number): Promise<string | undefined> {
  const key = `${version} ${merchantId}`
  const hash = await hashes.get(db, key, async () => {
    const row = await db
      .selectFrom('merchant_versions')
      .select('appearance')
      .where('merchant_id', '=', merchantId)
      .where('version', '=', version)
      .executeTakeFirst()
    return row?.appearance
  })
  if (hash === undefined) hashes.forget(db, key)
  return hash
}

/** The settings that a document shows. */
const shownSettings = [
  'brand',
  'variant',
  'giftText',
  'paper',
  'links',
  'details',
  'structuredData',
  'attachData',
  'pictures',
  'gtin12',
] as const

type ShownSettings = Pick<MerchantSettings, (typeof shownSettings)[number]>

/**
 * A merchant's share of a document: what of its settings shows, and the content of its template folder. Without language, currency
 * and offers, which are stored with each receipt, and without the package's templates and wording, which belong to the engine.
 */
export interface AppearanceContent extends ShownSettings {
  /** Whether documents are marked as tests. */
  test?: true
  folder?: KeptFolder
  /** Whether the merchant's own people gave the folder: nobody has reviewed it, so it is filled apart, within a budget. */
  uploaded?: true
}

/** A template folder as it is kept. */
export interface KeptFolder {
  /** Path in the folder → text. */
  files: Record<string, string>
  /** The image named in `brand.json`, base64. */
  logo?: string
  /** The same for `logoDark`. */
  logoDark?: string
  /** The fonts named there, base64, by name. */
  paperFonts?: Record<string, string>
}

/** The template folder that a merchant's receipts get. */
export interface ChosenFolder {
  content: KeptFolder
  isUploaded: boolean
}

/**
 * The merchant's template folder: the uploaded one that is published, else that which its settings name, as it is now.
 *
 * @throws CounterfoilError if the folder can't be read
 */
export async function chosenFolder(
  { db, templatesDir }: Pick<AppearanceContext, 'db' | 'templatesDir'>,
  { id, settings: { templates }, publishedTemplates }: Dressed,
): Promise<ChosenFolder | undefined> {
  if (publishedTemplates === undefined)
    return templates === undefined
      ? undefined
      : { content: contentOf(readTemplateFolder(join(templatesDir, templates))), isUploaded: false }
  const { content } = await db
    .selectFrom('template_versions')
    .select('content')
    .where('merchant_id', '=', id)
    .where('number', '=', publishedTemplates)
    .executeTakeFirstOrThrow()
  return { content: JSON.parse(content) as KeptFolder, isUploaded: true }
}

/** What a merchant's receipts look like from now on, as it is stored. */
export interface Appearance {
  /** The content's SHA-256, hexadecimal. */
  hash: string
  /** JSON of AppearanceContent, identical for equal contents. */
  content: string
}

/** Makes the appearance from these settings and their template folder. */
export function takeAppearance(settings: MerchantSettings, folder: ChosenFolder | undefined): Appearance {
  const test = settings.mode === 'test' || undefined
  const uploaded = folder?.isUploaded || undefined
  // Written out: without it, an appearance is of a version that read twelve digits otherwise.
  const { gtin12 = 'padded' } = settings
  const content = JSON.stringify(
    sorted({ ...shownOf({ ...settings, gtin12 }), test, folder: folder?.content, uploaded }),
  )
  return { hash: sha256(content), content }
}

/** What documents show of a merchant's settings, or of an appearance, which may be of an earlier version. */
export function shownOf(settings: ShownSettings): ShownSettings {
  return Object.fromEntries(shownSettings.map(name => [name, settings[name]]))
}

/** The template folder for an engine to open. */
export function templateFolderOf({ folder }: AppearanceContent): TemplateFolder | undefined {
  if (!folder) return undefined
  const { files, logo, logoDark, paperFonts } = folder
  const bytes = (base64: string | undefined) => (base64 === undefined ? undefined : Buffer.from(base64, 'base64'))
  const fonts = paperFonts && Object.entries(paperFonts).map(([name, font]) => [name, bytes(font)])
  return {
    files: new Map(Object.entries(files)),
    ...defined({ logo: bytes(logo), logoDark: bytes(logoDark), paperFonts: fonts && Object.fromEntries(fonts) }),
  }
}

/** What is kept of a template folder. */
export function contentOf({ files, logo, logoDark, paperFonts }: TemplateFolder): KeptFolder {
  const base64 = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('base64')
  const fonts = paperFonts && Object.entries(paperFonts).map(([name, font]) => [name, base64(font)])
  return {
    files: Object.fromEntries(files),
    ...defined({ logo: base64(logo), logoDark: base64(logoDark), paperFonts: fonts && Object.fromEntries(fonts) }),
  }
}

/** Sorts fields by name at every depth, so that equal contents have equal JSON. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]))
}
