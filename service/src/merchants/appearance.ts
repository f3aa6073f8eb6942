import { join } from 'node:path'
import { readTemplateFolder, type TemplateFolder } from 'counterfoil'
import { sha256 } from '../basics/ids.ts'
import type { MerchantSettings } from './merchant-settings.ts'

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

export interface Appearance {
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
