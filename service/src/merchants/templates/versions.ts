import { engineVersion } from '../../basics/versions.ts'
import type { Database } from '../../database/database.ts'
import type { TemplateVersionTable } from '../../database/merchant-tables.ts'
import type { KeptFolder } from '../appearances.ts'
import type { Examined, TemplateFinding } from './examine.ts'

/** Versions kept of a merchant, besides the one that is published. Receipts keep theirs nevertheless. */
export const maxVersions = 20

/** A version in a list. */
export interface TemplateVersion {
  number: number
  files: number
  bytes: number
  /** How many there are of each. */
  errors: number
  warnings: number
  /** Milliseconds. */
  uploadedAt: number
  uploadedBy: string
  publishedAt?: number
}

/** A version, whole. */
export interface StoredVersion extends TemplateVersion {
  content: KeptFolder
  findings: TemplateFinding[]
  /** The engine that examined it. */
  engineVersion: string
}

/** Keeps templates as the merchant's next version; the oldest that nobody has published goes. */
export async function keepVersion(
  db: Database,
  merchantId: string,
  { content, findings, files, bytes }: Exclude<Examined, { problem: string }>,
  { at, by }: { at: number; by: string },
): Promise<StoredVersion> {
  const row = await db.transaction().execute(async transaction => {
    // Locks the merchant's row, so that two uploads get two numbers.
    const merchant = await transaction
      .updateTable('merchants')
      .set(({ ref }) => ({ version: ref('version') }))
      .where('id', '=', merchantId)
      .returning('published_templates')
      .executeTakeFirstOrThrow()
    const { newest } = await transaction
      .selectFrom('template_versions')
      .select(({ fn }) => fn.max('number').as('newest'))
      .where('merchant_id', '=', merchantId)
      .executeTakeFirstOrThrow()
    const number = Number(newest ?? 0) + 1
    await transaction
      .deleteFrom('template_versions')
      .where('merchant_id', '=', merchantId)
      .where('number', '<=', number - maxVersions)
      .where('number', '!=', merchant.published_templates ?? 0)
      .execute()
    return transaction
      .insertInto('template_versions')
      .values({
        ...{ merchant_id: merchantId, number, content: JSON.stringify(content), findings: JSON.stringify(findings) },
        ...{ files, bytes, engine_version: engineVersion, uploaded_at: at, uploaded_by: by, published_at: null },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return storedOf(row)
}

/** A merchant's versions, newest first. */
export async function listVersions(db: Database, merchantId: string): Promise<TemplateVersion[]> {
  const rows = await db
    .selectFrom('template_versions')
    .select(['number', 'findings', 'files', 'bytes', 'uploaded_at', 'uploaded_by', 'published_at'])
    .where('merchant_id', '=', merchantId)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(listedOf)
}

/** One of a merchant's versions; undefined if it isn't there. */
export async function findVersion(
  db: Database,
  merchantId: string,
  number: number,
): Promise<StoredVersion | undefined> {
  const row = await db
    .selectFrom('template_versions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row && storedOf(row)
}

function listedOf(row: Omit<TemplateVersionTable, 'merchant_id' | 'content' | 'engine_version'>): TemplateVersion {
  const findings = JSON.parse(row.findings) as TemplateFinding[]
  const count = (kind: TemplateFinding['severity']) => findings.filter(({ severity }) => severity === kind).length
  return {
    ...{ number: row.number, files: row.files, bytes: row.bytes, errors: count('error'), warnings: count('warning') },
    ...{ uploadedAt: Number(row.uploaded_at), uploadedBy: row.uploaded_by },
    ...(row.published_at !== null && { publishedAt: Number(row.published_at) }),
  }
}

function storedOf(row: TemplateVersionTable): StoredVersion {
  return {
    ...listedOf(row),
    content: JSON.parse(row.content) as KeptFolder,
    findings: JSON.parse(row.findings) as TemplateFinding[],
    engineVersion: row.engine_version,
  }
}
