import { createHmac, type KeyObject } from 'node:crypto'
import { addressKey } from './addresses.ts'

/** A key to hash addresses with, and its name. */
export interface HashKey {
  id: string
  /** As a key object, because to make one of bytes for each hash would cost more than the hash. */
  secret: KeyObject
}

/** How the hashes of this version begin, in SQL's `like`: those of others tell what any merchant's mails met. */
export const bounceHashPattern = 'm%'

/**
 * What a bounce is kept under: a merchant's, because a server may refuse one sender and take another's mail. With a key, because
 * addresses are guessed quickly, so a hash without one would name them to whoever reads a copy of the table.
 */
export function bounceHash({ id, secret }: HashKey, { merchantId, emailAddress }: Addressed): string {
  const hash = createHmac('sha256', secret).update(`bounce\0${merchantId}\0${addressKey(emailAddress)}`)
  return `m${id}${hash.digest('base64url').slice(0, 22)}`
}

/** An address that a merchant writes to. */
export interface Addressed {
  merchantId: string
  emailAddress: string
}
