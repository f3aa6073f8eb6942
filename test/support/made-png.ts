import { crc32, deflateSync } from 'node:zlib'

/** Color type, bits per sample, interlaced: all that ISO/IEC 15948 has. */
export const pngFormats = [
  ...[1, 2, 4, 8, 16].map(depth => [0, depth] as const),
  ...[8, 16].flatMap(depth => [2, 4, 6].map(color => [color, depth] as const)),
  ...[1, 2, 4, 8].map(depth => [3, depth] as const),
].flatMap(([color, depth]) => [false, true].map(interlaced => [color, depth, interlaced] as const))

interface Made {
  width: number
  height: number
  /** Of the noise that the picture is. */
  seed: number
  /** With a tRNS chunk, where the color type allows one. */
  transparent: boolean
  color: number
  depth: number
  interlaced: boolean
  /** Bytes after the last row. */
  extra?: number
}

const passes = {
  true: [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ],
  false: [[0, 0, 1, 1]],
}

/** A PNG of noise, with all filters. */
export function madePng({ width, height, seed, transparent, color, depth, interlaced, extra = 0 }: Made): Uint8Array {
  let state = seed + 1
  const noise = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  }
  const channels = [1, 0, 3, 1, 2, 0, 4][color]!
  const rows: number[] = []
  for (const [x, y, dx, dy] of passes[`${interlaced}`]) {
    const columns = Math.ceil((width - x!) / dx!)
    const lines = columns < 1 ? 0 : Math.ceil((height - y!) / dy!)
    for (let row = 0; row < lines; row++) {
      rows.push(noise() % 5)
      for (let byte = 0; byte < Math.ceil((columns * channels * depth) / 8); byte++) rows.push(noise())
    }
  }
  const palette = Uint8Array.from({ length: 3 * 2 ** Math.min(depth, 8) }, noise)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, interlaced ? 1 : 0], 8)
  const clear = color === 3 ? Uint8Array.of(0, 128, 7) : new Uint8Array(2 * channels).map((_, at) => at & 1)
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    ...(color === 3 ? [chunk('PLTE', palette)] : []),
    ...(transparent && color < 4 ? [chunk('tRNS', color === 3 ? clear.subarray(0, palette.length / 3) : clear)] : []),
    chunk('IDAT', deflateSync(Buffer.concat([Uint8Array.from(rows), Buffer.alloc(extra)]))),
    chunk('IEND', new Uint8Array()),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
