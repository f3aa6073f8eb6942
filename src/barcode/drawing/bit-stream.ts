/** Writes bytes bit by bit, lowest bit first, as in deflate (RFC 1951, 3.1.1). */
export class BitStream {
  readonly #bytes: Buffer
  #length = 0
  #bits = 0
  #count = 0

  /** Allocates `capacity` bytes, including the checksum. `end` throws RangeError if there are more. */
  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity)
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
    this.#bytes.writeUInt32BE(checksum, this.#length)
    return this.#bytes.subarray(0, this.#length + 4)
  }
}
