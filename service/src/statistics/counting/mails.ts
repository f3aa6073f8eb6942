import type { AttemptOutcome, DeliveryTable } from '../../database/tables.ts'
import type { Change, Part } from './change.ts'
import { bucketOf } from './waits.ts'

type Adds = Change['adds']

/** Mails in the order in which each is in exactly one state. Held mails wait, too. */
export type MailState = 'mails_trying' | 'mails_sent' | 'mails_failed' | 'mails_bounced' | 'mails_canceled'

/** What a receipt adds with its mail to send. */
export function withFirstMail(change: Change): Change {
  return { ...change, adds: { ...change.adds, mails_trying: 1 } }
}

/** What a new delivery adds. That of a new receipt is in the receipt's own change. */
export const resent: Adds = { mails_trying: 1, resends: 1 }

/** What it adds when deliveries change from one state to another. */
export function moved(from: MailState, to: MailState): Adds {
  return { [from]: -1, [to]: 1 }
}

/** A delivery's state. */
export function stateOf({ status, bounced_at }: Pick<DeliveryTable, 'status' | 'bounced_at'>): MailState {
  switch (status) {
    case 'sent':
      return 'mails_sent'
    case 'failed':
      return bounced_at === null ? 'mails_failed' : 'mails_bounced'
    case 'canceled':
    case 'withheld':
      return 'mails_canceled'
    default:
      return 'mails_trying'
  }
}

/** What a mail is after its last attempt. One that is withheld in test mode was given up, not tried in vain. */
const ends: Readonly<Record<AttemptOutcome, MailState>> = {
  sent: 'mails_sent',
  deferred: 'mails_failed',
  failed: 'mails_failed',
  interrupted: 'mails_failed',
  withheld: 'mails_canceled',
}

/** What the end of an attempt adds. */
export function ended(
  delivery: Pick<DeliveryTable, 'kind' | 'created_at'>,
  { outcome, isLast, isBounce, at }: { outcome: AttemptOutcome; isLast: boolean; isBounce: boolean; at: number },
): Change {
  if (!isLast) return { adds: { attempts: 1 } }
  const to = isBounce ? 'mails_bounced' : ends[outcome]
  const parts = to === 'mails_sent' ? waitOf({ ...delivery, finished_at: at }) : []
  return { adds: { attempts: 1, ...moved('mails_trying', to) }, ...(parts.length > 0 && { parts }) }
}

/** All that a delivery as it is stored adds, to count it anew. */
export function countMail(delivery: DeliveryTable, endedAttempts: number): Change {
  const state = stateOf(delivery)
  return {
    adds: {
      [state]: 1,
      ...(delivery.kind === 'resend' && { resends: 1 }),
      ...(endedAttempts > 0 && { attempts: endedAttempts }),
    },
    parts: state === 'mails_sent' ? waitOf(delivery) : [],
  }
}

/** How long the receipt's own mail took. A resend says nothing about that. */
function waitOf({ kind, created_at, finished_at }: Pick<DeliveryTable, 'kind' | 'created_at' | 'finished_at'>): Part[] {
  if (kind !== 'receipt' || finished_at === null) return []
  return [['wait', bucketOf(finished_at - created_at), '', 1, 1]]
}
