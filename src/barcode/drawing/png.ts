import { crc32, someBytes } from '../../standards/host.ts'
import { deflateRepeated } from './deflate.ts'
import type { DarkRun } from './modules.ts'

/** Identical image rows. */
export interface Band {
  /** Black pixels of each row, from left to right; the rest is white. */
  dark: readonly DarkRun[]
  /** Number of rows. */
  rows: number
}

/** Writes a 1-bit grayscale PNG, `width` px wide, with bands from top to bottom (ISO/IEC 15948). */
export function encodePng(width: number, bands: readonly Band[]): Uint8Array {
  const height = bands.reduce((sum, band) => sum + band.rows, 0)
  const rows = bands.filter(band => band.rows > 0).map(band => ({ row: scanline(width, band.dark), times: band.rows }))
  return pngFile({ width, height, depth: 1, colors: 'grey' }, deflateRepeated(rows))
}

/** A PNG file's size and pixel format. */
export interface PngHeader {
  width: number
  height: number
  /** Bits per gray value, palette index, or channel. */
  depth: 1 | 4 | 8
  colors: keyof typeof colorTypes
}

/** Color types of ISO/IEC 15948, 11.2.2. */
const colorTypes = { grey: 0, rgb: 2, palette: 3 }

/** Assembles a PNG file: `data` is the compressed scanlines; `palette` has red, green and blue for each color. */
export function pngFile({ width, height, depth, colors }: PngHeader, data: Uint8Array, palette?: Uint8Array) {
  const header = new Uint8Array(13)
  writeUint32(header, 0, width)
  writeUint32(header, 4, height)
  header[8] = depth
  header[9] = colorTypes[colors]
  const chunks: Chunk[] = [['IHDR', header]]
  if (palette) chunks.push(['PLTE', palette])
  chunks.push(['IDAT', data], end)
  const file = someBytes(chunks.reduce((sum, [, { length }]) => sum + length + chunkFrame, signature.length))
  file.set(signature)
  let at = signature.length
  for (const chunk of chunks) at = writeChunk(file, at, chunk)
  return file
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

type Chunk = readonly [type: keyof typeof typeBytes, data: Uint8Array]

/** The name of each type of chunk, as bytes. */
const typeBytes = {
  IHDR: Uint8Array.of(0x49, 0x48, 0x44, 0x52),
  PLTE: Uint8Array.of(0x50, 0x4c, 0x54, 0x45),
  IDAT: Uint8Array.of(0x49, 0x44, 0x41, 0x54),
  IEND: Uint8Array.of(0x49, 0x45, 0x4e, 0x44),
}

const end: Chunk = ['IEND', new Uint8Array()]

/** Bytes of a chunk besides its data. */
const chunkFrame = 12

/** Writes a chunk and returns where the next one begins. */
function writeChunk(file: Uint8Array, at: number, [type, data]: Chunk): number {
  const name = typeBytes[type]
  writeUint32(file, at, data.length)
  file.set(name, at + 4)
  file.set(data, at + 8)
  return writeUint32(file, at + 8 + data.length, crc32(data, crc32(name)))
}

/** Writes four bytes, the highest first, and returns where they end. */
function writeUint32(file: Uint8Array, at: number, value: number): number {
  file[at] = value >>> 24
  file[at + 1] = value >>> 16
  file[at + 2] = value >>> 8
  file[at + 3] = value
  return at + 4
}

/** One unfiltered row: filter type 0, then 8 px per byte, leftmost in the highest bit. */
function scanline(width: number, dark: readonly DarkRun[]): Uint8Array {
  const line = someBytes(1 + Math.ceil(width / 8))
  line[0] = 0
  for (let at = 1; at < line.length; at++) line[at] = 0xff
  for (const { start, length } of dark) blacken(line, 8 + start, length)
  return line
}

/** Clears `length` bits starting at bit `start`; bit 0 is the highest bit of the first byte. */
function blacken(line: Uint8Array, start: number, length: number): void {
  for (let bit = start; bit < start + length; bit++) line[bit >> 3] = (line[bit >> 3] ?? 0) & ~(0x80 >> (bit & 7))
}
