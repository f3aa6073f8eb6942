/** What `src/standards/host.ts` takes from Node, for where there is none. The same results: `test/mail/host.test.ts` compares them. */
import { Unzlib } from 'fflate'

/** As in `standards/host.ts`. */
export function byteLength(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) continue
    const isPair = code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
    bytes += code < 0x800 ? 1 : 2
    if (isPair) at++
  }
  return bytes
}

/** As in `standards/host.ts`. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let length = 0
  let bits = 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x3d) break
    const value = char < 128 ? values[char]! : none
    if (value === none) continue
    bits = ((bits << 6) | value) & 0xffffff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[length++] = bits >> count
  }
  return bytes.subarray(0, length)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const none = 64
const values = new Uint8Array(128).fill(none)
for (let at = 0; at < alphabet.length; at++) values[alphabet.charCodeAt(at)] = at
values['-'.charCodeAt(0)] = 62
values['_'.charCodeAt(0)] = 63

/** As in `standards/host.ts`. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  // What `fromCharCode` can take at once, in whole threes.
  for (let at = 0; at < bytes.length; at += part) parts.push(btoa(latin1Text(bytes.subarray(at, at + part), part)))
  return parts.join('')
}

const part = 3 * 2048

/** As in `standards/host.ts`. */
export function latin1Text(bytes: Uint8Array, length: number): string {
  let text = ''
  for (let at = 0; at < length && at < bytes.length; at += part)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(length, at + part)))
  return text
}

/** As in `standards/host.ts`. */
export function someBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length)
}

/** As in `standards/host.ts`, but for the kind of array. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

/** As in `standards/host.ts`: a browser's own is asynchronous. */
export function sha256(value: string | Uint8Array): string {
  const message = typeof value === 'string' ? new TextEncoder().encode(value) : value
  const padded = new Uint8Array((Math.floor((message.length + 8) / 64) + 1) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x20000000))
  view.setUint32(padded.length - 4, message.length << 3)
  const state = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += 64) addBlock(state, words, view, at)
  return Array.from(state, word => word.toString(16).padStart(8, '0')).join('')
}

/** FIPS 180-4, 6.2.2. */
function addBlock(state: Uint32Array, w: Uint32Array, view: DataView, from: number): void {
  for (let t = 0; t < 16; t++) w[t] = view.getUint32(from + 4 * t)
  for (let t = 16; t < 64; t++) {
    const [x, y] = [w[t - 15]!, w[t - 2]!]
    const small0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)
    const small1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10)
    w[t] = small1 + w[t - 7]! + small0 + w[t - 16]!
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const big1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const one = (h + big1 + ((e & f) ^ (~e & g)) + constants[t]! + w[t]!) | 0
    const big0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const two = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index]! += word
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** The first 64 primes, whose roots' fractions are the constants (FIPS 180-4, 4.2.2, 5.3.3). */
const primes = Array.from({ length: 311 }, (_, at) => at + 2)
  .filter(number => ![2, 3, 5, 7, 11, 13, 17].some(divisor => divisor < number && number % divisor === 0))
  .slice(0, 64)
const constants = Uint32Array.from(primes, prime => fraction(Math.cbrt(prime)))
const initial = primes.slice(0, 8).map(prime => fraction(Math.sqrt(prime)))

/** The first 32 bits behind the point. */
function fraction(number: number): number {
  return ((number - Math.floor(number)) * 0x100000000) >>> 0
}

/** As in `standards/host.ts`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before
  for (let at = 0; at < bytes.length; at++) sum = (sum >>> 8) ^ crcs[(sum ^ bytes[at]!) & 0xff]!
  return ~sum >>> 0
}

const crcs = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** As in `standards/host.ts`. */
export function inflate(stream: Uint8Array, most: number): Uint8Array {
  const bytes = new Uint8Array(most)
  let length = 0
  let isWhole = false
  const unzlib = new Unzlib((chunk, final) => {
    if (length + chunk.length > most) throw new RangeError('too many pixels')
    bytes.set(chunk, length)
    length += chunk.length
    isWhole ||= final
  })
  // In small pieces, because each may expand a thousandfold.
  for (let at = 0; at < stream.length; at += piece)
    unzlib.push(stream.subarray(at, at + piece), at + piece >= stream.length)
  const sum = new DataView(stream.buffer, stream.byteOffset + stream.length - 4).getUint32(0)
  if (!isWhole || adler32(bytes, length) !== sum) throw new Error('broken stream')
  return bytes.subarray(0, length)
}

const piece = 4096

function adler32(bytes: Uint8Array, length: number): number {
  let [low, high] = [1, 0]
  for (let at = 0; at < length; at++) {
    low = (low + bytes[at]!) % 65521
    high = (high + low) % 65521
  }
  return high * 0x10000 + low
}

/** As in `standards/host.ts`. */
export function asciiDomain(domain: string): string {
  try {
    return new URL(`ws://${domain}`).hostname
  } catch {
    return ''
  }
}
