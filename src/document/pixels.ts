import { pngFile } from '../barcode/drawing/png.ts'
import type { PictureSource } from '../view/receipt-view.ts'
import { compress } from './png/compress.ts'
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

function isOpaque({ rgba }: Pixels): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false
  return true
}

/** Blends with white; ink without color takes one byte a pixel. */
function opaquePng({ width, height, rgba }: Pixels): Uint8Array {
  const colors = isGray(rgba) ? 'grey' : 'rgb'
  const channels = colors === 'grey' ? 1 : 3
  const rows = new Uint8Array((1 + width * channels) * height)
  let to = 0
  for (let at = 0; at < rgba.length; at += 4) {
    // Each row begins with its filter's byte, 0.
    if (at % (width * 4) === 0) to++
    const alpha = rgba[at + 3] ?? 255
    for (let color = at; color < at + channels; color++)
      rows[to++] = 255 - Math.round(((255 - (rgba[color] ?? 0)) * alpha) / 255)
  }
  return pngFile({ width, height, depth: 8, colors }, compress(rows))
}

function isGray(rgba: Uint8Array): boolean {
  for (let at = 0; at < rgba.length; at += 4) if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false
  return true
}
