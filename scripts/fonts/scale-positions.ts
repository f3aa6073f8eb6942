type Scaled = (value: number) => number

/** Kinds of lookups (ISO/IEC 14496-22, GPOS). */
const pairs = 2
const extension = 9

/** Scales what kerning shifts, in place. */
export function scalePositions(gpos: Buffer, scaled: Scaled): void {
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
