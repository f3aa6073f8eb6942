import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readBrand, usualColor } from '../../../src/brand/brand.ts'
import { brandFileName, parseBrandFile } from '../../../src/brand/brand-file.ts'
import { isColor, lightened } from '../../../src/brand/color.ts'
import { OptionError } from '../../../src/errors.ts'
import { readImage } from '../../../src/receipt/check/image.ts'
import { type Look, looks } from '../../../src/view/variant.ts'
import type { BrandSettings, BrandShown, FileList, FileText } from './api.ts'
import { Refused } from './request.ts'
import { listFiles, readText, saveText, writeInFolder } from './template-texts.ts'

/**
 * Opens the folder for the page. Without one, the package's templates can be read; writing throws an OptionError.
 *
 * @param folder the template folder
 */
export function openFolderDesk(folder: string | undefined) {
  function own(): string {
    if (folder !== undefined) return folder
    throw new OptionError(
      'to change templates, start the studio with a folder; counterfoil template new my-brand makes one',
    )
  }

  function lookFor(variant: string | undefined): Look {
    const usual = folder === undefined ? undefined : readSettings(folder).variant
    return looks.find(look => look === variant) ?? looks.find(look => look === usual) ?? 'modern'
  }

  return {
    /** The templates of a variant's look with those of the folder. */
    files: (variant?: string): FileList => ({ files: listFiles(folder, lookFor(variant)) }),
    /** A file's texts. @throws Refused if it is no file of a template folder */
    file: (path: string, variant?: string): FileText => readText(folder, lookFor(variant), path),
    /** Writes a file of the template folder; `null` removes it. @throws Refused */
    saveFile: (path: string, text: string | null) => saveText(own(), path, text),
    /** The fields of `brand.json`, and what follows from them. */
    brand(): BrandShown {
      const settings = folder === undefined ? {} : readSettings(folder)
      return { settings, usualDark: lightened(isColor(settings.color) ? settings.color : usualColor) }
    },
    /** Changes fields of `brand.json`. @throws OptionError, Refused */
    saveBrand: (changes: Record<string, unknown>) => saveSettings(own(), changes),
    /** Puts a logo into the template folder. @throws OptionError, Refused */
    saveLogo: (field: 'logo' | 'logoDark', base64: string) => saveLogo(own(), field, base64),
  }
}

/** What the page reads and writes of the template folder. */
export type FolderDesk = ReturnType<typeof openFolderDesk>

/** The fields that the page may set. A logo is set with its bytes (`saveLogo`), and removed with `null`. */
const settable = [
  'color',
  'colorDark',
  'corner',
  'density',
  'font',
  'logoWidth',
  'logoStandsAlone',
  'sections',
  'variant',
]
const removable = [...settable, 'logo', 'logoDark']

/** The fields of the folder's `brand.json`; none if it can't be parsed. */
function readSettings(folder: string): BrandSettings {
  try {
    return JSON.parse(textOf(folder)) as BrandSettings
  } catch {
    return {}
  }
}

/**
 * Changes fields of `brand.json`; `null` removes one. All other fields stay, and so do comments.
 *
 * @throws OptionError that says what is wrong with a value, or with the file; nothing is written then
 */
function saveSettings(folder: string, changes: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(changes))
    if (!(value === null ? removable : settable).includes(name)) throw new Refused(403, `${name}: is not set here`)
  write(folder, changes)
}

/**
 * Writes a logo into the folder, and its name into `brand.json`.
 *
 * @param base64 a PNG, JPEG or GIF
 * @throws OptionError if it is none; nothing is written then
 */
function saveLogo(folder: string, field: 'logo' | 'logoDark', base64: string): void {
  const image = readImage(base64)
  const ending = 'problem' in image ? undefined : endings[image.mimeType]
  if ('problem' in image || !ending)
    throw new OptionError(`brand.${field}: ${'problem' in image ? image.problem : 'must be a PNG, JPEG or GIF'}`)
  const name = `${field === 'logo' ? 'logo' : 'logo-dark'}.${ending}`
  writeInFolder(folder, name, image.bytes)
  write(folder, { [field]: name })
}

const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' }

function write(folder: string, changes: Readonly<Record<string, unknown>>): void {
  // A file with a mistake would lose what can't be read.
  parseBrandFile(textOf(folder), brandFileName)
  const merged = Object.entries({ ...readSettings(folder), ...changes }).filter(([, value]) => value !== null)
  const text = `${JSON.stringify(Object.fromEntries(merged), null, 2)}\n`
  const { brand } = parseBrandFile(text, brandFileName)
  const near = (path: unknown) => (typeof path === 'string' ? resolve(folder, path) : undefined)
  const [logo, logoDark] = [near(brand.logo), near(brand.logoDark)]
  readBrand({ ...brand, ...(logo !== undefined && { logo }), ...(logoDark !== undefined && { logoDark }) })
  writeInFolder(folder, brandFileName, text)
}

function textOf(folder: string): string {
  const path = join(folder, brandFileName)
  return existsSync(path) ? readFileSync(path, 'utf8') : '{}'
}
