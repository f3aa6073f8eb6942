import { someBytes } from '../../standards/host.ts'

/** Consecutive copies of a row of bytes. */
export interface Repeated {
  row: Uint8Array
  /** At least 1. */
  times: number
}

/**
 * Compresses repeated rows as a zlib stream (RFC 1950, RFC 1951) without searching for matches: the first copy of each is literal, the
 * rest is "same as one row before"; of several rows, long runs of a byte are "same as one byte before". All rows have the same length, 2 to 32768 bytes. The stream depends on no version of zlib. Bars and
 * squares of 4 px use only the bytes 00, 0F, F0 and FF, so these have short codes; other rows work too, but take more bytes.
 */
export function deflateRepeated(rows: readonly Repeated[]): Uint8Array {
  const length = rows[0]?.row.length ?? 0
  const distance: Distance = { ...ranged(length - 1, 1), code: rows.length > 1 ? 1 : 0 }
  const matches = rows.reduce((sum, { times }) => sum + Math.ceil((length * (times - 1)) / maxMatchLength) + 1, 0)
  const stream = new BitStream(96 + 4 * matches + 2 * length * rows.length)
  stream.add(zlibHeader, 16)
  for (const [value, count] of blockHeader(distance)) stream.add(value, count)
  for (const each of rows) addRepeated(stream, each, distance)
  addSymbol(stream, endOfBlock)
  return stream.end(adler32(rows))
}

function addRepeated(stream: BitStream, { row, times }: Repeated, distance: Distance): void {
  const repeated = row.length * (times - 1)
  if (distance.code === 0) for (let at = 0; at < row.length; at++) addSymbol(stream, row[at]!)
  else addRow(stream, row)
  const odd = repeated % maxMatchLength
  if (odd >= 3) addMatch(stream, odd, distance)
  else for (let at = 0; at < odd; at++) addSymbol(stream, row[at]!)
  for (let left = repeated - odd; left > 0; left -= maxMatchLength) addMatch(stream, maxMatchLength, distance)
}

/** A row's bytes, literal but for long runs. */
function addRow(stream: BitStream, row: Uint8Array): void {
  for (let at = 0; at < row.length; ) {
    const byte = row[at]!
    let end = at + 1
    while (end < row.length && row[end] === byte) end++
    addSymbol(stream, byte)
    for (at++; at < end; ) {
      const length = Math.min(end - at, maxMatchLength)
      if (length < shortestRun) break
      addMatch(stream, length, oneBack)
      at += length
    }
    for (; at < end; at++) addSymbol(stream, byte)
  }
}

/** A match takes up to 19 bits, a byte of bars 3. */
const shortestRun = 7

/** Deflate, 32 KB window, no dictionary, fastest level (RFC 1950, 2.2); low byte first. */
const zlibHeader = 0x0178

/** Longest match in bytes. */
const maxMatchLength = 258

const endOfBlock = 256

/** Symbol of the longest match. */
const maxLengthSymbol = 285

/** Code length of each symbol: bytes, end, lengths. Together they fill the code space, as decoders require. */
const codeLengths = Array.from({ length: 286 }, (_, symbol) => {
  if (symbol === maxLengthSymbol) return 1
  if (symbol === 0x00 || symbol === 0x0f || symbol === 0xff) return 3
  if (symbol === 0xf0) return 4
  return symbol < 0xe9 ? 12 : 13
})
const codes = canonicalCodes(codeLengths)

/** Code length of each length above, of 0 and of `repeat`; these fill their code space, too. */
const metaLengths = [3, 5, 0, 4, 5, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 1, 0, 0]
const metaCodes = canonicalCodes(metaLengths)

/** Repeats the previous length 3 to 6 times. */
const repeat = 16

/** The order of `metaLengths` in the block header, without the last, 15, which is unused (RFC 1951, 3.2.7). */
const metaOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1]

/** A final block with dynamic codes. Only one distance has a code, a single 0 bit; of several rows, it is a 1 bit, and 0 is one byte. */
function blockHeader({ symbol, code }: Distance): readonly Bits[] {
  const known = headers[2 * symbol + code]
  if (known) return known
  const bits: Bits[] = [
    [0b101, 3],
    [codeLengths.length - 257, 5],
    [symbol, 5],
    [metaOrder.length - 4, 4],
    ...metaOrder.map((each): Bits => [metaLengths[each]!, 3]),
    ...codeLengthRuns.flatMap(({ length, count }) => lengthBits(length, count)),
    ...lengthBits(1, code),
    ...lengthBits(0, symbol - code),
    ...lengthBits(1, 1),
  ]
  const header = joinedBits(bits)
  headers[2 * symbol + code] = header
  return header
}

/** A value and how many bits it takes. */
type Bits = readonly [value: number, count: number]

/** By distance symbol, of which there are thirty, and code. */
const headers: (readonly Bits[])[] = []

function joinedBits(bits: readonly Bits[]): Bits[] {
  const joined: Bits[] = []
  for (const [value, count] of bits) {
    const [before = 0, length = 24] = joined.at(-1) ?? []
    if (length + count > 24) joined.push([value, count])
    else joined[joined.length - 1] = [before | (value << length), length + count]
  }
  return joined
}

const codeLengthRuns = codeLengths.reduce<{ length: number; count: number }[]>((runs, length) => {
  const last = runs.at(-1)
  if (last?.length === length) last.count++
  else runs.push({ length, count: 1 })
  return runs
}, [])

function lengthBits(length: number, count: number): Bits[] {
  const bits: Bits[] = []
  for (let left = count; left > 0; ) {
    const again = left < count ? Math.min(left, 6) : 0
    if (again >= 3) bits.push([metaCodes[repeat]!, metaLengths[repeat]!], [again - 3, 2])
    else bits.push([metaCodes[length]!, metaLengths[length]!])
    left -= again >= 3 ? again : 1
  }
  return bits
}

function addSymbol(stream: BitStream, symbol: number): void {
  stream.add(codes[symbol]!, codeLengths[symbol]!)
}

/** A symbol and its extra bits, for a range of values (RFC 1951, 3.2.5). */
interface Ranged {
  symbol: number
  extra: number
  extraBits: number
}

/** How far back a match is. */
interface Distance extends Ranged {
  /** A bit. */
  code: 0 | 1
}

const oneBack: Distance = { symbol: 0, extra: 0, extraBits: 0, code: 0 }

function addMatch(stream: BitStream, length: number, distance: Distance): void {
  if (length === maxMatchLength) addSymbol(stream, maxLengthSymbol)
  else {
    const { symbol, extra, extraBits } = ranged(length - 3, 2)
    addSymbol(stream, 257 + symbol)
    stream.add(extra, extraBits)
  }
  stream.add((distance.extra << 1) | distance.code, distance.extraBits + 1)
}

/** Ranges double in size every 2^`step` symbols; the first 2^(`step` + 1) have one value each. */
function ranged(value: number, step: 1 | 2): Ranged {
  const extraBits = Math.max(0, 31 - Math.clz32(value) - step)
  return { symbol: (extraBits << step) + (value >> extraBits), extra: value & ((1 << extraBits) - 1), extraBits }
}

/** Codes in order of length, then symbol (RFC 1951, 3.2.2), reversed so that the first bit is lowest. */
function canonicalCodes(lengths: readonly number[]): number[] {
  const counts = Array<number>(16).fill(0)
  for (const length of lengths) if (length > 0) counts[length]!++
  const next = [0]
  for (let length = 1; length < 16; length++) next.push((next[length - 1]! + counts[length - 1]!) << 1)
  return lengths.map(length => reversed(next[length]!++, length))
}

/** Reverses the lowest `length` bits of `code`, at most 16, by swapping groups of 1, 2, 4 and 8. */
function reversed(code: number, length: number): number {
  let bits = code
  bits = ((bits >> 1) & 0x5555) | ((bits & 0x5555) << 1)
  bits = ((bits >> 2) & 0x3333) | ((bits & 0x3333) << 2)
  bits = ((bits >> 4) & 0x0f0f) | ((bits & 0x0f0f) << 4)
  bits = ((bits >> 8) & 0x00ff) | ((bits & 0x00ff) << 8)
  return bits >> (16 - length)
}

/** The checksum of all rows, computed from one copy's sums (RFC 1950, 8.2). */
function adler32(rows: readonly Repeated[]): number {
  let low = 1
  let high = 0
  for (const { row, times } of rows) {
    let sum = 0
    let weighted = 0
    for (let index = 0; index < row.length; index++) {
      sum += row[index]!
      weighted += row[index]! * (row.length - index)
    }
    const pairs = ((times * (times - 1)) / 2) % modulus
    high = (high + times * ((row.length * low + weighted) % modulus) + row.length * (pairs * (sum % modulus))) % modulus
    low = (low + times * sum) % modulus
  }
  return high * 0x10000 + low
}

const modulus = 65521

/** Writes bytes bit by bit, lowest bit first, as in deflate (RFC 1951, 3.1.1). */
class BitStream {
  readonly #bytes: Uint8Array
  #length = 0
  #bits = 0
  #count = 0

  /** Allocates `capacity` bytes, including the checksum. `end` throws RangeError if there are more. */
  constructor(capacity: number) {
    this.#bytes = someBytes(capacity)
  }

  /** Writes the lowest `count` bits of `value`, at most 24; its other bits must be 0. */
  add(value: number, count: number): void {
    this.#bits |= value << this.#count
    this.#count += count
    while (this.#count >= 8) {
      this.#bytes[this.#length++] = this.#bits
      this.#bits >>>= 8
      this.#count -= 8
    }
  }

  /** Pads the last byte with 0, appends `checksum` as 4 big-endian bytes, and returns all bytes. */
  end(checksum: number): Uint8Array {
    this.add(0, 7)
    for (const shift of [24, 16, 8, 0]) this.#bytes[this.#length++] = checksum >>> shift
    return this.#bytes.subarray(0, this.#length)
  }
}
