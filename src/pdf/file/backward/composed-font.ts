/** A glyph that is made of others, in units of the font. */
export interface ComposedGlyph {
  /** Others, and where their origins are from its own. */
  parts: readonly { glyph: number; x: number; y: number }[]
  width: number
}

/** An embedded TrueType font. */
export interface ComposableFont {
  /** How many glyphs it has. */
  count: number
  unitsPerEm: number
  /** The font with more glyphs, behind its own. */
  withGlyphs(composed: readonly ComposedGlyph[]): Buffer
}

/** Opens a font, to add glyphs (OpenType 1.9, "glyf"); undefined if it has no such outlines. */
export function openFont(font: Buffer): ComposableFont | undefined {
  const tables = openTables(font)
  const [head, hhea, maxp, hmtx, loca, glyf] = needed.map(name => tables?.get(name))
  if (!tables || !head || !hhea || !maxp || !hmtx || !loca || !glyf || maxp.length < 32) return undefined
  const count = maxp.readUInt16BE(4)
  const measured = hhea.readUInt16BE(34)
  const isLong = head.readUInt16BE(50) === 1
  const startOf = (glyph: number) => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph))
  const outlineOf = (glyph: number) => glyf.subarray(startOf(glyph), startOf(glyph + 1))

  function withGlyphs(composed: readonly ComposedGlyph[]): Buffer {
    const all = count + composed.length
    const metrics = Buffer.alloc(4 * all)
    const places = Buffer.alloc(4 * (all + 1))
    for (let glyph = 0; glyph < count; glyph++) {
      hmtx?.copy(metrics, 4 * glyph, 4 * Math.min(glyph, measured - 1), 4 * Math.min(glyph, measured - 1) + 2)
      const side = glyph < measured ? 4 * glyph + 2 : 2 * (measured + glyph)
      hmtx?.copy(metrics, 4 * glyph + 2, side, side + 2)
      places.writeUInt32BE(startOf(glyph), 4 * glyph)
    }
    const outlines = [glyf?.subarray(0, startOf(count)) ?? Buffer.alloc(0)]
    let end = startOf(count)
    for (const [at, { parts, width }] of composed.entries()) {
      places.writeUInt32BE(end, 4 * (count + at))
      const outline = describe(parts, outlineOf)
      metrics.writeUInt16BE(width, 4 * (count + at))
      if (outline.length > 0) metrics.writeInt16BE(outline.readInt16BE(2), 4 * (count + at) + 2)
      outlines.push(outline)
      end += outline.length
    }
    places.writeUInt32BE(end, 4 * all)
    const changed = new Map(tables)
      .set('hmtx', metrics)
      .set('loca', places)
      .set('glyf', end === 0 ? noOutlines : Buffer.concat(outlines))
    for (const [name, amend] of amendments) changed.set(name, amend(Buffer.from(changed.get(name) ?? []), all))
    return writeTables(font, changed)
  }

  return { count, unitsPerEm: head.readUInt16BE(18), withGlyphs }
}

/** Readers take a table without a byte for none ("glyf"). */
const noOutlines = Buffer.alloc(1)

const needed = ['head', 'hhea', 'maxp', 'hmtx', 'loca', 'glyf'] as const

/** A letter with its dots and marks has no more parts. */
export const mostParts = 8

/** What other tables say of the glyphs. */
const amendments: [string, (table: Buffer, count: number) => Buffer][] = [
  [
    'head',
    head => {
      // Places as 32 bits.
      head.writeUInt16BE(1, 50)
      return head
    },
  ],
  [
    'hhea',
    (hhea, count) => {
      hhea.writeUInt16BE(count, 34)
      return hhea
    },
  ],
  [
    'maxp',
    (maxp, count) => {
      maxp.writeUInt16BE(count, 4)
      // Readers take room for so many points and contours of composite glyphs, components, and levels of them.
      for (const [simple, composite] of [[6, 10] as const, [8, 12] as const]) {
        const most = Math.max(maxp.readUInt16BE(simple), maxp.readUInt16BE(composite))
        maxp.writeUInt16BE(Math.min(0xffff, most * mostParts), composite)
      }
      maxp.writeUInt16BE(Math.max(mostParts, maxp.readUInt16BE(28)), 28)
      maxp.writeUInt16BE(maxp.readUInt16BE(30) + 1, 30)
      return maxp
    },
  ],
]

/** A composite glyph: its box, then its parts, with their places as words (flags 1 and 2, and 32 if another follows). */
function describe(parts: ComposedGlyph['parts'], outlineOf: (glyph: number) => Buffer): Buffer {
  const seen = parts.filter(({ glyph }) => outlineOf(glyph).length > 0)
  if (seen.length === 0) return Buffer.alloc(0)
  const length = 10 + 8 * seen.length
  const bytes = Buffer.alloc(length + (length % 4))
  const sides = (at: number) =>
    seen.map(({ glyph, x, y }) => outlineOf(glyph).readInt16BE(2 + 2 * at) + (at % 2 === 0 ? x : y))
  const box = [Math.min(...sides(0)), Math.min(...sides(1)), Math.max(...sides(2)), Math.max(...sides(3))]
  for (const [at, value] of [-1, ...box].entries()) bytes.writeInt16BE(value, 2 * at)
  for (const [at, { glyph, x, y }] of seen.entries()) {
    const place = 10 + 8 * at
    bytes.writeUInt16BE(at + 1 < seen.length ? 0x23 : 0x03, place)
    bytes.writeUInt16BE(glyph, place + 2)
    bytes.writeInt16BE(x, place + 4)
    bytes.writeInt16BE(y, place + 6)
  }
  return bytes
}

/** A font's tables, by name; undefined if it is no TrueType font. */
function openTables(font: Buffer): Map<string, Buffer> | undefined {
  if (font.length < 12 || font.readUInt32BE(0) !== 0x00010000) return undefined
  const tables = new Map<string, Buffer>()
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    const [start, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)]
    if (start + length > font.length) return undefined
    tables.set(font.toString('latin1', at, at + 4), font.subarray(start, start + length))
  }
  return tables
}

/** A font of these tables, each of which begins at a multiple of four. */
function writeTables(font: Buffer, tables: ReadonlyMap<string, Buffer>): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.size)
  font.copy(directory, 0, 0, 12)
  const parts: Buffer[] = [directory]
  let start = directory.length
  let at = 12
  for (const [name, table] of tables) {
    if (name === 'head') table.writeUInt32BE(0, 8)
    const padded = table.length % 4 === 0 ? table : Buffer.concat([table, Buffer.alloc(4 - (table.length % 4))])
    directory.write(name, at, 'latin1')
    for (const [place, value] of [sumOf(padded), start, table.length].entries())
      directory.writeUInt32BE(value, at + 4 + 4 * place)
    parts.push(padded)
    start += padded.length
    at += 16
  }
  const bytes = Buffer.concat(parts)
  const head = directory.readUInt32BE(12 + 16 * [...tables.keys()].indexOf('head') + 8)
  bytes.writeUInt32BE((0xb1b0afba - sumOf(bytes)) >>> 0, head + 8)
  return bytes
}

/** The sum of a table's words ("Calculating checksums"). */
function sumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) | 0
  return sum >>> 0
}
