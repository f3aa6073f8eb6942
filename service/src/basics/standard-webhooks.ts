import { randomBytes } from 'node:crypto'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

/** A message as it is signed (standardwebhooks.com, "Signature scheme"). */
interface SignedMessage {
  /** Of `webhook-id`. */
  id: string
  body: string
}

/** A new secret to sign with: `whsec_` and 256 random bits in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/**
 * The headers of a message. While a secret is being replaced there are two, and a signature with each.
 *
 * @param at when this attempt is made, milliseconds since 1970
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, body }: SignedMessage,
  at: number,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signatures = secrets.map(secret => new Webhook(secret).sign(id, new Date(at), body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/**
 * Whether a message was signed with one of the secrets, within five minutes of this machine's clock.
 *
 * @param timestamp and `signature`, the headers as they came
 */
export function isSigned(
  secrets: readonly string[],
  { id, body, timestamp, signature }: SignedMessage & { timestamp: string; signature: string },
): boolean {
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  return secrets.some(secret => {
    try {
      new Webhook(secret).verify(body, headers, { jsonParse: false })
      return true
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false
      throw error
    }
  })
}
