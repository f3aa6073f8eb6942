import { inflateSync } from 'node:zlib'
import { OptionError } from '../errors.ts'
import { largestFile, readRegularFile } from '../options/regular-file.ts'
import { readImage } from '../receipt/check/image.ts'
import type { LogoSource } from '../view/receipt-view.ts'
import { contrast } from './color.ts'

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

/** The contrast that graphics need (WCAG 2.2, success criterion 1.4.11). */
const visibleContrast = 3

/** From this share of faint pixels, a logo can't be told. */
const most = 1 / 3

/** How much of a logo is faint. */
interface Faintness {
  /** The share of its visible pixels with a contrast below 3 : 1 on the background, 0 to 1. */
  share: number
  /** Whether that is too much. */
  tooMuch: boolean
}

/**
 * Whether a logo can be told from a background.
 *
 * @param background `#rrggbb`
 * @returns undefined if its transparent pixels can't be read: a GIF, an interlaced PNG. A picture without any brings its own
 *   background and isn't faint
 */
export function faintness({ mimeType, bytes }: LogoSource, background: string): Faintness | undefined {
  if (mimeType === 'image/jpeg' || mimeType === 'image/bmp') return { share: 0, tooMuch: false }
  const pixels = mimeType === 'image/png' ? pngPixels(bytes) : undefined
  if (!pixels) return undefined
  const { rgba } = pixels
  const colors = new Map<number, number>()
  let visible = 0
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3]! < 128) continue
    visible++
    const color = (rgba[at]! << 16) | (rgba[at + 1]! << 8) | rgba[at + 2]!
    colors.set(color, (colors.get(color) ?? 0) + 1)
  }
  if (visible === 0 || visible * 4 === rgba.length) return { share: 0, tooMuch: false }
  let faint = 0
  for (const [color, count] of colors)
    if (contrast(`#${color.toString(16).padStart(6, '0')}`, background) < visibleContrast) faint += count
  const share = faint / visible
  return { share, tooMuch: share >= most }
}

/** The pixels of a PNG, four bytes each: red, green, blue, alpha. */
interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/**
 * Decodes a PNG (ISO/IEC 15948) of 8 bits a channel, or of a palette.
 *
 * @returns undefined for 16 bits, gray of less than 8 bits, interlaced and broken files
 */
export function pngPixels(bytes: Uint8Array): Pixels | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks = chunksOf(file)
  const [header] = chunks.get('IHDR') ?? []
  if (!header || header.length < 13) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, type = 0, , , interlaced] = header.subarray(8)
  const channels = ({ 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as Record<number, number>)[type]
  if (!channels || interlaced || (depth !== 8 && !(type === 3 && depth < 8))) return undefined
  const stride = Math.ceil((width * channels * depth) / 8)
  const data = inflated(Buffer.concat(chunks.get('IDAT') ?? []), (stride + 1) * height)
  if (!data) return undefined
  const rows = unfiltered(data, stride, height, Math.max(1, (channels * depth) >> 3))
  const palette = { colors: chunks.get('PLTE')?.[0], alphas: chunks.get('tRNS')?.[0] }
  if (type === 3 && !palette.colors) return undefined
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4
      if (type === 3) setFromPalette(rgba, to, sample(rows, y * stride, x, depth), palette)
      else setPixel(rgba, to, rows, y * stride + x * channels, channels)
    }
  return { width, height, rgba }
}

function chunksOf(file: Buffer): Map<string, Buffer[]> {
  const chunks = new Map<string, Buffer[]>()
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const name = file.toString('latin1', at + 4, at + 8)
    chunks.set(name, [...(chunks.get(name) ?? []), file.subarray(at + 8, at + 8 + length)])
    at += 12 + length
  }
  return chunks
}

/** Exactly the bytes that the header promises; undefined if there are more, fewer, or none. */
function inflated(data: Buffer, size: number): Buffer | undefined {
  try {
    const result = inflateSync(data, { maxOutputLength: size })
    return result.length === size ? result : undefined
  } catch {
    return undefined
  }
}

/** Undoes the filters of the rows (9.2), each predicted from the left and from above. */
function unfiltered(data: Buffer, stride: number, height: number, step: number): Uint8Array {
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    const from = y * (stride + 1) + 1
    const to = y * stride
    const filter = data[from - 1]
    for (let x = 0; x < stride; x++) {
      const left = x >= step ? rows[to + x - step]! : 0
      const above = y > 0 ? rows[to + x - stride]! : 0
      let predicted = 0
      if (filter === 1) predicted = left
      else if (filter === 2) predicted = above
      else if (filter === 3) predicted = (left + above) >> 1
      else if (filter === 4) predicted = paeth(left, above, x >= step && y > 0 ? rows[to + x - stride - step]! : 0)
      rows[to + x] = data[from + x]! + predicted
    }
  }
  return rows
}

function paeth(left: number, above: number, corner: number): number {
  const fromLeft = Math.abs(above - corner)
  const fromAbove = Math.abs(left - corner)
  const fromCorner = Math.abs(left + above - 2 * corner)
  if (fromLeft <= fromAbove && fromLeft <= fromCorner) return left
  return fromAbove <= fromCorner ? above : corner
}

/** A palette index of 1, 2, 4 or 8 bits. */
function sample(rows: Uint8Array, row: number, x: number, depth: number): number {
  const bit = x * depth
  return (rows[row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}

interface Palette {
  colors: Buffer | undefined
  alphas: Buffer | undefined
}

function setFromPalette(rgba: Uint8Array, to: number, index: number, { colors, alphas }: Palette): void {
  for (let channel = 0; channel < 3; channel++) rgba[to + channel] = colors?.[index * 3 + channel] ?? 0
  rgba[to + 3] = alphas?.[index] ?? 255
}

/** Gray, gray with alpha, RGB or RGBA. */
function setPixel(rgba: Uint8Array, to: number, rows: Uint8Array, from: number, channels: number): void {
  const isGray = channels < 3
  for (let channel = 0; channel < 3; channel++) rgba[to + channel] = rows[isGray ? from : from + channel]!
  rgba[to + 3] = channels === 2 || channels === 4 ? rows[from + channels - 1]! : 255
}
