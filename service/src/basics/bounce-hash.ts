import { createHmac, type KeyObject } from 'node:crypto'
import { addressKey } from './addresses.ts'
import { sha256 } from './ids.ts'

/** A key to hash addresses with, and its name. */
export interface HashKey {
  id: string
  /** As a key object, because to make one of bytes for each hash would cost more than the hash. */
  secret: KeyObject
}

/** All hashes that a bounce of this address may be kept under: with the key, and as versions before it wrote them. */
export function bounceHashes(key: HashKey, emailAddress: string): [keyed: string, plain: string] {
  return [keyedHash(key, sha256(addressKey(emailAddress))), sha256(emailAddress.toLowerCase())]
}

/**
 * The hash with the key of a plain hash, so that what is kept under one can be kept under the other without the address. Addresses
 * are guessed quickly, so a hash without a key would name them to whoever reads a copy of the table.
 */
export function keyedHash({ id, secret }: HashKey, plain: string): string {
  return `k${id}${createHmac('sha256', secret).update(`bounce\0${plain}`).digest('base64url').slice(0, 22)}`
}
