/**
 * What the engine takes from Node. Where there is none, `src/mail/without-node/host.ts` stands in, which gives the same (docs/architecture.md,
 * "Without Node").
 */
import { hash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { crc32 as checksum, inflateSync } from 'node:zlib'

/** The bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

/** Decodes base64 (RFC 4648), skipping whatever else is in the text. */
export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64')
}

/** Encodes base64 (RFC 4648), padded. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** A text of the first `length` bytes, each a character of Latin-1. */
export function latin1Text(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, length)
}

/** Bytes of any content, which the caller writes all. */
export function someBytes(length: number): Uint8Array<ArrayBuffer> {
  return Buffer.allocUnsafe(length)
}

/** The SHA-256 of a text's UTF-8, or of bytes (FIPS 180-4), as 64 hexadecimal digits. */
export function sha256(value: string | Uint8Array): string {
  return hash('sha256', value)
}

/** The CRC-32 of a PNG's chunk (ISO/IEC 15948, 5.5), going on from that of the bytes before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  return checksum(bytes, before)
}

/** Expands a zlib stream (RFC 1950). @throws Error if it is broken, or holds more than `most` bytes */
export function inflate(stream: Uint8Array, most: number): Uint8Array {
  return inflateSync(stream, { maxOutputLength: most })
}

/** The same bytes, in memory of their own. */
export function ownBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes)
}

/** A domain as in DNS, in ASCII (UTS #46); empty if it can't be. */
export function asciiDomain(domain: string): string {
  return domainToASCII(domain)
}
