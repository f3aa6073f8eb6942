import { hash, randomBytes, randomFillSync, timingSafeEqual } from 'node:crypto'

/** A new unguessable identifier: 128 random bits as 32 hexadecimal digits. */
export function newId(): string {
  return randomHex(16)
}

/**
 * A new unguessable identifier that begins with its time: 12 hexadecimal digits of it, 20 of 80 random bits. So rows that are
 * written together are neighbors in the index of their ids; at random they would change a page of it each.
 *
 * @param at milliseconds since 1970
 */
export function newIdAt(at: number): string {
  const time = Math.min(Math.max(0, Math.trunc(at)), 2 ** 48 - 1)
  return time.toString(16).padStart(12, '0') + randomHex(10)
}

/** A new secret: 256 random bits as 43 URL-safe characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A text's SHA-256, hexadecimal. */
export function sha256(text: string): string {
  return hash('sha256', text)
}

/** Whether a text has this SHA-256, compared in constant time. */
export function hasHash(text: string, known: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(text)), Buffer.from(known))
}

/** Random bytes for many ids, each used once: to ask for a few costs as much as to ask for thousands. */
const pool = Buffer.alloc(4096)
let used = pool.length

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}
