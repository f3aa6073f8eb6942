import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OptionError } from '../errors.ts'
import { nearest } from '../options/nearest.ts'
import { type Look, looks } from '../view/variant.ts'
import type { BrandOptions } from './brand.ts'

/** The name of the file in a template folder. */
export const brandFileName = 'brand.json'

/** What a template folder says of the brand, and which look it is made for. */
export interface BrandFile {
  brand: BrandOptions
  variant?: Look
}

/** The fields there are; `//` is a comment. */
const fields: readonly string[] = [
  ...['color', 'colorDark', 'logo', 'logoWidth', 'font', 'corner', 'density', 'footer', 'link'],
  ...['variant', '//'],
]

/**
 * Reads `brand.json` of a template folder; nothing when there is none. The logo's path is relative to the folder.
 *
 * @throws OptionError that names the file and what in it cannot be used
 */
export function readBrandFile(folder: string): BrandFile {
  const path = join(folder, brandFileName)
  if (!existsSync(path)) return { brand: {} }
  const { variant, '//': _, ...brand } = readObject(path)
  if (variant !== undefined && !looks.includes(variant as Look))
    throw new OptionError(`${path}: variant must be one of ${looks.join(', ')}`)
  if (typeof brand.logo === 'string') brand.logo = resolve(folder, brand.logo)
  return { brand, ...(variant !== undefined && { variant: variant as Look }) }
}

function readObject(path: string): Record<string, unknown> {
  let file: unknown
  try {
    file = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new OptionError(`${path}: is no JSON: ${(cause as Error).message}`, { cause })
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new OptionError(`${path}: must be an object such as { "color": "#1f5c4d" }`)
  const unknown = Object.keys(file).find(name => !fields.includes(name))
  if (unknown !== undefined) {
    const meant = nearest(unknown, fields)
    throw new OptionError(
      `${path}: there is no "${unknown}"; ${meant ? `did you mean "${meant}"?` : `there are ${fields.join(', ')}`}`,
    )
  }
  return file as Record<string, unknown>
}
