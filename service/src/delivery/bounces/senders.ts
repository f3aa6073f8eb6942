import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HashKey } from '../../basics/addresses.ts'

/** An attempt to send a delivery. */
interface NamedAttempt {
  deliveryId: string
  /** The first is 1. */
  attempt: number
}

/** Names of attempts that nobody else can make: the delivery's id, a dot, the attempt and a signature, in hexadecimal digits. */
export interface DeliveryTokens {
  of(deliveryId: string, attempt: number): string
  /** The attempt of the token in a text, in any case of letters; `forged` with a wrong signature, undefined without one. */
  read(text: string): NamedAttempt | 'forged' | undefined
}

/** Hexadecimal digits of an attempt, which are enough for all that a mail gets. */
const attemptDigits = 4

/** Those of a signature: 64 bits, of which nobody can try more than a few thousand a second. */
const signatureDigits = 16

/** @param key of the search: with another one, tokens made before count as forged */
export function createDeliveryTokens(key: HashKey): DeliveryTokens {
  function tokenOf(deliveryId: string, attempt: number): string {
    const digits = (attempt % 16 ** attemptDigits).toString(16).padStart(attemptDigits, '0')
    const name = `${deliveryId}.${digits}`
    const signature = createHmac('sha256', key.secret).update(`delivery token\0${name}`).digest('hex')
    return name + signature.slice(0, signatureDigits)
  }
  return {
    of: tokenOf,
    read(text) {
      // Forwarders quote the sender in one of their own (SRS), hosts may write it in lowercase or uppercase.
      const [token, deliveryId = '', digits = ''] = aToken.exec(text.slice(0, maxTextLength).toLowerCase()) ?? []
      if (token === undefined) return undefined
      const attempt = Number.parseInt(digits, 16)
      const isOurs = timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(deliveryId, attempt)))
      return isOurs ? { deliveryId, attempt } : 'forged'
    },
  }
}

const aToken = /(?<![0-9a-f])([0-9a-f]{32})\.([0-9a-f]{4})[0-9a-f]{16}(?![0-9a-f])/
const maxTextLength = 400

/** The senders of mails' envelopes (VERP), to which reports about them go. */
export interface BounceSenders {
  /** `bounces+<token>@example.com`, and the token, as the envelope's id. */
  of(deliveryId: string, attempt: number): { address: string; id: string }
  /** The attempt of such an address, in any case of letters; `forged` with a wrong signature, undefined for any other address. */
  read(address: string): ReturnType<DeliveryTokens['read']>
}

/** @param address where reports arrive, such as `bounces@example.com` */
export function createBounceSenders(address: string, tokens: DeliveryTokens): BounceSenders {
  const at = address.lastIndexOf('@')
  const start = `${address.slice(0, at)}+`.toLowerCase()
  const end = address.slice(at).toLowerCase()
  return {
    of(deliveryId, attempt) {
      const id = tokens.of(deliveryId, attempt)
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
