/** What a printer did with its bytes, one after the other. */
export type Mark =
  | { kind: 'line'; bytes: Uint8Array; page: number; bold: boolean; tall: boolean; wide: boolean; feed: number }
  | { kind: 'dots'; width: number; height: number; dark: Uint8Array; center: boolean }
  | { kind: 'bars'; symbology: string; text: string; module: number; height: number; caption: boolean; center: boolean }
  | { kind: 'qr'; text: string; module: number; level: string; center: boolean }
  | { kind: 'cut' }
  | { kind: 'drawer' }

/** Bytes, read from the first to the last. Anything that isn't expected is an error: nothing reaches a printer by chance. */
export class Tape {
  readonly bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get done(): boolean {
    return this.at >= this.bytes.length
  }

  /** The next byte. */
  next(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined) throw new Error(`The bytes end in a command, at ${this.at}.`)
    this.at++
    return byte
  }

  /** The next byte, which must be one of these. */
  one(...of: number[]): number {
    const byte = this.next()
    if (!of.includes(byte)) this.fail(byte)
    return byte
  }

  take(count: number): Uint8Array {
    if (this.at + count > this.bytes.length) throw new Error(`The bytes end in a command, at ${this.at}.`)
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }

  /** Bytes up to one that ends them. */
  until(end: number): Uint8Array {
    const start = this.at
    while (this.next() !== end);
    return this.bytes.subarray(start, this.at - 1)
  }

  /** A number of two bytes, the low one first. */
  word(): number {
    return this.next() + this.next() * 256
  }

  fail(byte: number): never {
    const before = [...this.bytes.subarray(Math.max(0, this.at - 12), this.at)]
    throw new Error(`Unexpected ${hex(byte)} at ${this.at - 1}, after ${before.map(hex).join(' ')}`)
  }
}

/** Bytes as the characters of ASCII. */
export function ascii(bytes: Uint8Array): string {
  const other = bytes.find(byte => byte < 0x20 || byte > 0x7e)
  if (other !== undefined) throw new Error(`${hex(other)} in a code`)
  return Buffer.from(bytes).toString('latin1')
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
