import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HashKey } from '../../basics/addresses.ts'

/** Names of deliveries that nobody else can make: a delivery's id, a dot, and a signature, in hexadecimal digits. */
export interface DeliveryTokens {
  of(deliveryId: string): string
  /** The delivery of the token in a text, in any case of letters; `forged` with a wrong signature, undefined without one. */
  read(text: string): { deliveryId: string } | 'forged' | undefined
}

/** Hexadecimal digits of a signature: 80 bits, of which nobody can try more than a few thousand a second. */
const signatureDigits = 20

/** @param key of the search: with another one, tokens made before count as forged */
export function createDeliveryTokens(key: HashKey): DeliveryTokens {
  function tokenOf(deliveryId: string): string {
    const signature = createHmac('sha256', key.secret).update(`delivery token\0${deliveryId}`).digest('hex')
    return `${deliveryId}.${signature.slice(0, signatureDigits)}`
  }
  return {
    of: tokenOf,
    read(text) {
      // Forwarders quote the sender in one of their own (SRS), hosts may write it in lowercase or uppercase.
      const [token, deliveryId = ''] = aToken.exec(text.slice(0, maxTextLength).toLowerCase()) ?? []
      if (token === undefined) return undefined
      return timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(deliveryId))) ? { deliveryId } : 'forged'
    },
  }
}

const aToken = /(?<![0-9a-f])([0-9a-f]{32})\.[0-9a-f]{20}(?![0-9a-f])/
const maxTextLength = 400

/** Most characters before the `@` of the address that senders are made of: with `+` and a token there are 64 (RFC 5321, 4.5.3.1.1). */
export const maxBounceLocal = 10

/** The senders of mails' envelopes (VERP), to which reports about them go. */
export interface BounceSenders {
  /** `bounces+<token>@example.com`, and the token, as the envelope's id. */
  of(deliveryId: string): { address: string; id: string }
  /** The delivery of such an address, in any case of letters; `forged` with a wrong signature, undefined for any other address. */
  read(address: string): ReturnType<DeliveryTokens['read']>
}

/** @param address where reports arrive, such as `bounces@example.com` */
export function createBounceSenders(address: string, tokens: DeliveryTokens): BounceSenders {
  const at = address.lastIndexOf('@')
  const start = `${address.slice(0, at)}+`.toLowerCase()
  const end = address.slice(at).toLowerCase()
  return {
    of(deliveryId) {
      const id = tokens.of(deliveryId)
      return { address: start + id + end, id }
    },
    read(text) {
      const plain = text.toLowerCase()
      if (plain.length > maxTextLength || !plain.startsWith(start) || !plain.endsWith(end)) return undefined
      const middle = plain.slice(start.length, -end.length)
      return wholeToken.test(middle) ? tokens.read(middle) : undefined
    },
  }
}

const wholeToken = /^[0-9a-f]{32}\.[0-9a-f]{20}$/
