import { PNG } from 'pngjs'
import { type ReadBarcode, readBarcodes } from '../../tools/goldens/made.ts'
import type { Picture } from '../../tools/goldens/pictures/picture.ts'

/** A grayscale picture: 0 is black, 255 white, row by row. */
export interface Bitmap {
  width: number
  height: number
  grey: Uint8Array
}

/** Reads the one barcode in a PNG file or a picture, as a till's scanner would, which knows a dozen kinds. */
export async function read(source: Uint8Array | Bitmap): Promise<ReadBarcode | undefined> {
  const [first] = await readBarcodes(source instanceof Uint8Array ? source : inColor(source))
  return first
}

function inColor({ width, height, grey }: Bitmap): Picture {
  const rgba = new Uint8Array(grey.length * 4)
  for (let index = 0; index < grey.length; index++) {
    const at = index * 4
    rgba[at] = rgba[at + 1] = rgba[at + 2] = grey[index]!
    rgba[at + 3] = 255
  }
  return { width, height, rgba }
}

/** A PNG's picture. @throws if any of it is transparent or colored */
export function picture(png: Uint8Array): Bitmap {
  const { width, height, data } = PNG.sync.read(Buffer.from(png))
  const grey = new Uint8Array(width * height)
  for (let index = 0; index < grey.length; index++) {
    const at = index * 4
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2] || data[at + 3] !== 255) {
      throw new Error(`pixel ${index} is not opaque grey`)
    }
    grey[index] = data[at]!
  }
  return { width, height, grey }
}

/** The picture shrunk to `width` px, each the mean of the square below it; fails when that is no whole number of px wide. */
export function shrunk(picture: Bitmap, width: number): Bitmap {
  const factor = picture.width / width
  const height = picture.height / factor
  if (!Number.isInteger(factor) || !Number.isInteger(height))
    throw new Error(`${picture.width} px is no multiple of ${width}`)
  const grey = new Uint8Array(width * height)
  for (let index = 0; index < grey.length; index++) {
    const corner = Math.floor(index / width) * factor * picture.width + (index % width) * factor
    let sum = 0
    for (let y = 0; y < factor; y++) {
      for (let x = 0; x < factor; x++) sum += picture.grey[corner + y * picture.width + x]!
    }
    grey[index] = Math.round(sum / factor ** 2)
  }
  return { width, height, grey }
}

/** The drawing as a printer of `dpi` burns it: black or white, each edge at the nearest dot, `offset` dots off its grid. */
export function printed(svg: string, dpi: number, offset = 0.3): Bitmap {
  const number = (pattern: RegExp): number => Number(pattern.exec(svg)?.[1])
  const across = number(/viewBox="0 0 ([0-9]+) /)
  const down = number(/viewBox="0 0 [0-9]+ ([0-9]+)"/)
  const scale = (number(/ width="([0-9.]+)mm"/) / across / 25.4) * dpi
  const margin = 10
  const edge = (modules: number): number => margin + Math.round(modules * scale + offset)
  const [width, height] = [edge(across) + margin, edge(down) + margin]
  const grey = new Uint8Array(width * height).fill(255)
  for (const [, x, y, w, h] of svg.matchAll(/M([0-9]+) ([0-9]+)h([0-9]+)v([0-9]+)h-[0-9]+z/g)) {
    const [left, right] = [edge(Number(x)), edge(Number(x) + Number(w))]
    for (let row = edge(Number(y)); row < edge(Number(y) + Number(h)); row++) {
      grey.fill(0, row * width + left, row * width + right)
    }
  }
  return { width, height, grey }
}
