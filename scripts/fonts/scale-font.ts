import { scaleOutlines } from './scale-outlines.ts'

/** Fields of tables that are in units of the em, as signed or unsigned words, by their offsets (ISO/IEC 14496-22). */
const measures: Readonly<Record<string, readonly number[]>> = {
  head: [36, 38, 40, 42],
  hhea: [4, 6, 8, 10, 12, 14, 16, 22],
  'OS/2': [2, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 68, 70, 72, 74, 76, 86, 88],
  post: [8, 10],
}

/** Tables without any. A glyph's program may have some, but the only one here is that of `prep`, which has none. */
const unmeasured = new Set(['GSUB', 'STAT', 'cmap', 'gasp', 'maxp', 'name', 'prep'])

/**
 * Draws a font on a grid of another size: all measures are scaled and rounded.
 *
 * @param font a TrueType font
 * @param unitsPerEm units of its em square, from 16 to 16,384
 * @returns the font, with checksums of before
 * @throws Error naming what it has that isn't known here
 */
export function scaleFont(font: Buffer, unitsPerEm: number): Buffer {
  const tables = readTables(font)
  const head = tables.get('head')!
  const scale = unitsPerEm / head.readUInt16BE(18)
  const scaled = (value: number) => Math.round(value * scale)
  for (const [name, table] of tables) {
    if (measures[name]) scaleWords(table, measures[name], scaled)
    else if (name === 'hmtx')
      scaleWords(
        table,
        [...table.keys()].filter(at => at % 2 === 0),
        scaled,
      )
    else if (name === 'GPOS') scalePositions(table, scaled)
    // Where a caret stands within joined letters: nobody writes on paper.
    else if (name === 'GDEF') table.writeUInt16BE(0, 8)
    else if (!unmeasured.has(name) && name !== 'glyf' && name !== 'loca') throw new Error(`Unknown table ${name}`)
  }
  head.writeUInt16BE(unitsPerEm, 18)
  const outlines = scaleOutlines(tables.get('glyf')!, tables.get('loca')!, head.readInt16BE(50) === 1, scaled)
  tables.set('glyf', outlines.glyf).set('loca', outlines.loca)
  head.writeInt16BE(1, 50)
  return writeTables(tables)
}

function readTables(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>()
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)]
    tables.set(font.toString('latin1', at, at + 4), Buffer.from(font.subarray(offset, offset + length)))
  }
  return tables
}

function scaleWords(table: Buffer, offsets: readonly number[], scaled: (value: number) => number): void {
  for (const offset of offsets) table.writeInt16BE(scaled(table.readInt16BE(offset)), offset)
}

function writeTables(tables: ReadonlyMap<string, Buffer>): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.size)
  const power = 2 ** Math.floor(Math.log2(tables.size))
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(tables.size, 4)
  directory.writeUInt16BE(16 * power, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE(16 * (tables.size - power), 10)
  let at = 12
  let offset = directory.length
  const padded: Buffer[] = [directory]
  for (const [name, table] of tables) {
    directory.write(name, at, 'latin1')
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(table.length, at + 12)
    padded.push(table, Buffer.alloc(-table.length & 3))
    offset += table.length + (-table.length & 3)
    at += 16
  }
  return Buffer.concat(padded)
}

type Scaled = (value: number) => number

/** Kinds of lookups (ISO/IEC 14496-22, GPOS). */
const pairs = 2
const extension = 9

/** Scales what kerning shifts, in place. */
function scalePositions(gpos: Buffer, scaled: Scaled): void {
  /** Lookups share what is equal. */
  const done = new Set<number>()
  const scaleValues = (at: number, formats: readonly number[]) => {
    let field = at
    for (const format of formats) {
      if (format > 15) throw new Error('GPOS has values for some sizes only')
      for (let bits = format; bits > 0; bits &= bits - 1, field += 2)
        gpos.writeInt16BE(scaled(gpos.readInt16BE(field)), field)
    }
  }
  for (const subtable of subtables(gpos)) {
    if (done.has(subtable)) continue
    done.add(subtable)
    const formats = [gpos.readUInt16BE(subtable + 4), gpos.readUInt16BE(subtable + 6)]
    const size = 2 * formats.map(bitsIn).reduce((one, other) => one + other)
    if (gpos.readUInt16BE(subtable) === 2) {
      const classes = gpos.readUInt16BE(subtable + 12) * gpos.readUInt16BE(subtable + 14)
      for (let at = 0; at < classes; at++) scaleValues(subtable + 16 + at * size, formats)
    } else {
      for (const set of offsetsAt(gpos, subtable + 8, subtable)) {
        if (done.has(set)) continue
        done.add(set)
        for (let at = 0; at < gpos.readUInt16BE(set); at++) scaleValues(set + 2 + at * (2 + size) + 2, formats)
      }
    }
  }
}

function subtables(gpos: Buffer): number[] {
  const list = gpos.readUInt16BE(8)
  return offsetsAt(gpos, list, list).flatMap(lookup => {
    const kind = gpos.readUInt16BE(lookup)
    return offsetsAt(gpos, lookup + 4, lookup).map(subtable => {
      const isFar = kind === extension
      if ((isFar ? gpos.readUInt16BE(subtable + 2) : kind) !== pairs)
        throw new Error(`GPOS has lookups of kind ${kind}`)
      return isFar ? subtable + gpos.readUInt32BE(subtable + 4) : subtable
    })
  })
}

/** A count, then so many offsets from `base`. */
function offsetsAt(table: Buffer, at: number, base: number): number[] {
  return Array.from({ length: table.readUInt16BE(at) }, (_, index) => base + table.readUInt16BE(at + 2 + 2 * index))
}

function bitsIn(format: number): number {
  return format.toString(2).replaceAll('0', '').length
}
