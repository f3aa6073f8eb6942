import { onPlate, readPixels } from '../document/pixels.ts'
import { OptionError } from '../errors.ts'
import { maxFileBytes, readRegularFile } from '../options/regular-file.ts'
import { type Image, readImage } from '../receipt/check/image.ts'
import { toBase64 } from '../standards/host.ts'
import type { LogoSource } from '../view/receipt-view.ts'
import { contrast } from './color.ts'

/**
 * Most that a logo takes of a mail, in CSS px: one of 1,000 × 1,000 px would be a phone's first screen, and one higher than the store's
 * name with what is below it would push the total down for nothing.
 */
const widest = 200
const highest = { besideName: 64, alone: 96, asWished: 200 }

/**
 * Reads a logo, to be shown `wanted` CSS px wide or at its pixel width.
 *
 * @param option its name, for errors
 * @param logo path or bytes of a PNG, JPEG or GIF
 * @param standsAlone whether no name stands beside it
 * @throws OptionError if it cannot be read or has another format
 */
export function readLogo(
  option: string,
  logo: string | Uint8Array,
  wanted: number | undefined,
  standsAlone = false,
): LogoSource {
  const bytes = typeof logo === 'string' ? readNamed(option, logo) : logo
  if (!bytes?.length) throw new OptionError(`${option}: the file cannot be read; give the path of a PNG, JPEG or GIF`)
  const image = readImage(toBase64(bytes))
  if ('problem' in image) throw new OptionError(`${option}: ${image.problem}`)
  return logoOf(image, wanted, standsAlone)
}

/** A picture as a logo. @param wanted as of `readLogo` */
function logoOf(image: Image, wanted: number | undefined, standsAlone: boolean): LogoSource {
  const usual = standsAlone ? highest.alone : highest.besideName
  const height = wanted === undefined ? usual : highest.asWished
  const room = (height * image.width) / image.height
  const width = Math.max(1, Math.floor(Math.min(wanted ?? image.width, widest, room)))
  return {
    kind: 'picture',
    role: 'logo',
    mimeType: image.mimeType,
    bytes: image.bytes,
    width,
    height: Math.max(1, Math.round((image.height * width) / image.width)),
  }
}

/**
 * The bytes of the file that an option names.
 *
 * @param folder that the file must be in, if somebody else named it
 * @throws OptionError if it can't be read or is too large
 */
export function readNamed(option: string, path: string, folder?: string): Uint8Array {
  const read = readRegularFile(path, maxFileBytes.picture, folder)
  if (read instanceof Uint8Array) return read
  throw new OptionError(`${option}: ${read.problem}`, read)
}

/** The contrast that graphics need (WCAG 2.2, success criterion 1.4.11). */
const visibleContrast = 3

/** From this share of faint pixels, a logo can't be told. */
const maxShare = 1 / 3

/** White on white isn't seen, yellow is; of a logo with a dark line, that is. */
const unseenContrast = 1.3
const mostUnseen = 0.9

/**
 * A logo that nobody would see, such as a white one on paper, on a plate of the first color on which it can be told.
 *
 * @param page `#rrggbb`, like the plate's colors
 * @param wanted as of `readLogo`, like `standsAlone`
 * @returns undefined if it can be seen, or nothing helps
 */
export function plated(
  logo: LogoSource,
  page: string,
  colors: readonly string[],
  wanted?: number,
  standsAlone = false,
): LogoSource | undefined {
  const unseen = faintness(logo, page, unseenContrast)
  if (!unseen || unseen.share < mostUnseen) return undefined
  const plate = colors.find(color => !faintness(logo, color)?.tooMuch)
  // With its margin it may be larger than a picture that is sent.
  return plate === undefined
    ? undefined
    : logoOf(
        { mimeType: 'image/png', ...onPlate(logo.bytes, Number.parseInt(plate.slice(1), 16)) },
        wanted,
        standsAlone,
      )
}

/** How much of a logo is faint. */
interface Faintness {
  /** The share of its visible pixels with too little contrast on the background, 0 to 1. */
  share: number
  /** Whether that is too much. */
  tooMuch: boolean
}

/**
 * Whether a logo can be told from a background.
 *
 * @param background `#rrggbb`
 * @param least the contrast below which a pixel is faint
 * @returns undefined if its transparent pixels can't be read: a GIF, a broken PNG. A picture without any brings its own
 *   background and isn't faint
 */
export function faintness(
  { mimeType, bytes }: LogoSource,
  background: string,
  least = visibleContrast,
): Faintness | undefined {
  if (mimeType === 'image/jpeg' || mimeType === 'image/bmp') return { share: 0, tooMuch: false }
  const rgba = mimeType === 'image/png' ? pixelsOf(bytes) : undefined
  if (!rgba) return undefined
  const colors = new Map<number, number>()
  let visible = 0
  // Logos have runs of a color: the map is asked once for each.
  let run = { color: -1, length: 0 }
  const endRun = () => colors.set(run.color, (colors.get(run.color) ?? 0) + run.length)
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3]! < 128) continue
    visible++
    const color = (rgba[at]! << 16) | (rgba[at + 1]! << 8) | rgba[at + 2]!
    if (color !== run.color) {
      endRun()
      run = { color, length: 0 }
    }
    run.length++
  }
  endRun()
  if (visible === 0 || visible * 4 === rgba.length) return { share: 0, tooMuch: false }
  colors.delete(-1)
  let faint = 0
  for (const [color, count] of colors)
    if (contrast(`#${color.toString(16).padStart(6, '0')}`, background) < least) faint += count
  const share = faint / visible
  return { share, tooMuch: share >= maxShare }
}

function pixelsOf(png: Uint8Array): Uint8Array | undefined {
  try {
    return readPixels(png).rgba
  } catch {
    return undefined
  }
}
