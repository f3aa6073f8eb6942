import { deflateSync } from 'node:zlib'
import { pngFile } from '../../../src/barcode/drawing/png.ts'

/** An opaque image: red, green, blue and 255 for each px, row by row. */
export interface Picture {
  width: number
  height: number
  rgba: Uint8Array
}

/** Writes an image as PNG, with a palette (a sixth of the bytes) if it has few colors. */
export function writePng(picture: Picture): Uint8Array {
  const { width, height } = picture
  const palette = paletteOf(picture)
  if (!palette) return pngFile({ width, height, depth: 8, colors: 'rgb' }, compressed(rgbLines(picture)))
  const depth = palette.length > 16 ? 8 : 4
  const lines = numberLines(picture, new Map(palette.map((color, number) => [color, number])), depth)
  return pngFile({ width, height, depth, colors: 'palette' }, compressed(lines), bytesOf(palette))
}

/** The image with 16 levels of red, green and blue: it looks the same, and the file is half as large. */
export function withFewColors(picture: Picture): Picture {
  return withLevels(picture, level => Math.round(level / 17) * 17)
}

/** The image with few colors at the edges of letters, and those of areas as they are: a tinted ground shows what it is. */
export function withFewEdgeColors(picture: Picture): Picture {
  const few = withFewColors(picture)
  const [before, after] = [new Uint32Array(new Uint8Array(picture.rgba).buffer), new Uint32Array(few.rgba.buffer)]
  const counts = new Map<number, number>()
  for (const pixel of before) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const least = before.length / 1000
  for (const [at, pixel] of before.entries()) if (counts.get(pixel)! >= least) after[at] = pixel
  return few
}

/** Maps an image's levels of red, green and blue, 0 to 255. */
export function withLevels({ width, height, rgba }: Picture, levelOf: (level: number) => number): Picture {
  const table = Uint8Array.from({ length: 256 }, (_, level) => levelOf(level))
  const levels = new Uint8Array(rgba)
  const pixels = new Uint32Array(levels.buffer)
  // A page is mostly white: neighbors that are alike are mapped once.
  let last = 0
  let mapped = 0
  for (let index = 0; index < pixels.length; index++) {
    const pixel = pixels[index]!
    if (index === 0 || pixel !== last) {
      for (let at = index * 4; at < index * 4 + 4; at++) levels[at] = table[levels[at]!]!
      last = pixel
      mapped = pixels[index]!
    } else pixels[index] = mapped
  }
  return { width, height, rgba: levels }
}

/** An image's colors, as numbers; undefined if too many for a palette. */
function paletteOf({ rgba }: Picture): number[] | undefined {
  const colors = new Set<number>()
  for (let at = 0; at < rgba.length; at += 4) {
    colors.add(colorAt(rgba, at))
    if (colors.size > 256) return undefined
  }
  return [...colors].sort((one, other) => one - other)
}

function colorAt(rgba: Uint8Array, at: number): number {
  return (rgba[at]! << 16) | (rgba[at + 1]! << 8) | rgba[at + 2]!
}

function bytesOf(palette: readonly number[]): Uint8Array {
  return Uint8Array.from(palette.flatMap(color => [color >> 16, (color >> 8) & 0xff, color & 0xff]))
}

/** Each row starts with its filter type: 0, none. */
function numberLines({ width, height, rgba }: Picture, numbers: ReadonlyMap<number, number>, depth: 4 | 8): Uint8Array {
  const perByte = 8 / depth
  const stride = 1 + Math.ceil(width / perByte)
  const lines = new Uint8Array(stride * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const column = pixel % width
    const number = numbers.get(colorAt(rgba, pixel * 4))!
    const left = depth === 4 && column % 2 === 0
    lines[((pixel - column) / width) * stride + 1 + Math.floor(column / perByte)]! |= left ? number << 4 : number
  }
  return lines
}

function rgbLines({ width, height, rgba }: Picture): Uint8Array {
  const stride = 1 + width * 3
  const lines = new Uint8Array(stride * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const column = pixel % width
    const to = ((pixel - column) / width) * stride + 1 + column * 3
    for (let channel = 0; channel < 3; channel++) lines[to + channel] = rgba[pixel * 4 + channel]!
  }
  return lines
}

function compressed(lines: Uint8Array): Uint8Array {
  return deflateSync(lines, { level: 9 })
}

/** The image extended with white to the right and below. */
export function extended(picture: Picture, width: number, height: number): Picture {
  if (picture.width === width && picture.height === height) return picture
  const wide = { width, height, rgba: new Uint8Array(width * height * 4).fill(255) }
  paste(wide, picture, 0)
  return wide
}

/** Images of equal height side by side, with gray between them. */
export function beside(pictures: readonly Picture[]): Picture {
  const gap = 12
  const width = pictures.reduce((sum, each) => sum + each.width + gap, -gap)
  const height = Math.max(...pictures.map(each => each.height))
  const row = { width, height, rgba: new Uint8Array(width * height * 4).fill(0xaa) }
  let left = 0
  for (const each of pictures) {
    paste(row, each, left)
    left += each.width + gap
  }
  return row
}

function paste(onto: Picture, picture: Picture, left: number): void {
  for (let y = 0; y < picture.height; y++) {
    const line = picture.rgba.subarray(y * picture.width * 4, (y + 1) * picture.width * 4)
    onto.rgba.set(line, (y * onto.width + left) * 4)
  }
}
