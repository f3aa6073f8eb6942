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
  /** Whether a glyph draws nothing and takes no place, as those do that a document doesn't need. */
  isNothing(glyph: number): boolean
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
  if (measured === 0 || loca.length < (isLong ? 4 : 2) * (count + 1) || hmtx.length < 2 * (measured + count))
    return undefined
  const startOf = (glyph: number) => (isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph))
  const outlineOf = (glyph: number) => glyf.subarray(startOf(glyph), startOf(glyph + 1))

  function isNothing(glyph: number): boolean {
    return startOf(glyph) === startOf(glyph + 1) && hmtx?.readUInt16BE(4 * Math.min(glyph, measured - 1)) === 0
  }

  function withGlyphs(composed: readonly ComposedGlyph[]): Buffer {
    const outlines = composed.map(({ parts }) => describe(parts, outlineOf))
    const ends = outlines.map(({ length }) => length)
    for (const at of ends.keys()) ends[at] = (ends[at] ?? 0) + (ends[at - 1] ?? startOf(count))
    const isStillShort = !isLong && (ends.at(-1) ?? 0) <= 2 * 0xffff
    const places = Buffer.alloc((isStillShort ? 2 : 4) * (count + composed.length + 1))
    const place = (glyph: number, start: number) =>
      isStillShort ? places.writeUInt16BE(start / 2, 2 * glyph) : places.writeUInt32BE(start, 4 * glyph)
    if (isStillShort || isLong) loca?.copy(places)
    else for (let glyph = 0; glyph <= count; glyph++) place(glyph, startOf(glyph))
    for (const [at, end] of ends.entries()) place(count + at + 1, end)

    const metrics = Buffer.alloc(4 * (count + composed.length))
    hmtx?.copy(metrics, 0, 0, 4 * measured)
    const last = hmtx?.readUInt16BE(4 * (measured - 1)) ?? 0
    for (let glyph = measured; glyph < count; glyph++) {
      metrics.writeUInt16BE(last, 4 * glyph)
      hmtx?.copy(metrics, 4 * glyph + 2, 2 * (measured + glyph), 2 * (measured + glyph) + 2)
    }
    for (const [at, { width }] of composed.entries()) {
      metrics.writeUInt16BE(width, 4 * (count + at))
      const outline = outlines[at]
      if (outline && outline.length > 0) metrics.writeInt16BE(outline.readInt16BE(2), 4 * (count + at) + 2)
    }
    const drawn = Buffer.concat([glyf?.subarray(0, startOf(count)) ?? noOutlines, ...outlines])
    const changed = new Map(tables)
      .set('hmtx', metrics)
      .set('loca', places)
      .set('glyf', drawn.length === 0 ? noOutlines : drawn)
    for (const [name, amend] of amendments) {
      const table = Buffer.from(changed.get(name) ?? [])
      amend(table, count + composed.length, isStillShort)
      changed.set(name, table)
    }
    return writeTables(font, changed)
  }

  return { count, unitsPerEm: head.readUInt16BE(18), isNothing, withGlyphs }
}

/** Readers take a table without a byte for none ("glyf"). */
const noOutlines = Buffer.alloc(1)

const needed = ['head', 'hhea', 'maxp', 'hmtx', 'loca', 'glyf'] as const

/** A letter with its dots and marks has no more parts. */
export const mostParts = 8

/** What other tables say of the glyphs: how many there are, and whether their places are 16 bits. */
const amendments: [string, (table: Buffer, count: number, isShort: boolean) => void][] = [
  ['head', (head, _, isShort) => head.writeUInt16BE(isShort ? 0 : 1, 50)],
  ['hhea', (hhea, count) => hhea.writeUInt16BE(count, 34)],
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
    },
  ],
]

/** A composite glyph: its box, then its parts, with their places as words (flags 1 and 2, and 32 if another follows). */
function describe(parts: ComposedGlyph['parts'], outlineOf: (glyph: number) => Buffer): Buffer {
  const bytes = Buffer.alloc(10 + 8 * parts.length)
  let [left, bottom, right, top] = [0x7fff, 0x7fff, -0x8000, -0x8000]
  let seen = 0
  for (const { glyph, x, y } of parts) {
    const outline = outlineOf(glyph)
    if (outline.length === 0) continue
    left = Math.min(left, outline.readInt16BE(2) + x)
    bottom = Math.min(bottom, outline.readInt16BE(4) + y)
    right = Math.max(right, outline.readInt16BE(6) + x)
    top = Math.max(top, outline.readInt16BE(8) + y)
    const place = 10 + 8 * seen++
    bytes.writeUInt16BE(0x23, place)
    bytes.writeUInt16BE(glyph, place + 2)
    bytes.writeInt16BE(x, place + 4)
    bytes.writeInt16BE(y, place + 6)
  }
  if (seen === 0) return Buffer.alloc(0)
  for (const [at, value] of [-1, left, bottom, right, top].entries()) bytes.writeInt16BE(value, 2 * at)
  bytes.writeUInt16BE(0x03, 2 + 8 * seen)
  return bytes.subarray(0, 10 + 8 * seen)
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
