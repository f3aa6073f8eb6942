import { pngFile } from '../barcode/drawing/png.ts'
import { compress } from '../standards/packing.ts'
import type { PictureSource } from '../view/receipt-view.ts'
import { type Pixels, readPng } from './png/read-png.ts'

/**
 * Decodes a PNG (ISO/IEC 15948).
 *
 * @throws Error if the file is broken
 */
export function readPixels(png: Uint8Array): Pixels {
  if (last?.png === png) return last.pixels
  const pixels = readPng(png)
  last = { png, pixels }
  return pixels
}

/** A new brand's logo is read twice in a row: when it is opened, and by its first mail. */
let last: { png: Uint8Array; pixels: Pixels } | undefined

/**
 * The same picture without transparency: mail clients repaint what is behind it in the dark, and black ink would vanish. A GIF, a
 * broken file, and one that needs none are returned as they are.
 *
 * @param budget what may still be decoded; a larger picture stays as it is
 */
export function onWhite<Picture extends Pick<PictureSource, 'bytes' | 'mimeType'>>(
  picture: Picture,
  budget = { pixels: Number.POSITIVE_INFINITY },
): Picture {
  if (picture.mimeType !== 'image/png') return picture
  if (!mayBeTransparent(picture.bytes)) return picture
  const { buffer, byteOffset, byteLength } = picture.bytes
  const header = new DataView(buffer, byteOffset, byteLength)
  const count = header.getUint32(16) * header.getUint32(20)
  if (count > budget.pixels) return picture
  budget.pixels -= count
  try {
    const pixels = readPixels(picture.bytes)
    return isOpaque(pixels) ? picture : { ...picture, bytes: opaquePng(pixels) }
  } catch {
    return picture
  }
}

/** Whether it has an alpha channel (color types 4 and 6) or a chunk of transparent colors. */
function mayBeTransparent(png: Uint8Array): boolean {
  if (((png[25] ?? 0) & 4) !== 0) return true
  for (let at = png.indexOf(letterT, 33); at >= 0; at = png.indexOf(letterT, at + 1))
    if (tRNS.every((letter, index) => png[at + index] === letter)) return true
  return false
}

const letterT = 0x74
const tRNS = [letterT, 0x52, 0x4e, 0x53]

/** A PNG on a plate of a color, with a margin of a tenth of its longer side. @throws Error if the file is broken */
export function onPlate(png: Uint8Array, color: number): { bytes: Uint8Array; width: number; height: number } {
  const { width, height, rgba } = readPixels(png)
  const margin = Math.ceil(Math.max(width, height) / 10)
  const plate = { width: width + 2 * margin, height: height + 2 * margin }
  const pixels = new Uint8Array(plate.width * plate.height * 4)
  for (let row = 0; row < height; row++)
    pixels.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), ((row + margin) * plate.width + margin) * 4)
  return { ...plate, bytes: opaquePng({ ...plate, rgba: pixels }, color) }
}

function isOpaque({ rgba }: Pixels): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false
  return true
}

const white = 0xffffff

/** Blends with a ground. Few colors, as ink has, are a palette: that takes a fraction of the time to compress, and fewer bytes. */
function opaquePng({ width, height, rgba }: Pixels, ground = white): Uint8Array {
  const { palette, numbers, isGray } = blended(rgba, ground)
  if (palette.length > (isGray ? 16 : 256)) return manyColors({ width, height, rgba }, ground, isGray)
  const perByte = palette.length > 16 ? 1 : 2
  const stride = Math.ceil(width / perByte)
  // Each row begins with its filter's byte, 0.
  const rows = new Uint8Array((1 + stride) * height)
  for (let row = 0; row < height; row++) {
    const to = row * (1 + stride) + 1
    const from = row * width
    if (perByte === 1) rows.set(numbers.subarray(from, from + width), to)
    else
      for (let column = 0; column < width; column++) {
        const place = to + (column >> 1)
        rows[place] = (rows[place] ?? 0) | ((numbers[from + column] ?? 0) << (column % 2 === 0 ? 4 : 0))
      }
  }
  const colors = Uint8Array.from(palette.flatMap(color => [color & 255, (color >> 8) & 255, color >> 16]))
  return pngFile({ width, height, depth: perByte === 1 ? 8 : 4, colors: 'palette' }, compress(rows), colors)
}

/** Colors on a ground, in the order in which they come, and each pixel's; of more than 256, some. */
function blended(rgba: Uint8Array, ground: number): { palette: number[]; numbers: Uint8Array; isGray: boolean } {
  const known = new Map<number, number>()
  const numbers = new Uint8Array(rgba.length / 4)
  const [groundRed, groundGreen, groundBlue] = channelsOf(ground)
  let isGray = groundRed === groundGreen && groundGreen === groundBlue
  let [last, number] = [-1, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]]
    // What can't be seen is the ground, whatever its color.
    const pixel = alpha === 0 ? 0 : red + 0x100 * green + 0x10000 * blue + 0x1000000 * alpha
    if (alpha !== 0) isGray &&= red === green && green === blue
    if (pixel !== last) {
      const color =
        over(groundRed, red, alpha) | (over(groundGreen, green, alpha) << 8) | (over(groundBlue, blue, alpha) << 16)
      number = known.get(color) ?? known.size
      known.set(color, number)
      last = pixel
      if (number > 255 && !isGray) break
    }
    numbers[at / 4] = number
  }
  return { palette: [...known.keys()], numbers, isGray }
}

/** A channel on that of a ground. */
function over(ground: number, level: number, alpha: number): number {
  return ground - Math.round(((ground - level) * alpha) / 255)
}

/** Red, green and blue of `0xrrggbb`. */
function channelsOf(color: number): [number, number, number] {
  return [color >> 16, (color >> 8) & 255, color & 255]
}

/** Gray takes one byte a pixel, color three. */
function manyColors({ width, height, rgba }: Pixels, ground: number, isGray: boolean): Uint8Array {
  const channels = isGray ? 1 : 3
  const grounds = channelsOf(ground)
  const rows = new Uint8Array((1 + width * channels) * height)
  let to = 0
  for (let at = 0; at < rgba.length; at += 4) {
    // Each row begins with its filter's byte, 0.
    if (at % (width * 4) === 0) to++
    const alpha = rgba[at + 3] ?? 255
    for (let channel = 0; channel < channels; channel++)
      rows[to++] = over(grounds[channel] ?? 0, rgba[at + channel] ?? 0, alpha)
  }
  return pngFile({ width, height, depth: 8, colors: isGray ? 'grey' : 'rgb' }, compress(rows))
}
