import { crc32, inflate } from '../../standards/host.ts'

/** A picture's pixels, four bytes each: red, green, blue, alpha. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/**
 * Decodes a PNG (ISO/IEC 15948) of any color type, depth and interlacing; 16 bits become 8. What isn't needed for pixels is skipped.
 *
 * @throws Error if the file is broken
 */
export function readPng(file: Uint8Array): Pixels {
  const { header, palette, transparent, data } = chunksOf(file)
  const { width, height, depth, color, interlaced } = header
  const channels = channelsOf[color]
  if (channels === undefined || !depthsOf[color]?.includes(depth)) throw new Error('unknown pixel format')
  const bits = depth * channels
  const passes = interlaced ? adam7 : whole
  const sizes = passes.map(({ x, y, dx, dy }) => ({
    columns: Math.ceil((width - x) / dx),
    rows: Math.ceil((height - y) / dy),
  }))
  const length = sizes.reduce(
    (sum, { columns, rows }) => sum + (columns > 0 ? rows * (1 + strideOf(columns, bits)) : 0),
    0,
  )
  const lines = inflate(data, length)
  if (lines.length < length) throw new Error('too few pixels')
  const paint = painter(header, palette, transparent)
  const rgba = new Uint8Array(width * height * 4)
  let at = 0
  for (const [index, { x, y, dx, dy }] of passes.entries()) {
    const { columns, rows } = sizes[index]!
    if (columns < 1 || rows < 1) continue
    const stride = strideOf(columns, bits)
    unfilter(lines, at, rows, stride, Math.max(1, bits >> 3))
    for (let row = 0; row < rows; row++) {
      at++
      const to = ((y + row * dy) * width + x) * 4
      paint(lines.subarray(at, at + stride), columns, rgba, to, dx * 4)
      at += stride
    }
  }
  return { width, height, rgba }
}

interface Header {
  width: number
  height: number
  /** Bits per sample. */
  depth: number
  /** Color type: 0 gray, 2 color, 3 palette, 4 gray with alpha, 6 color with alpha. */
  color: number
  interlaced: boolean
}

interface Chunks {
  header: Header
  palette: Uint8Array
  /** Of tRNS: alpha of each color of the palette, or the samples that are transparent. */
  transparent: Uint8Array | undefined
  /** Compressed. */
  data: Uint8Array
}

/** Samples of a pixel by color type. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Depths by color type. */
const depthsOf: Readonly<Record<number, readonly number[]>> = {
  ...{ 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] },
}

/** A pass takes every `dx`-th pixel of every `dy`-th row. */
interface Pass {
  x: number
  y: number
  dx: number
  dy: number
}

const whole: readonly Pass[] = [{ x: 0, y: 0, dx: 1, dy: 1 }]
const adam7: readonly Pass[] = [
  ...[
    { x: 0, y: 0, dx: 8, dy: 8 },
    { x: 4, y: 0, dx: 8, dy: 8 },
    { x: 0, y: 4, dx: 4, dy: 8 },
    { x: 2, y: 0, dx: 4, dy: 4 },
    { x: 0, y: 2, dx: 2, dy: 4 },
    { x: 1, y: 0, dx: 2, dy: 2 },
    { x: 0, y: 1, dx: 1, dy: 2 },
  ],
]

function strideOf(columns: number, bits: number): number {
  return Math.ceil((columns * bits) / 8)
}

function chunksOf(file: Uint8Array): Chunks {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let header: Header | undefined
  let palette = new Uint8Array()
  let transparent: Uint8Array | undefined
  const parts: Uint8Array[] = []
  for (let at = signatureLength; ; ) {
    const length = view.getUint32(at)
    const type = view.getUint32(at + 4)
    const content = file.subarray(at + 8, at + 8 + length)
    if (view.getUint32(at + 8 + length) !== crc32(file.subarray(at + 4, at + 8 + length)))
      throw new Error('wrong checksum')
    if (type === chunk.IHDR) header = readHeader(view, at + 8)
    else if (type === chunk.PLTE) palette = new Uint8Array(content)
    else if (type === chunk.tRNS) transparent = content
    else if (type === chunk.IDAT) parts.push(content)
    else if (type === chunk.IEND) break
    at += 12 + length
  }
  if (!header) throw new Error('no header')
  return { header, palette, transparent, data: joined(parts) }
}

const signatureLength = 8

/** Types of chunks, four letters each. */
const chunk = { IHDR: 0x49484452, PLTE: 0x504c5445, tRNS: 0x74524e53, IDAT: 0x49444154, IEND: 0x49454e44 }

function readHeader(view: DataView, at: number): Header {
  const interlace = view.getUint8(at + 12)
  if (view.getUint8(at + 10) !== 0 || view.getUint8(at + 11) !== 0 || interlace > 1) throw new Error('unknown method')
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)]
  return { width, height, depth: view.getUint8(at + 8), color: view.getUint8(at + 9), interlaced: interlace === 1 }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (only && parts.length === 1) return only
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Reverses the filter of each row (ISO/IEC 15948, 9), in place. `from` is where the first row's filter stands, `back` bytes are a pixel. */
function unfilter(lines: Uint8Array, from: number, rows: number, stride: number, back: number): void {
  for (let row = 0; row < rows; row++) {
    const start = from + row * (stride + 1) + 1
    const filter = lines[start - 1]!
    if (filter > 4) throw new Error('unknown filter')
    if (filter === 0) continue
    const above = row === 0 ? -1 : start - stride - 1
    if (filter === 2) {
      for (let at = above < 0 ? stride : 0; at < stride; at++) lines[start + at]! += lines[above + at]!
      continue
    }
    for (let at = 0; at < stride; at++) {
      const left = at < back ? 0 : lines[start + at - back]!
      const up = above < 0 ? 0 : lines[above + at]!
      const upLeft = above < 0 || at < back ? 0 : lines[above + at - back]!
      lines[start + at]! += predicted(filter, left, up, upLeft)
    }
  }
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left
  if (filter === 3) return (left + up) >> 1
  const guess = left + up - upLeft
  const [toLeft, toUp, toUpLeft] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)]
  if (toLeft <= toUp && toLeft <= toUpLeft) return left
  return toUp <= toUpLeft ? up : upLeft
}

/** Writes a row's pixels, `step` bytes apart. */
type Paint = (line: Uint8Array, columns: number, rgba: Uint8Array, to: number, step: number) => void

function painter({ depth, color }: Header, palette: Uint8Array, transparent: Uint8Array | undefined): Paint {
  const most = 2 ** depth - 1
  const sample =
    depth === 8
      ? (line: Uint8Array, at: number) => line[at]!
      : depth === 16
        ? (line: Uint8Array, at: number) => (line[2 * at]! << 8) | line[2 * at + 1]!
        : (line: Uint8Array, at: number) => (line[(at * depth) >> 3]! >> (8 - depth - ((at * depth) & 7))) & most
  const scaled = depth === 8 ? (value: number) => value : (value: number) => Math.floor((value * 255) / most + 0.5)
  if (color === 3) {
    const colors = palette.length / 3
    return (line, columns, rgba, to, step) => {
      for (let at = 0; at < columns; at++, to += step) {
        const index = sample(line, at)
        if (index >= colors) throw new Error('no such color')
        for (let part = 0; part < 3; part++) rgba[to + part] = palette[3 * index + part]!
        rgba[to + 3] = transparent?.[index] ?? 255
      }
    }
  }
  if (color === 6 && depth === 8)
    return (line, columns, rgba, to, step) => {
      if (step === 4) rgba.set(line.subarray(0, 4 * columns), to)
      else for (let at = 0; at < columns; at++) rgba.set(line.subarray(4 * at, 4 * at + 4), to + at * step)
    }
  const hasColor = (color & 2) !== 0
  const hasAlpha = (color & 4) !== 0
  const channels = (hasColor ? 3 : 1) + (hasAlpha ? 1 : 0)
  const clear =
    !hasAlpha && transparent && transparent.length >= 2 * channels
      ? Array.from({ length: channels }, (_, part) => (transparent[2 * part]! << 8) | transparent[2 * part + 1]!)
      : undefined
  return (line, columns, rgba, to, step) => {
    for (let at = 0; at < columns; at++, to += step) {
      const first = at * channels
      // Black, too, as the memory is.
      if (clear?.every((value, part) => sample(line, first + part) === value)) continue
      for (let part = 0; part < 3; part++) rgba[to + part] = scaled(sample(line, first + (hasColor ? part : 0)))
      rgba[to + 3] = hasAlpha ? scaled(sample(line, first + channels - 1)) : 255
    }
  }
}
