import { crc32, deflateSync } from 'node:zlib'

/** A color as red, green, blue, alpha. */
export type Color = readonly [number, number, number, number]

/** A PNG whose middle half is of one color and whose border is of another, by default transparent. */
export function pngLogo(color: Color, { width = 240, height = 80, border = [0, 0, 0, 0] as Color } = {}): Uint8Array {
  const row = (colorAt: (x: number) => Color) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => colorAt(x)).flat()])
  const outer = row(() => border)
  const inner = row(x => (x >= width / 8 && x < (width * 7) / 8 ? color : border))
  const rows = Array.from({ length: height }, (_, y) => (y >= height / 4 && y < (height * 3) / 4 ? inner : outer))
  return png({ width, height, depth: 8, type: 6 }, Buffer.concat(rows))
}

/** A PNG from its rows, each with its filter's byte in front (ISO/IEC 15948). */
export function png(
  { width, height, depth, type }: { width: number; height: number; depth: number; type: number },
  rows: Buffer,
  more: readonly [name: string, data: Buffer][] = [],
): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, type], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [
    ['IHDR', header] as const,
    ...more,
    ['IDAT', deflateSync(rows)] as const,
    ['IEND', Buffer.alloc(0)] as const,
  ]
  return new Uint8Array(Buffer.concat([signature, ...chunks.map(([name, data]) => chunk(name, data))]))
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
