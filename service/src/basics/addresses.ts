import { createHmac, type KeyObject } from 'node:crypto'
import { normalized, readEmailAddress } from 'counterfoil/internal'
import { sha256 } from './ids.ts'

/**
 * An address in the form that all its spellings share: lowercase, with the domain in ASCII. Mail servers may tell `Ada@` from
 * `ada@`, people don't.
 */
export function addressKey(emailAddress: string): string {
  const text = emailAddress.trim()
  const address = readEmailAddress(text)
  return normalized(address ? `${address.local}@${address.domain}` : text, 'NFC').toLowerCase()
}

/** Whether two spellings of addresses lead to one mailbox: the same, but for what stands behind a `+` (RFC 5233). */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other)
}

function mailboxOf(emailAddress: string): string {
  return addressKey(emailAddress).replace(/^([^+]+)\+.*(?=@)/s, '$1')
}

/** The domain of an address, in lowercase. */
export function domainOf(emailAddress: string): string {
  return emailAddress.slice(emailAddress.lastIndexOf('@') + 1).toLowerCase()
}

/** Why a text can't be the name of a mail's sender; undefined if it can. */
export function senderNameProblem(name: string): string | undefined {
  if (forbidden.test(name)) return 'must be plain text in one line'
  return addressLike.test(normalized(name, 'NFKC')) ? 'must not look like an email address' : undefined
}

/** A sender's name as a mail has it: without what a name that was stored under an earlier rule must not have. */
export function shownSenderName(name: string): string {
  if (senderNameProblem(name) === undefined) return name
  return normalized(name.replace(new RegExp(forbidden, 'gu'), ' '), 'NFKC')
    .replace(/\S+/gu, word => (addressLike.test(word) ? ' ' : word))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Control characters, what has a meaning in headers, and what changes the direction in which a name is read. */
const forbidden = /[\p{Cc}<>"\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Inboxes often show a sender's name alone: one that is an address would be taken for the sender's. */
const addressLike = /@\S/u

/** A key to hash addresses with, and its name. */
export interface HashKey {
  id: string
  /** As a key object, because to make one of bytes for each hash would cost more than the hash. */
  secret: KeyObject
}

/**
 * What a suppression is kept under: a merchant's, because a server may refuse one sender and take another's mail. With a key, because
 * addresses are guessed quickly, so a hash without one would name them to whoever reads a copy of the table.
 */
export function suppressionHash({ id, secret }: HashKey, { merchantId, emailAddress }: Addressed): string {
  // As `bounces` had them, which migration `018` moved.
  const hash = createHmac('sha256', secret).update(`bounce\0${merchantId}\0${addressKey(emailAddress)}`)
  return `${keyedPrefix(id)}${hash.digest('base64url').slice(0, 22)}`
}

/** The name of a search key: the first digits of a hash of its secret. */
export function searchKeyId(secret: string): string {
  return sha256(`id of ${secret}`).slice(0, 6)
}

/** How the hashes of a key begin. */
export function keyedPrefix(keyId: string): string {
  return `m${keyId}`
}

/** An address that a merchant writes to. */
export interface Addressed {
  merchantId: string
  emailAddress: string
}
