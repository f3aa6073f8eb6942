import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOverlay, type TemplateFiles } from '../document/template-files.ts'
import { readMessageFolder } from '../locale/words/message-files.ts'
import { type BrandFile, brandFileName, parseBrandFile, readBrandFile } from './brand-file.ts'
import { readFile } from './logo.ts'

/** A merchant's template folder as it was read: all that receipts take from it, so that they can be made again without it. */
export interface TemplateFolder {
  /** Path within the folder, with `/`, to text: templates, stylesheets, `brand.json`, `locales/*.json`. */
  readonly files: ReadonlyMap<string, string>
  /** The picture that `brand.json` names; absent where it names none or one that cannot be read. */
  readonly logo?: Uint8Array
}

const wordsFolder = 'locales/'

/**
 * Reads a template folder. What it holds is checked when an engine opens it.
 *
 * @throws TemplateError when there is no such folder, OptionError or LocaleError when `brand.json` or words cannot be read
 */
export function readTemplateFolder(path: string): TemplateFolder {
  const files = new Map(readOverlay(path))
  const brandFile = join(path, brandFileName)
  const { logo: named } = readBrandFile(path).brand
  if (existsSync(brandFile)) files.set(brandFileName, readFileSync(brandFile, 'utf8'))
  const words = join(path, wordsFolder)
  if (existsSync(words)) for (const [name, text] of readMessageFolder(words).files) files.set(wordsFolder + name, text)
  const logo = typeof named === 'string' ? readFile(named) : undefined
  return { files, ...(logo && { logo }) }
}

/**
 * What a folder says of the brand, the logo as bytes.
 *
 * @param path where mistakes are said to be
 * @throws OptionError that names the file and what in it cannot be used
 */
export function brandFileIn({ files, logo }: TemplateFolder, path: string): BrandFile {
  const text = files.get(brandFileName)
  if (text === undefined) return { brand: {} }
  const file = parseBrandFile(text, join(path, brandFileName))
  return file.brand.logo === undefined ? file : { ...file, brand: { ...file.brand, logo: logo ?? new Uint8Array() } }
}

/** A folder's templates and stylesheets. */
export function templatesIn({ files }: TemplateFolder): TemplateFiles {
  return new Map([...files].filter(([path]) => /\.(hbs|css)$/.test(path)))
}

/** A folder's message files by name, `fr-CA.json`. */
export function wordsIn({ files }: TemplateFolder): ReadonlyMap<string, string> {
  const words = [...files].filter(([path]) => path.startsWith(wordsFolder) && path.endsWith('.json'))
  return new Map(words.map(([path, text]) => [path.slice(wordsFolder.length), text]))
}
