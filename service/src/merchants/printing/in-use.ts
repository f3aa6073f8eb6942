import type { TemplateFolder } from 'counterfoil'
import type { Database } from '../../database/database.ts'
import { type AppearanceContent, templateFolderOf } from '../appearance.ts'
import type { Merchant } from '../merchants.ts'

/** Receipts whose letters are looked at, of all merchants together. */
const sample = 200

/** The template folders of merchants that have one, as they were saved. */
export async function ownFolders(db: Database, merchants: readonly Merchant[]): Promise<TemplateFolder[]> {
  const folders: TemplateFolder[] = []
  for (const { id, version } of merchants.filter(({ settings }) => settings.templates !== undefined)) {
    const row = await db
      .selectFrom('merchant_versions')
      .innerJoin('appearances', 'appearances.hash', 'merchant_versions.appearance')
      .select('appearances.content')
      .where('merchant_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    const folder = row && templateFolderOf(JSON.parse(row.content) as AppearanceContent)
    if (folder) folders.push(folder)
  }
  return folders
}

/** The letters of the newest receipts, as JSON without escapes. */
export async function newestText(db: Database, merchants: readonly Merchant[]): Promise<string> {
  const each = Math.max(1, Math.floor(sample / merchants.length))
  const texts: string[] = []
  for (const { id } of merchants) {
    const rows = await db
      .selectFrom('receipts')
      .select('api_request')
      .where('merchant_id', '=', id)
      .orderBy('receipt_date', 'desc')
      .limit(each)
      .execute()
    texts.push(...rows.map(({ api_request }) => JSON.stringify(JSON.parse(api_request))))
  }
  return texts.join('\n')
}
