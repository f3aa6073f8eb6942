import { domainToASCII } from 'node:url'

/** An address taken apart; `domain` in ASCII, as DNS knows it. */
export interface EmailAddress {
  local: string
  domain: string
  /** Characters beyond ASCII before the `@`: only servers with SMTPUTF8 (RFC 6531) take it. */
  international: boolean
}

/**
 * Reads one e-mail address `local@domain` (RFC 5321, with RFC 6531 and IDNA); undefined when the text is none. Lengths
 * count UTF-8 bytes, of the domain in ASCII form: 64 before the `@`, 253 after it, 254 together. Quoted local parts,
 * comments, lists, address literals and a domain without a dot are refused: no receipt goes there, and mail headers have
 * been broken with them. Whether the address exists is another question.
 */
export function readEmailAddress(text: string): EmailAddress | undefined {
  if (text.length > 254) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const written = text.slice(at + 1)
  if (at < 1 || Buffer.byteLength(local) > 64 || !local.split('.').every(atom => atomText.test(atom))) return undefined
  if (!isDomain(written)) return undefined
  const domain = domainToASCII(written).toLowerCase()
  if (domain.length > 253 || !isDomain(domain) || Buffer.byteLength(local) + 1 + domain.length > 254) return undefined
  return { local, domain, international: !/^[\x21-\x7e]+$/.test(local) }
}

/** Says whether a text is one address that a mail can go to. */
export function isEmailAddress(text: string): boolean {
  return readEmailAddress(text) !== undefined
}

/** RFC 5322 atext, and letters, marks and digits beyond ASCII; a mark needs something to stand on. */
const atomText = /^(?!\p{M})[0-9A-Za-z!#$%&'*+\-/=?^_`{|}~\p{L}\p{M}\p{N}]+$/u

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[0-9A-Za-z\-\p{L}\p{M}\p{N}]+$/u.test(label) && !/^-|-$/.test(label)
}
