import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PNG } from 'pngjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** A picture in greys: 0 is black, 255 white, row by row. */
export interface Bitmap {
  width: number
  height: number
  grey: Uint8Array
}

/** What a scanner says: the kind of symbol, its AIM identifier (such as `]C1` for GS1-128) and the text. */
export interface Reading {
  format: string
  identifier: string
  text: string
}

const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) } })

/** Reads the one barcode in a PNG file or a picture, as a till's scanner would, which knows a dozen kinds. */
export async function read(source: Uint8Array | Bitmap): Promise<Reading | undefined> {
  const [result] = await readBarcodes(source instanceof Uint8Array ? source : imageData(source), {
    textMode: 'Plain',
    formats: [
      'EAN8',
      'EAN13',
      'UPCA',
      'UPCE',
      'ITF',
      'Code39Std',
      'Code93',
      'Code128',
      'DataBar',
      'QRCode',
      'DataMatrix',
    ],
    tryInvert: false,
    tryDownscale: false,
    maxNumberOfSymbols: 1,
  })
  return result && { format: result.format, identifier: result.symbologyIdentifier, text: result.text }
}

function imageData({ width, height, grey }: Bitmap): Exclude<Parameters<typeof readBarcodes>[0], Uint8Array | Blob> {
  const pixels = new Uint32Array(grey.length)
  for (let index = 0; index < grey.length; index++) pixels[index] = grey[index]! * 0x010101 + 0xff000000
  return { width, height, data: new Uint8ClampedArray(pixels.buffer), colorSpace: 'srgb' } as ReturnType<
    typeof imageData
  >
}

/** The picture that a PNG holds; fails when any of it is transparent or coloured. */
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
