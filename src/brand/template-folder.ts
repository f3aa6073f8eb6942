import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SectionOrder } from '../document/section-order.ts'
import { readOverlay, type TemplateFiles } from '../document/template-files.ts'
import { OptionError } from '../errors.ts'
import { type MessageFolder, readMessageFolder } from '../locale/words/message-folder.ts'
import { nearest } from '../options/nearest.ts'
import { maxFileBytes, readRegularText } from '../options/regular-file.ts'
import { checkedGiftText, type GiftText } from '../view/gift/gift-receipt.ts'
import { type Look, looks } from '../view/variant.ts'
import type { BrandOptions } from './brand.ts'
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
  if (existsSync(join(path, brandFileName))) files.set(brandFileName, readBrandText(path))
  for (const [name, text] of readWords(path)?.files ?? []) files.set(wordsFolder + name, text)
  const { logo, logoDark, paperFonts } = readBrandFolder(path).brand
  return {
    files,
    ...(logo instanceof Uint8Array && { logo }),
    ...(logoDark instanceof Uint8Array && { logoDark }),
    ...(paperFonts && { paperFonts: onlyBytes(paperFonts) }),
  }
}

/** The words of a template folder; undefined if it has none. @throws LocaleError if they can't be read */
export function readWords(folder: string): MessageFolder | undefined {
  const words = join(folder, 'locales')
  return existsSync(words) ? readMessageFolder(words, folder) : undefined
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

function onlyBytes(fonts: PaperFonts): NonNullable<TemplateFolder['paperFonts']> {
  return Object.fromEntries(Object.entries(fonts).filter(([, font]) => font instanceof Uint8Array))
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

/** The file's name in a template folder. */
export const brandFileName = 'brand.json'

/** A template folder's brand, its look, the order of its sections, and the free text on its gift receipts. */
export interface BrandFile {
  brand: BrandOptions
  variant?: Look
  sections?: SectionOrder
  giftText?: readonly GiftText[]
}

/** All fields; `//` is a comment. */
const fields: readonly string[] = [
  ...['color', 'colorDark', 'logo', 'logoDark', 'logoStandsAlone', 'logoWidth', 'font', 'paperFonts'],
  ...['corner', 'density', 'footer', 'link', 'variant', 'sections', 'giftText', '//'],
]

/**
 * Reads the `brand.json` of a template folder; empty if there is none. Paths of logo and fonts are relative to the folder.
 *
 * @throws OptionError that names the file and what is wrong in it
 */
export function readBrandFile(folder: string): BrandFile {
  const path = join(folder, brandFileName)
  if (!existsSync(path)) return { brand: {} }
  const file = parseBrandFile(readBrandText(folder), path)
  return { ...file, brand: withFiles(file.brand, name => resolve(folder, name)) }
}

/**
 * Reads the `brand.json` of a template folder, and the logos and fonts that it names, which must be in the folder.
 *
 * @throws OptionError that names the file or field and what is wrong
 */
export function readBrandFolder(folder: string): BrandFile {
  const file = readBrandFile(folder)
  return { ...file, brand: withFiles(file.brand, (path, option) => readNamed(option, path, folder)) }
}

/** A brand with each file that it names replaced by what `read` makes of its path and the option's name. */
export function withFiles(
  brand: BrandOptions,
  read: (path: string, option: string) => string | Uint8Array,
): BrandOptions {
  const { logo, logoDark, paperFonts } = brand
  const placed = <Value>(value: Value, name: string) =>
    typeof value === 'string' ? read(value, `brand.${name}`) : value
  return {
    ...brand,
    ...(logo !== undefined && { logo: placed(logo, 'logo') }),
    ...(logoDark !== undefined && { logoDark: placed(logoDark, 'logoDark') }),
    ...(paperFonts && { paperFonts: mapFonts(paperFonts, (font, name) => placed(font, `paperFonts.${name}`)) }),
  }
}

/** The text of the `brand.json` of a folder. @throws OptionError if it can't be read or is too large */
export function readBrandText(folder: string): string {
  const path = join(folder, brandFileName)
  const text = readRegularText(brandFileName, maxFileBytes.settings, folder)
  if (typeof text === 'string') return text
  throw new OptionError(`${path}: ${text.problem}`, text)
}

/**
 * Parses a `brand.json`; paths stay as written.
 *
 * @throws OptionError that names `path` and what is wrong
 */
export function parseBrandFile(text: string, path: string): BrandFile {
  const { variant, sections, giftText, '//': _, ...brand } = parseObject(text, path)
  if (variant !== undefined && !looks.includes(variant as Look))
    throw new OptionError(`${path}: variant must be one of ${looks.join(', ')}`)
  if (sections !== undefined) checkSections(path, sections)
  if (giftText !== undefined) checkGiftText(path, giftText)
  return {
    brand,
    ...(variant !== undefined && { variant: variant as Look }),
    ...(sections !== undefined && { sections: sections as string[] }),
    ...(giftText !== undefined && { giftText: giftText as GiftText[] }),
  }
}

/** Whether the names exist is known only with the templates (`orderProblems`). */
function checkSections(path: string, given: unknown): void {
  const isName = (entry: unknown) => typeof entry === 'string' && /^-?[a-z][\w-]*$/i.test(entry)
  if (!Array.isArray(given) || !given.every(isName))
    throw new OptionError(`${path}: sections must be a list of section names, such as ["items", "totals", "-customer"]`)
}

function checkGiftText(path: string, given: unknown): void {
  try {
    checkedGiftText(given as GiftText[])
  } catch (cause) {
    throw new OptionError(`${path}: ${(cause as Error).message}`, { cause })
  }
}

function parseObject(text: string, path: string): Record<string, unknown> {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (cause) {
    throw new OptionError(`${path}: is not valid JSON: ${(cause as Error).message}`, { cause })
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new OptionError(`${path}: must be an object such as { "color": "#1f5c4d" }`)
  const unknown = Object.keys(file).find(name => !fields.includes(name))
  if (unknown !== undefined) {
    const meant = nearest(unknown, fields)
    throw new OptionError(
      `${path}: there is no ${JSON.stringify(unknown)}; ${meant ? `did you mean "${meant}"?` : `there are ${fields.join(', ')}`}`,
    )
  }
  return file as Record<string, unknown>
}
