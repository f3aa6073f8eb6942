import { z } from 'zod'
import type { Reason } from '../../../basics/reasons.ts'
import type { ReportKind } from '../../reports/report.ts'
import { headerOf, isSameSecret, type Provider, parsed, reportOf, usualBodyLimit } from './provider.ts'

/** What Postmark says ("Webhooks: bounce, delivery, spam complaint"), as far as it is used. */
const event = z.object({
  RecordType: z.string(),
  Type: z.string().optional(),
  Email: z.string().max(1000).optional(),
  Recipient: z.string().max(1000).optional(),
  Description: z.string().nullish(),
  Details: z.string().nullish(),
  BouncedAt: z.string().nullish(),
  DeliveredAt: z.string().nullish(),
  Metadata: z.record(z.string(), z.unknown()).nullish(),
})

/** Postmark. It keeps neither Message-ID nor sender, so each mail has its token as metadata. */
export function createPostmark({ user, password }: { user: string; password: string }): Provider {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  return {
    bodyLimit: usualBodyLimit,
    async read(request) {
      if (!isSameSecret(headerOf(request, 'authorization'), expected)) return 'unsigned'
      const { data } = event.safeParse(parsed(request.body))
      if (!data) return []
      const { RecordType, Type = '', Email, Recipient, Description, Details, Metadata, BouncedAt, DeliveredAt } = data
      const known = RecordType === 'Bounce' ? types[Type] : records[RecordType]
      if (!known) return []
      const { kind, otherwise, isPassing } = known
      const ids = [Metadata?.delivery].filter(id => typeof id === 'string')
      return [
        reportOf({
          ...{ kind, isPassing, ids, at: BouncedAt ?? DeliveredAt },
          ...(otherwise && { otherwise }),
          recipient: Email ?? Recipient ?? '',
          text: Details,
          label: Description || Type,
        }),
      ]
    },
  }
}

interface Kind {
  kind: ReportKind
  otherwise?: Reason
  isPassing?: boolean
}

const records: Readonly<Record<string, Kind>> = {
  SpamComplaint: { kind: 'complaint' },
  Delivery: { kind: 'delivered' },
}

/** Postmark's types of bounces. Its own list of deactivated addresses says nothing of this mail's recipient. */
const types: Readonly<Record<string, Kind>> = {
  HardBounce: { kind: 'bounce', isPassing: false },
  Transient: { kind: 'delayed' },
  SoftBounce: { kind: 'bounce', isPassing: true },
  Unknown: { kind: 'bounce', isPassing: true },
  BadEmailAddress: { kind: 'bounce', otherwise: 'bad_address', isPassing: false },
  DnsError: { kind: 'bounce', otherwise: 'dns', isPassing: true },
  Blocked: { kind: 'bounce', otherwise: 'policy', isPassing: true },
  DMARCPolicy: { kind: 'bounce', otherwise: 'reputation', isPassing: true },
  SpamNotification: { kind: 'bounce', otherwise: 'content', isPassing: true },
  VirusNotification: { kind: 'bounce', otherwise: 'content', isPassing: true },
  ManuallyDeactivated: { kind: 'bounce', otherwise: 'policy', isPassing: true },
  Unsubscribe: { kind: 'bounce', otherwise: 'policy', isPassing: true },
  SMTPApiError: { kind: 'bounce', otherwise: 'relay', isPassing: true },
  SpamComplaint: { kind: 'complaint' },
  AutoResponder: { kind: 'out_of_office' },
  AddressChange: { kind: 'out_of_office' },
  ChallengeVerification: { kind: 'challenge' },
}
