import { z } from 'zod'
import { isSigned } from '../../../basics/standard-webhooks.ts'
import { amazonReasons, headerOf, type Provider, parsed, reportOf, type Told, usualBodyLimit } from './provider.ts'

/** What Resend says ("Webhooks"), as far as it is used. */
const event = z.object({
  type: z.string(),
  created_at: z.string().nullish(),
  data: z.object({
    to: z.union([z.string().max(1000), z.array(z.string().max(1000)).max(100)]).optional(),
    message_id: z.string().max(1000).nullish(),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
    bounce: z
      .object({ message: z.string().nullish(), type: z.string().nullish(), subType: z.string().nullish() })
      .nullish(),
    failed: z.object({ reason: z.string().nullish() }).nullish(),
  }),
})

/** Resend, whose messages are signed as Svix has it: like Standard Webhooks, with headers of other names. */
export function createResend({ secret }: { secret: string }): Provider {
  return {
    bodyLimit: usualBodyLimit,
    async read(request) {
      const { body } = request
      const message = {
        ...{ body, id: headerOf(request, 'svix-id') },
        timestamp: headerOf(request, 'svix-timestamp'),
        signature: headerOf(request, 'svix-signature'),
      }
      if (!isSigned([secret], message)) return 'unsigned'
      const { data } = event.safeParse(parsed(body))
      return data ? toldBy(data).map(reportOf) : []
    },
  }
}

function toldBy({
  type,
  created_at: at,
  data: { to = [], message_id, headers, bounce, failed },
}: z.infer<typeof event>): Told[] {
  const header = (name: string) => headers?.find(each => each.name.toLowerCase() === name)?.value
  const messageId = message_id ?? header('message-id')
  const about = { messageId, at, ids: [header('return-path'), header('x-entity-ref-id')] }
  return [to].flat().flatMap((recipient): Told[] => {
    switch (type) {
      case 'email.bounced': {
        const { message, subType, type: bounceType } = bounce ?? {}
        const isReply = /^\s*(?:smtp; ?)?[245]\d\d[ -]/i.test(message ?? '')
        const said = isReply ? { text: message } : { label: message ?? subType }
        const otherwise = amazonReasons[subType ?? ''] ?? 'other'
        return [{ ...about, ...said, recipient, kind: 'bounce', otherwise, isPassing: bounceType !== 'Permanent' }]
      }
      case 'email.failed':
        return [{ ...about, recipient, kind: 'bounce', label: failed?.reason, otherwise: 'relay', isPassing: true }]
      case 'email.delivery_delayed':
        return [{ ...about, recipient, kind: 'delayed' }]
      case 'email.delivered':
        return [{ ...about, recipient, kind: 'delivered' }]
      case 'email.complained':
        return [{ ...about, recipient, kind: 'complaint', label: 'complaint' }]
      default:
        return []
    }
  })
}
