import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { peer } from './peer.ts'
import type { Picture } from './pictures/picture.ts'

/** What a scanner reports. */
export interface ReadBarcode {
  /** The kind of symbol: `Code128`, `EAN13` (also UPC-A, which is an EAN-13 that starts with 0), `QRCode`. */
  symbology: string
  /** Its AIM identifier, such as `]C1` for GS1-128. */
  identifier: string
  text: string
}

/** Reads the barcodes in a PNG file or an image from top to bottom, limited to the dozen kinds that till scanners read. */
export async function readBarcodes(source: Uint8Array | Picture): Promise<ReadBarcode[]> {
  const scanner = await scannerOnce()
  const results = await scanner.readBarcodes(source instanceof Uint8Array ? source : imageData(source), {
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
  })
  return results
    .sort((one, other) => one.position.topLeft.y - other.position.topLeft.y)
    .map(({ format, symbologyIdentifier, text }) => ({ symbology: format, identifier: symbologyIdentifier, text }))
}

type Scanner = Awaited<ReturnType<typeof openScanner>>

function scannerOnce(): Promise<Scanner> {
  opened ??= openScanner()
  return opened
}

let opened: Promise<Scanner> | undefined

/** By default zxing-wasm downloads its WebAssembly; this loads it from the package. */
async function openScanner() {
  const scanner = await peer('zxing-wasm', () => import('zxing-wasm/reader'))
  const code = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = code.buffer.slice(code.byteOffset, code.byteOffset + code.length)
  scanner.prepareZXingModule({ overrides: { wasmBinary } })
  return scanner
}

type ImageData = Exclude<Parameters<Scanner['readBarcodes']>[0], Uint8Array | ArrayBuffer | Blob>

function imageData({ width, height, rgba }: Picture): ImageData {
  const data = new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length)
  return { width, height, data, colorSpace: 'srgb' } as ImageData
}
