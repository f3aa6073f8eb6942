/** A range of code points that a font has glyphs for, inclusive. */
export type CodePointRange = readonly [first: number, last: number]

/**
 * Reads which code points a font has glyphs for from its `cmap` table (ISO/IEC 14496-22, "OpenType"): format 12 if present,
 * else format 4. Of a font collection, only the first font is read.
 *
 * @param font the bytes of a TTF, OTF or TTC file
 * @returns ranges in ascending order; none if the file isn't such a font
 */
export function codePointsOf(font: Uint8Array): CodePointRange[] {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  try {
    const start = view.getUint32(0) === tag('ttcf') ? view.getUint32(12) : 0
    const table = findTable(view, start, 'cmap')
    if (table === undefined) return []
    const formats = subtables(view, table)
    const wide = formats.get(12)
    const narrow = formats.get(4)
    if (wide !== undefined) return readFormat12(view, wide)
    return narrow === undefined ? [] : readFormat4(view, narrow)
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function tag(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE()
}

function findTable(view: DataView, start: number, name: string): number | undefined {
  const tables = view.getUint16(start + 4)
  for (let index = 0; index < tables; index++) {
    const record = start + 12 + index * 16
    if (view.getUint32(record) === tag(name)) return view.getUint32(record + 8)
  }
  return undefined
}

/** Format number to offset, for the subtables in Unicode (platform 0, and platform 3 with encoding 1 or 10). */
function subtables(view: DataView, table: number): Map<number, number> {
  const formats = new Map<number, number>()
  const count = view.getUint16(table + 2)
  for (let index = 0; index < count; index++) {
    const record = table + 4 + index * 8
    const platform = view.getUint16(record)
    const encoding = view.getUint16(record + 2)
    const offset = table + view.getUint32(record + 4)
    if (platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))) {
      formats.set(view.getUint16(offset), offset)
    }
  }
  return formats
}

function readFormat12(view: DataView, table: number): CodePointRange[] {
  const ranges: CodePointRange[] = []
  const groups = view.getUint32(table + 12)
  for (let index = 0; index < groups; index++) {
    const group = table + 16 + index * 12
    ranges.push([view.getUint32(group), view.getUint32(group + 4)])
  }
  return ranges
}

function readFormat4(view: DataView, table: number): CodePointRange[] {
  const ranges: CodePointRange[] = []
  const doubled = view.getUint16(table + 6)
  const [ends, starts] = [table + 14, table + 16 + doubled]
  const [deltas, offsets] = [starts + doubled, starts + 2 * doubled]
  for (let index = 0; index < doubled; index += 2) {
    const [start, end] = [view.getUint16(starts + index), view.getUint16(ends + index)]
    const [delta, offset] = [view.getUint16(deltas + index), view.getUint16(offsets + index)]
    for (let code = start; code <= end && code < 0xffff; code++) {
      const raw = offset === 0 ? code : view.getUint16(offsets + index + offset + 2 * (code - start))
      const glyph = offset !== 0 && raw === 0 ? 0 : (raw + delta) & 0xffff
      if (glyph !== 0) ranges.push([code, code])
    }
  }
  return ranges
}
