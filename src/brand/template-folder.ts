import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readOverlay, type TemplateFiles } from '../document/template-files.ts'
import { readMessageFolder } from '../locale/words/message-files.ts'
import { type BrandFile, brandFileName, parseBrandFile, readBrandFile, readBrandText } from './brand-file.ts'
import { readNamed } from './logo.ts'
import { mapFonts, type PaperFonts } from './paper-fonts.ts'

/** The content of a template folder: everything that receipts use, so they can be rendered again without the folder. */
export interface TemplateFolder {
  /** Path within the folder, with `/` separators, to text: templates, stylesheets, `brand.json`, `locales/*.json`. */
  readonly files: ReadonlyMap<string, string>
  /** The logo in `brand.json`; undefined if it has none. */
  readonly logo?: Uint8Array
  /** The same for `logoDark`. */
  readonly logoDark?: Uint8Array
  /** The fonts in `brand.json`, by name. */
  readonly paperFonts?: { readonly [Name in keyof PaperFonts]?: Uint8Array }
}

const wordsFolder = 'locales/'

/**
 * Reads a template folder. An engine checks its content when it opens it.
 *
 * @throws TemplateError if the folder does not exist, OptionError or LocaleError if `brand.json`, what it names, or words cannot be read
 */
export function readTemplateFolder(path: string): TemplateFolder {
  const files = new Map(readOverlay(path))
  const brandFile = join(path, brandFileName)
  const { brand } = readBrandFile(path)
  const { paperFonts } = brand
  if (existsSync(brandFile)) files.set(brandFileName, readBrandText(path))
  const words = join(path, wordsFolder)
  if (existsSync(words)) for (const [name, text] of readMessageFolder(words).files) files.set(wordsFolder + name, text)
  const [logo, logoDark] = (['logo', 'logoDark'] as const).map(option => {
    const named = brand[option]
    return typeof named === 'string' ? readNamed(`brand.${option}`, named) : undefined
  })
  return {
    files,
    ...(logo && { logo }),
    ...(logoDark && { logoDark }),
    ...(paperFonts && { paperFonts: readFonts(paperFonts) }),
  }
}

/**
 * The brand of a folder, with logos and fonts as bytes.
 *
 * @param path of the folder, for errors
 * @throws OptionError that names the file and what is wrong in it
 */
export function brandFileIn({ files, logo, logoDark, paperFonts = {} }: TemplateFolder, path: string): BrandFile {
  const text = files.get(brandFileName)
  if (text === undefined) return { brand: {} }
  const file = parseBrandFile(text, join(path, brandFileName))
  const named = file.brand.paperFonts
  const missing = new Uint8Array()
  return {
    ...file,
    brand: {
      ...file.brand,
      ...(file.brand.logo !== undefined && { logo: logo ?? missing }),
      ...(file.brand.logoDark !== undefined && { logoDark: logoDark ?? missing }),
      ...(named && { paperFonts: mapFonts(named, (_, name) => paperFonts[name] ?? missing) }),
    },
  }
}

function readFonts(fonts: PaperFonts): NonNullable<TemplateFolder['paperFonts']> {
  const read = Object.entries(fonts).map(([name, font]) => [
    name,
    typeof font === 'string' ? readNamed(`brand.paperFonts.${name}`, font) : undefined,
  ])
  return Object.fromEntries(read.filter(([, bytes]) => bytes !== undefined))
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
