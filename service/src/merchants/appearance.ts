import { join } from 'node:path'
import { readTemplateFolder, type TemplateFolder } from 'counterfoil'
import { sha256 } from '../ids.ts'
import type { MerchantSettings } from './merchant-settings.ts'

/**
 * What is a merchant's own in a document: brand, look, paper, and what its template folder held. Languages, currency and
 * offers are no part of it, as each receipt has its own; the package's templates and words are the engine version's.
 */
export interface AppearanceContent extends Pick<MerchantSettings, 'brand' | 'variant' | 'giftText' | 'paper'> {
  folder?: {
    /** Path within the folder to text. */
    files: Record<string, string>
    /** The picture that `brand.json` names, base64. */
    logo?: string
  }
}

/** An appearance as it is kept. */
export interface Appearance {
  /** SHA-256 of the content, hexadecimal. */
  hash: string
  /** JSON of AppearanceContent, the same for equal contents. */
  content: string
}

/**
 * What receipts look like by these settings and their template folder as it is now.
 *
 * @throws CounterfoilError when the folder cannot be read
 */
export function takeAppearance(settings: MerchantSettings, templatesDir: string): Appearance {
  const { brand, variant, giftText, paper, templates } = settings
  const folder = templates === undefined ? undefined : contentOf(readTemplateFolder(join(templatesDir, templates)))
  const content = JSON.stringify(sorted({ brand, variant, giftText, paper, folder }))
  return { hash: sha256(content), content }
}

/** The template folder that an engine opens. */
export function templateFolderOf({ folder }: AppearanceContent): TemplateFolder | undefined {
  if (!folder) return undefined
  const { files, logo } = folder
  return { files: new Map(Object.entries(files)), ...(logo !== undefined && { logo: Buffer.from(logo, 'base64') }) }
}

function contentOf({ files, logo }: TemplateFolder): AppearanceContent['folder'] {
  return { files: Object.fromEntries(files), ...(logo && { logo: Buffer.from(logo).toString('base64') }) }
}

/** The same with all fields in the order of their names, so that equal contents are equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]))
}
