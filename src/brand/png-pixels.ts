import { inflateSync } from 'node:zlib'

/** The pixels of a PNG, four bytes each: red, green, blue, alpha. */
export interface Pixels {
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
      const at = y * stride
      rgba.set(
        type === 3 ? fromPalette(sample(rows, at, x, depth), palette) : pixelAt(rows, at + x * channels, channels),
        (y * width + x) * 4,
      )
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
    const filter = data[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x >= step ? rows[at - step]! : 0
      const above = y > 0 ? rows[at - stride]! : 0
      const corner = x >= step && y > 0 ? rows[at - stride - step]! : 0
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0
      rows[at] = data[y * (stride + 1) + 1 + x]! + predicted
    }
  }
  return rows
}

function paeth(left: number, above: number, corner: number): number {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}

/** A palette index of 1, 2, 4 or 8 bits. */
function sample(rows: Uint8Array, row: number, x: number, depth: number): number {
  const bit = x * depth
  return (rows[row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}

function fromPalette(index: number, { colors, alphas }: { colors: Buffer | undefined; alphas: Buffer | undefined }) {
  const [red = 0, green = 0, blue = 0] = colors!.subarray(index * 3, index * 3 + 3)
  return [red, green, blue, alphas?.[index] ?? 255]
}

function pixelAt(rows: Uint8Array, at: number, channels: number): number[] {
  const [first = 0, second = 0, third = 0, fourth = 255] = rows.subarray(at, at + channels)
  return channels < 3 ? [first, first, first, channels === 2 ? second : 255] : [first, second, third, fourth]
}
