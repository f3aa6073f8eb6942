import { asciiDomain, byteLength } from './host.ts'

/** The parts of an address; `domain` is in ASCII, as in DNS. */
export interface EmailAddress {
  local: string
  domain: string
  /** Non-ASCII characters before the `@`: only servers with SMTPUTF8 (RFC 6531) accept it. */
  international: boolean
}

/**
 * Reads one email address `local@domain` (RFC 5321, with RFC 6531 and IDNA); undefined if the text isn't one. Lengths count
 * UTF-8 bytes, with the domain in ASCII: at most 64 before the `@`, 253 after it, 254 in total. Quoted local parts, comments,
 * lists, address literals and domains without a dot are rejected: no receipt goes there, and they have been used to break
 * mail headers. Doesn't check whether the address exists.
 */
export function readEmailAddress(text: string): EmailAddress | undefined {
  if (text.length > 254) return undefined
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const written = text.slice(at + 1)
  if (at < 1 || byteLength(local) > maxLocalLength || !local.split('.').every(atom => atomText.test(atom)))
    return undefined
  if (!isDomain(written)) return undefined
  const domain = (isPlainDomain.test(written) ? written : asciiDomain(written)).toLowerCase()
  if (domain.length > 253 || !isDomain(domain) || byteLength(local) + 1 + domain.length > 254) return undefined
  return { local, domain, international: !/^[\x21-\x7e]+$/.test(local) }
}

/** Whether a text is one valid email address. */
export function isEmailAddress(text: string): boolean {
  return (text.length <= maxLocalLength && usual.test(text)) || readEmailAddress(text) !== undefined
}

/** Bytes before the `@`. */
const maxLocalLength = 64

/** Nearly every address: plain words, and nothing for IDNA to do. In so few characters no part is too long. */
const usual = /^[\w+-]+(?:\.[\w+-]+)*@(?!.*--)(?:(?!-)[0-9A-Za-z-]+(?<!-)\.)+[A-Za-z]+$/

/** Nothing for IDNA to do: ASCII without Punycode, under a top-level domain of letters, so not a number either. */
const isPlainDomain = /^(?!.*xn--)[0-9A-Za-z.-]+\.[A-Za-z]+$/i

/** RFC 5322 atext, plus non-ASCII letters, marks and digits; a mark can't come first. */
const atomText = /^(?!\p{M})[0-9A-Za-z!#$%&'*+\-/=?^_`{|}~\p{L}\p{M}\p{N}]+$/u

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[0-9A-Za-z\-\p{L}\p{M}\p{N}]+$/u.test(label) && !/^-|-$/.test(label)
}
