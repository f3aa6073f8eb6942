/** Bytes written bit by bit, the lowest bit of each first, as deflate has them (RFC 1951, 3.1.1). */
export class BitStream {
  readonly #bytes: Buffer
  #length = 0
  #bits = 0
  #count = 0

  /** Makes room for `capacity` bytes, the checksum among them. Throws RangeError at the `end` of more. */
  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity)
  }

  /** Writes the lowest `count` bits of `value`, at most 24, the others being 0. */
  add(value: number, count: number): void {
    this.#bits |= value << this.#count
    this.#count += count
    while (this.#count >= 8) {
      this.#bytes[this.#length++] = this.#bits
      this.#bits >>>= 8
      this.#count -= 8
    }
  }

  /** Fills the last byte with 0, adds `checksum` as 4 bytes, highest first, and gives all bytes. */
  end(checksum: number): Uint8Array {
    this.add(0, 7)
    this.#bytes.writeUInt32BE(checksum, this.#length)
    return this.#bytes.subarray(0, this.#length + 4)
  }
}
