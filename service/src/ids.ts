import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new identifier nobody can guess: 128 random bits as 32 hexadecimal digits. */
export function newId(): string {
  return randomBytes(16).toString('hex')
}

/** A new secret: 256 random bits as 43 characters that need no escaping in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 of a text, hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Whether a text has that SHA-256; takes the same time whatever the text is. */
export function hasHash(text: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(text)), Buffer.from(hash))
}
