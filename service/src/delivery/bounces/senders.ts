import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HashKey } from '../../basics/addresses.ts'

/** The senders of mails' envelopes (VERP): each names its delivery, and is signed, so that nobody else can make one. */
export interface BounceSenders {
  /** The sender of a delivery's envelope. */
  addressOf(deliveryId: string): string
  /** What it begins with, as an envelope's id or a header for those who keep no sender. */
  tokenOf(deliveryId: string): string
  /** The delivery of a sender or token, in any case of letters; `forged` with a wrong signature, undefined if it is neither. */
  read(text: string): { deliveryId: string } | 'forged' | undefined
  /** Whether an address is such a sender at our own address. */
  isOurs(address: string): boolean
}

/** Most characters before the `@` of the address that senders are made of: with `+` and a token there are 64 (RFC 5321, 4.5.3.1.1). */
export const maxBounceLocal = 10

/** Hexadecimal digits of a signature: 80 bits, of which nobody can try more than a few a second. */
const signatureDigits = 20

/**
 * Makes and reads the senders of envelopes: `bounces+<delivery>.<signature>@example.com`.
 *
 * @param address where reports arrive, such as `bounces@example.com`
 * @param key of the search: with another one, senders made before count as forged
 */
export function createBounceSenders(address: string, key: HashKey): BounceSenders {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at).toLowerCase()
  const start = `${local.toLowerCase()}+`

  function tokenOf(deliveryId: string): string {
    const signature = createHmac('sha256', key.secret).update(`bounce sender\0${deliveryId}`).digest('hex')
    return `${deliveryId}.${signature.slice(0, signatureDigits)}`
  }

  return {
    addressOf: deliveryId => `${local}+${tokenOf(deliveryId)}${domain}`,
    tokenOf,
    read(text) {
      if (text.length > maxTextLength) return undefined
      // Hosts may write what is before the @ in lowercase, and quote it in a sender of their own (SRS, BATV).
      const [token, deliveryId = ''] = aToken.exec(text.toLowerCase()) ?? []
      if (token === undefined) return undefined
      return timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(deliveryId))) ? { deliveryId } : 'forged'
    },
    isOurs(text) {
      const plain = text.toLowerCase()
      return plain.startsWith(start) && plain.endsWith(domain) && wholeToken.test(plain.slice(start.length, -domain.length))
    },
  }
}

const maxTextLength = 400

const aToken = /(?<![0-9a-f])([0-9a-f]{32})\.[0-9a-f]{20}(?![0-9a-f])/
const wholeToken = /^[0-9a-f]{32}\.[0-9a-f]{20}$/
