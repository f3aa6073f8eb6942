import { domainToASCII } from 'node:url'

/** An address taken apart; `domain` in ASCII, as DNS knows it. */
export interface MailboxAddress {
  local: string
  domain: string
  /** Letters beyond ASCII before the `@`: only servers with SMTPUTF8 (RFC 6531) take it. */
  international: boolean
}

/**
 * Reads one address `local@domain` (RFC 5321, with RFC 6531 and IDNA). Quoted local parts, comments, lists and address
 * literals are refused: no receipt goes there, and mail headers have been broken with them. Undefined when it is none.
 */
export function readMailboxAddress(text: string): MailboxAddress | undefined {
  if (text.length > 254) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || Buffer.byteLength(local) > 64 || !local.split('.').every(atom => atomText.test(atom))) return undefined
  const domain = domainToASCII(text.slice(at + 1)).toLowerCase()
  if (domain.length > 253 || !isDomain(text.slice(at + 1)) || !isDomain(domain)) return undefined
  return { local, domain, international: !/^[\x21-\x7e]+$/.test(local) }
}

/** Whether a text is one address that a mail can go to. */
export function isMailboxAddress(text: string): boolean {
  return readMailboxAddress(text) !== undefined
}

/** RFC 5322 atext, and letters, marks and digits beyond ASCII. */
const atomText = /^[0-9A-Za-z!#$%&'*+\-/=?^_`{|}~\p{L}\p{M}\p{N}]+$/u

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[0-9A-Za-z\-\p{L}\p{M}\p{N}]+$/u.test(label) && !/^-|-$/.test(label)
}
