import { createPublicKey, createVerify, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Reason } from '../../../basics/reasons.ts'
import { headerOf, type Provider, parsed, reportOf, type Told } from './provider.ts'

/** What SendGrid says of one mail ("Event Webhook Reference"), as far as it is used. */
const event = z.object({
  event: z.string(),
  timestamp: z.number().optional(),
  email: z.string().max(1000),
  'smtp-id': z.string().max(1000).optional(),
  type: z.string().optional(),
  reason: z.string().optional(),
  response: z.string().optional(),
  status: z.string().optional(),
})

/** SendGrid's batches have up to 768 KB. */
const bodyLimit = 1024 * 1024

/** Milliseconds that a request may be old. */
const maxAge = 5 * 60_000

/** SendGrid's Signed Event Webhook. It returns the Message-ID as `smtp-id`. @param publicKey in base64 */
export function createSendgrid({ publicKey }: { publicKey: string }): Provider {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return {
    bodyLimit,
    async read(request, at) {
      const timestamp = headerOf(request, 'x-twilio-email-event-webhook-timestamp')
      const signature = headerOf(request, 'x-twilio-email-event-webhook-signature')
      if (!/^\d{1,12}$/.test(timestamp) || Math.abs(at - Number(timestamp) * 1000) > maxAge) return 'unsigned'
      if (!isSigned(key, timestamp + request.body, signature)) return 'unsigned'
      const events = parsed(request.body)
      return (Array.isArray(events) ? events : []).flatMap(each => {
        const { data } = event.safeParse(each)
        return data ? toldBy(data).map(reportOf) : []
      })
    },
  }
}

function isSigned(key: KeyObject, text: string, signature: string): boolean {
  return createVerify('sha256').update(text).verify(key, signature, 'base64')
}

function toldBy({
  event: name,
  timestamp: at,
  email: recipient,
  type,
  reason,
  response,
  status,
  'smtp-id': messageId,
}: z.infer<typeof event>): Told[] {
  const about = { recipient, messageId, at, enhanced: status }
  switch (name) {
    case 'bounce':
      return [{ ...about, kind: 'bounce', text: reason, isPassing: type === 'blocked' }]
    case 'dropped':
      // SendGrid didn't even try, because of what happened to other mails.
      return [{ ...about, kind: 'bounce', label: reason, otherwise: dropped(reason ?? ''), isPassing: true }]
    case 'deferred':
      return [{ ...about, kind: 'delayed', text: response ?? reason }]
    case 'delivered':
      return [{ ...about, kind: 'delivered', text: response }]
    case 'spamreport':
      return [{ ...about, kind: 'complaint', label: 'spamreport' }]
    default:
      return []
  }
}

function dropped(reason: string): Reason {
  return /^invalid/i.test(reason) ? 'bad_address' : 'policy'
}
