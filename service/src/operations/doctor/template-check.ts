import { join } from 'node:path'
import type { Merchant } from '../../merchants/merchants.ts'
import { claimAdvice } from '../../merchants/missing.ts'
import { problemsOfTemplates } from '../../merchants/templates/examine.ts'
import type { Config } from '../../settings/config.ts'
import { type Found, ok, warn } from './finding.ts'

/** Merchants named at once. */
const maxNamed = 5

/** Whether the merchants' template folders make receipts as they should, and PDFs that claim PDF/UA-1 and PDF/A-3a. */
export async function checkTemplates({ templatesDir }: Config, merchants: readonly Merchant[]): Promise<Found> {
  const folders = new Map(
    merchants.flatMap(({ id, settings }) => (settings.templates ? [[settings.templates, id]] : [])),
  )
  const says: string[] = []
  for (const [folder, id] of folders) {
    const [first, ...others] = await problemsOfTemplates(join(templatesDir, folder)).catch(error => [
      String((error as Error).message),
    ])
    const more = others.length > 0 ? ` (and ${others.length} more)` : ''
    if (first !== undefined) says.push(`${id}: ${first}${more}.`)
  }
  if (says.length > 0) return warn(says.slice(0, maxNamed).join(' '), claimAdvice)
  return ok(folders.size === 0 ? 'No merchant has templates of its own.' : 'The templates of all merchants are sound.')
}
