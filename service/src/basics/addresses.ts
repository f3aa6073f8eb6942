import { readEmailAddress } from 'counterfoil'

/**
 * An address in the form that all its spellings share: lowercase, with the domain in ASCII. Mail servers may tell `Ada@` from
 * `ada@`, people don't.
 */
export function addressKey(emailAddress: string): string {
  const text = emailAddress.trim()
  const address = readEmailAddress(text)
  return (address ? `${address.local}@${address.domain}` : text).normalize('NFC').toLowerCase()
}

/** The domain of an address, in lowercase. */
export function domainOf(emailAddress: string): string {
  return emailAddress.slice(emailAddress.lastIndexOf('@') + 1).toLowerCase()
}
