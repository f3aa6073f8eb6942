import { OptionError } from '../errors.ts'
import { largestFile, readRegularFile } from '../options/regular-file.ts'
import { readImage } from '../receipt/check/image.ts'
import type { LogoSource } from '../view/receipt-view.ts'

/** Maximum display width of a logo, in CSS px. */
const widest = 200

/**
 * Reads a logo, to be shown `wanted` CSS px wide or at its pixel width.
 *
 * @param option its name, for errors
 * @param logo path or bytes of a PNG, JPEG or GIF
 * @throws OptionError if it cannot be read or has another format
 */
export function readLogo(option: string, logo: string | Uint8Array, wanted: number | undefined): LogoSource {
  const bytes = typeof logo === 'string' ? readNamed(option, logo) : logo
  if (!bytes?.length) throw new OptionError(`${option}: the file cannot be read; give the path of a PNG, JPEG or GIF`)
  const image = readImage(Buffer.from(bytes).toString('base64'))
  if ('problem' in image) throw new OptionError(`${option}: ${image.problem}`)
  const width = Math.round(Math.min(wanted ?? image.width, widest))
  return {
    kind: 'picture',
    role: 'logo',
    mimeType: image.mimeType,
    bytes: image.bytes,
    width,
    height: Math.max(1, Math.round((image.height * width) / image.width)),
  }
}

/** The bytes of the file that an option names. @throws OptionError if it can't be read or is too large */
export function readNamed(option: string, path: string): Uint8Array {
  const read = readRegularFile(path, largestFile.picture)
  if (read instanceof Uint8Array) return read
  throw new OptionError(`${option}: ${read.problem}`, read)
}
