import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new unguessable identifier: 128 random bits as 32 hexadecimal digits. */
export function newId(): string {
  return randomBytes(16).toString('hex')
}

/** A new secret: 256 random bits as 43 URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A text's SHA-256, hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Whether a text has this SHA-256, compared in constant time. */
export function hasHash(text: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(text)), Buffer.from(hash))
}
