type Scaled = (value: number) => number

/** Flags of a point (ISO/IEC 14496-22, glyf). */
const shortX = 2
const shortY = 4
const repeat = 8
const sameX = 16
const sameY = 32

/** Flags of a part of a composite glyph. */
const wordArguments = 1
const isOffset = 2
const hasScale = 8
const more = 32
const hasScales = 64
const hasMatrix = 128
const hasProgram = 256

/** Scales the points of all glyphs, and where the parts of composite ones are put. Offsets in the new `loca` are long. */
export function scaleOutlines(glyf: Buffer, loca: Buffer, isLong: boolean, scaled: Scaled) {
  const offsets = Array.from({ length: loca.length / (isLong ? 4 : 2) }, (_, at) =>
    isLong ? loca.readUInt32BE(4 * at) : 2 * loca.readUInt16BE(2 * at),
  )
  const glyphs = offsets.slice(1).map((end, at) => scaleGlyph(glyf.subarray(offsets[at], end), scaled))
  const written = Buffer.alloc(4 * offsets.length)
  let offset = 0
  for (const [at, glyph] of glyphs.entries()) {
    offset += glyph.length
    written.writeUInt32BE(offset, 4 * (at + 1))
  }
  return { glyf: Buffer.concat(glyphs), loca: written }
}

function scaleGlyph(glyph: Buffer, scaled: Scaled): Buffer {
  if (glyph.length === 0) return glyph
  const contours = glyph.readInt16BE(0)
  const header = Buffer.from(glyph.subarray(0, 10))
  for (const at of [2, 4, 6, 8]) header.writeInt16BE(scaled(header.readInt16BE(at)), at)
  const body = glyph.subarray(10)
  const parts = [header, ...(contours < 0 ? scaleParts(body, scaled) : scaleContours(body, contours, scaled))]
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([...parts, Buffer.alloc(-length & 3)])
}

/** A simple glyph: its contours' last points, a program, then flags, x and y of all points. */
function scaleContours(body: Buffer, contours: number, scaled: Scaled): Buffer[] {
  const ends = body.subarray(0, 2 * contours)
  if (body.readUInt16BE(2 * contours) > 0) throw new Error('A glyph has a program')
  let at = 2 * contours + 2
  const flags: number[] = []
  for (const count = contours > 0 ? ends.readUInt16BE(ends.length - 2) + 1 : 0; flags.length < count; ) {
    const flag = body[at++]!
    const times = flag & repeat ? body[at++]! + 1 : 1
    for (let time = 0; time < times; time++) flags.push(flag)
  }
  const readAll = (short: number, same: number) => {
    let value = 0
    return flags.map(flag => {
      if (flag & short) value += flag & same ? body[at++]! : -body[at++]!
      else if (!(flag & same)) {
        value += body.readInt16BE(at)
        at += 2
      }
      return scaled(value)
    })
  }
  const xs = distances(readAll(shortX, sameX))
  const ys = distances(readAll(shortY, sameY))
  const written = flags.map(
    (flag, point) =>
      (flag & ~(shortX | shortY | sameX | sameY | repeat)) |
      kindOf(xs[point]!, shortX, sameX) |
      kindOf(ys[point]!, shortY, sameY),
  )
  return [ends, Buffer.alloc(2), packed(written), ...[...xs, ...ys].map(coordinate)]
}

function distances(values: readonly number[]): number[] {
  return values.map((value, at) => value - (values[at - 1] ?? 0))
}

function kindOf(distance: number, short: number, same: number): number {
  if (distance === 0) return same
  if (Math.abs(distance) > 255) return 0
  return distance > 0 ? short | same : short
}

function coordinate(distance: number): Buffer {
  if (distance === 0) return Buffer.alloc(0)
  if (Math.abs(distance) <= 255) return Buffer.from([Math.abs(distance)])
  const word = Buffer.alloc(2)
  word.writeInt16BE(distance)
  return word
}

/** Flags, of which equal ones in a row are written once. */
function packed(flags: readonly number[]): Buffer {
  const bytes: number[] = []
  for (let at = 0; at < flags.length; ) {
    let next = at + 1
    while (flags[next] === flags[at] && next - at < 256) next++
    if (next - at > 1) bytes.push(flags[at]! | repeat, next - at - 1)
    else bytes.push(flags[at]!)
    at = next
  }
  return Buffer.from(bytes)
}

/** A composite glyph: parts, each a flag, a glyph, where it is put, and how it is turned. */
function scaleParts(body: Buffer, scaled: Scaled): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0, flag = more; flag & more; ) {
    flag = body.readUInt16BE(at)
    if (!(flag & isOffset) || flag & hasProgram) throw new Error('A glyph is put together in a way that isn’t known')
    const isWords = (flag & wordArguments) !== 0
    const part = Buffer.alloc(8)
    part.writeUInt16BE(flag | wordArguments, 0)
    body.copy(part, 2, at + 2, at + 4)
    at += 4
    const [x, y] = isWords
      ? [body.readInt16BE(at), body.readInt16BE(at + 2)]
      : [body.readInt8(at), body.readInt8(at + 1)]
    part.writeInt16BE(scaled(x), 4)
    part.writeInt16BE(scaled(y), 6)
    at += isWords ? 4 : 2
    const turn = flag & hasScale ? 2 : flag & hasScales ? 4 : flag & hasMatrix ? 8 : 0
    parts.push(part, body.subarray(at, at + turn))
    at += turn
  }
  return parts
}
