import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readBrand } from '../../../../src/brand/brand.ts'
import { readNamed } from '../../../../src/brand/logo.ts'
import { brandFileName, parseBrandFile, readBrandText, withFiles } from '../../../../src/brand/template-folder.ts'
import { OptionError } from '../../../../src/errors.ts'
import { readImage } from '../../../../src/receipt/check/image.ts'
import type { BrandSettings } from '../api.ts'
import { Refused } from '../request.ts'
import type { FilesToWrite } from './folder-files.ts'

/** The fields of the folder's `brand.json`; none if it can't be parsed. */
export function readSettings(folder: string): BrandSettings {
  try {
    return JSON.parse(textOf(folder)) as BrandSettings
  } catch {
    return {}
  }
}

/** The fields that name a logo. */
export type BrandPicture = 'logo' | 'logoDark'

/**
 * `brand.json` with changed fields; `null` removes one. All other fields stay, and so do comments.
 *
 * @throws Refused for fields that are not set by value; OptionError that says what is wrong with a value, or with the file
 */
export function withSettings(folder: string, changes: Readonly<Record<string, unknown>>): FilesToWrite {
  for (const [name, value] of Object.entries(changes))
    if (!(value === null ? removable : settable).includes(name)) throw new Refused(403, `${name}: is not set here`)
  return changed(folder, changes)
}

/**
 * A logo, and its name in `brand.json`.
 *
 * @param base64 a PNG, JPEG or GIF
 * @throws OptionError if it is none
 */
export function withLogo(folder: string, field: BrandPicture, base64: string): FilesToWrite {
  const image = readImage(base64)
  const ending = 'problem' in image ? undefined : endings[image.mimeType]
  if ('problem' in image || !ending)
    throw new OptionError(`brand.${field}: ${'problem' in image ? image.problem : 'must be a PNG, JPEG or GIF'}`)
  const name = `${field === 'logo' ? 'logo' : 'logo-dark'}.${ending}`
  return changed(folder, { [field]: name }, { [name]: image.bytes })
}

/**
 * A font for paper, and its name in `brand.json`. Without a regular font there is no bold one either.
 *
 * @param base64 a TTF, OTF, WOFF or WOFF2; `null` takes the font out
 * @throws OptionError if it is none, or too large
 */
export function withPaperFont(folder: string, weight: 'regular' | 'bold', base64: string | null): FilesToWrite {
  const { paperFonts = {} } = readSettings(folder)
  if (base64 === null) {
    const { regular } = paperFonts
    return changed(folder, { paperFonts: weight === 'bold' && regular !== undefined ? { regular } : null })
  }
  const bytes = Buffer.from(base64, 'base64')
  const ending = fontEndings[bytes.subarray(0, 4).toString('latin1')] ?? 'ttf'
  const name = `${weight === 'bold' ? 'paper-bold' : 'paper'}.${ending}`
  return changed(folder, { paperFonts: { ...paperFonts, [weight]: name } }, { [name]: bytes })
}

/** The fields that the page sets by value. Logos and fonts are set with their bytes, and removed with `null`. */
const settable = [
  ...['color', 'colorDark', 'corner', 'density', 'font', 'footer', 'link', 'logoWidth', 'logoStandsAlone', 'variant'],
]
const removable = [...settable, 'logo', 'logoDark']

const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' }
const fontEndings: Record<string, string> = { OTTO: 'otf', wOFF: 'woff', wOF2: 'woff2' }

/**
 * `brand.json` with changed fields, whichever they are, and what it names.
 *
 * @param added files it names that come with it
 * @throws OptionError that says what is wrong with a value, or with the file
 */
export function changed(
  folder: string,
  changes: Readonly<Record<string, unknown>>,
  added: Readonly<Record<string, Uint8Array>> = {},
): FilesToWrite {
  // A file with a mistake would lose what can't be read.
  parseBrandFile(textOf(folder), brandFileName)
  const merged = Object.entries({ ...readSettings(folder), ...changes }).filter(([, value]) => value !== null)
  const text = `${JSON.stringify(Object.fromEntries(merged), null, 2)}\n`
  const { brand } = parseBrandFile(text, brandFileName)
  const coming = new Map(Object.entries(added))
  readBrand(withFiles(brand, (path, option) => coming.get(path) ?? readNamed(option, path, folder)))
  return { ...added, [brandFileName]: text }
}

function textOf(folder: string): string {
  return existsSync(join(folder, brandFileName)) ? readBrandText(folder) : '{}'
}
