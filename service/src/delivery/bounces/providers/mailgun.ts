import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { sha256 } from '../../../basics/ids.ts'
import { TtlCache } from '../../../basics/ttl-cache.ts'
import { isSameSecret, type Provider, parsed, reportOf, type Told, usualBodyLimit } from './provider.ts'

/** What Mailgun says ("Webhook payloads"), as far as it is used. */
const payload = z.object({
  signature: z.object({ timestamp: z.string().max(20), token: z.string().max(200), signature: z.string().max(200) }),
  'event-data': z.object({
    event: z.string(),
    timestamp: z.number().optional(),
    severity: z.string().optional(),
    reason: z.string().optional(),
    recipient: z.string().max(1000).optional(),
    envelope: z.object({ sender: z.string().optional() }).optional(),
    message: z.object({ headers: z.object({ 'message-id': z.string().optional() }).optional() }).optional(),
    'delivery-status': z
      .object({
        code: z.number().nullish(),
        message: z.string().nullish(),
        description: z.string().nullish(),
        'enhanced-code': z.string().nullish(),
      })
      .optional(),
  }),
})

/** Milliseconds that a request may be old: Mailgun tries again for eight hours, with the signature of the first time. */
const maxAge = 9 * 3_600_000

const maxTokens = 20_000

/** Mailgun. It signs a token, not what it says, so each token counts once. */
export function createMailgun({ key }: { key: string }): Provider {
  let clock = 0
  const used = new TtlCache<string>(maxTokens, () => clock)
  return {
    bodyLimit: usualBodyLimit,
    async read({ body }, at) {
      clock = at
      const { data } = payload.safeParse(parsed(body))
      if (!data) return 'unsigned'
      const { timestamp, token, signature } = data.signature
      const expected = createHmac('sha256', key)
        .update(timestamp + token)
        .digest('hex')
      if (!isSameSecret(signature.toLowerCase(), expected)) return 'unsigned'
      if (Math.abs(at - Number(timestamp) * 1000) > maxAge) return 'unsigned'
      // What wasn't taken comes again, the same.
      const [known, hash] = [used.get(token), sha256(body)]
      if (known !== undefined && known !== hash) return 'unsigned'
      used.set(token, hash, maxAge)
      return toldBy(data['event-data']).map(reportOf)
    },
  }
}

type EventData = z.infer<typeof payload>['event-data']

function toldBy({
  event,
  timestamp: at,
  severity,
  reason = '',
  recipient = '',
  envelope,
  message,
  ...rest
}: EventData): Told[] {
  const { code, message: said, description, 'enhanced-code': enhanced } = rest['delivery-status'] ?? {}
  const words = [said, description].filter(Boolean).join(' ')
  const text = code && /^[245]\d\d$/.test(String(code)) && !/^\d{3}\b/.test(words) ? `${code} ${words}` : words
  const about = {
    recipient,
    at,
    text,
    label: reason,
    enhanced: enhanced ?? undefined,
    messageId: message?.headers?.['message-id'],
    ids: [envelope?.sender],
  }
  if (event === 'complained') return [{ ...about, kind: 'complaint' }]
  if (event === 'delivered') return [{ ...about, kind: 'delivered' }]
  if (event === 'rejected') return [{ ...about, kind: 'bounce', otherwise: 'content', isPassing: true }]
  if (event !== 'failed') return []
  if (severity === 'temporary') return [{ ...about, kind: 'delayed' }]
  // Mailgun's own list, or it gave up.
  if (reason.startsWith('suppress-'))
    return [{ ...about, text: '', kind: 'bounce', otherwise: 'policy', isPassing: true }]
  return [{ ...about, kind: 'bounce', isPassing: reason === 'old' }]
}
