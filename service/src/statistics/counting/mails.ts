// What mails add to the statistics. `ended` is for the end of an attempt; whoever changes a delivery's status or reason otherwise, because
// a report came or somebody has it tried again, records what `changeOf` gives, with `recordChanges`, in the same transaction.

import type { Reason } from '../../basics/reasons.ts'
import type { AttemptOutcome, DeliveryTable } from '../../database/tables.ts'
import type { Change, Part } from './change.ts'
import { nameOf } from './dimensions.ts'

type Adds = Change['adds']

/** Mails in the order in which each is in exactly one state. Held mails wait, too. */
type MailState = 'mails_trying' | 'mails_sent' | 'mails_failed' | 'mails_bounced' | 'mails_canceled'

/** What a new delivery adds. That of a new receipt is in the receipt's own change. */
export const resent: Adds = { mails_trying: 1, resends: 1 }

/** What it adds when deliveries change from one state to another. */
export function moved(from: MailState, to: MailState): Adds {
  return { [from]: -1, [to]: 1 }
}

/** What of a delivery decides where it counts. */
type CountedMail = Pick<DeliveryTable, 'status' | 'bounced_at' | 'reason' | 'email_address'>

/** What it adds when a delivery becomes another: both as they are stored, before and after. */
export function changeOf(before: CountedMail, after: CountedMail): Change {
  const [from, to] = [stateOf(before), stateOf(after)]
  const parts = [...troublesOf(before, -1), ...troublesOf(after, 1)]
  return { adds: from === to ? {} : moved(from, to), ...(parts.length > 0 && { parts }) }
}

/**
 * A mail that failed, bounced or was called spam, by why and by its address's domain. Not one without a reason: it ended before
 * reasons were kept.
 */
function troublesOf(mail: CountedMail, times: 1 | -1): Part[] {
  const state = stateOf(mail)
  const isTrouble = state === 'mails_failed' || state === 'mails_bounced' || mail.status === 'complained'
  return isTrouble && mail.reason !== null ? troubles(mail.reason, mail.email_address, times) : []
}

function troubles(reason: Reason, emailAddress: string, times: number): Part[] {
  const domain = nameOf(emailAddress.slice(emailAddress.lastIndexOf('@') + 1).toLowerCase())
  return [
    ['mailReason', reason, '', times, times],
    ['mailDomain', domain, '', times, times],
  ]
}

/** A delivery's state. */
export function stateOf({ status, bounced_at }: Pick<DeliveryTable, 'status' | 'bounced_at'>): MailState {
  switch (status) {
    case 'sent':
      return 'mails_sent'
    case 'failed':
      return bounced_at === null ? 'mails_failed' : 'mails_bounced'
    case 'bounced':
      return 'mails_bounced'
    // It arrived.
    case 'complained':
      return 'mails_sent'
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

/** What the end of an attempt adds. @param isBounce the address doesn't exist */
export function ended(
  delivery: Pick<DeliveryTable, 'kind' | 'created_at' | 'email_address'>,
  end: { outcome: AttemptOutcome; isLast: boolean; isBounce: boolean; reason: Reason | undefined; at: number },
): Change {
  if (!end.isLast) return { adds: { attempts: 1 } }
  const to = end.isBounce ? 'mails_bounced' : ends[end.outcome]
  const isUndelivered = to === 'mails_failed' || to === 'mails_bounced'
  const parts = [
    ...(to === 'mails_sent' ? waitOf({ ...delivery, finished_at: end.at }) : []),
    ...(isUndelivered && end.reason !== undefined ? troubles(end.reason, delivery.email_address, 1) : []),
  ]
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
    parts: [...(wasTaken(delivery) ? waitOf(delivery) : []), ...troublesOf(delivery, 1)],
  }
}

/** Whether our mail server took it: what a report says later doesn't change how long that took. */
function wasTaken({ status }: Pick<DeliveryTable, 'status'>): boolean {
  return status === 'sent' || status === 'bounced' || status === 'complained'
}

/** How long the receipt's own mail took. A resend says nothing about that. */
function waitOf({ kind, created_at, finished_at }: Pick<DeliveryTable, 'kind' | 'created_at' | 'finished_at'>): Part[] {
  if (kind !== 'receipt' || finished_at === null) return []
  return [['wait', bucketOf(finished_at - created_at), '', 1, 1]]
}

/** How far a bucket's ends are from its middle, of the middle. With the rounding of its name, a duration is off by less than 5 %. */
const error = 0.04
const growth = (1 + error) / (1 - error)

/** The same of earlier versions' buckets, which have a number for a name, and the milliseconds up to which all was one. */
const earlier = { growth: 1.05 / 0.95, shortest: 10 }

const unit = 'ms'

/**
 * The bucket of a duration, by its middle: `1230ms`. Bucket n has those above growth^(n-1) and up to growth^n milliseconds (the
 * mapping of DDSketch). Buckets of hours and stores are added, in any order, and give the same quantiles as if counted together.
 */
export function bucketOf(milliseconds: number): string {
  if (milliseconds <= 1) return `1${unit}`
  const middle = middleOf(Math.ceil(Math.log(milliseconds) / Math.log(growth)), growth)
  return Number(middle.toPrecision(3)) + unit
}

/** Fewer durations have no quantiles worth showing. */
const minDurations = 20

/**
 * Quantiles by the nearest rank, in milliseconds: of n durations in order, part p is number ⌈p × n⌉. Within 5 % of that duration
 * (but for 1 ms, or 10 ms if an earlier version counted it); undefined of fewer than 20 durations.
 */
export function quantilesOf(buckets: ReadonlyMap<string, number>, parts: readonly number[]): number[] | undefined {
  const sorted = [...buckets].map(([name, count]) => [durationOf(name), count] as const).sort(([a], [b]) => a - b)
  const all = sorted.reduce((sum, [, count]) => sum + count, 0)
  if (all < minDurations) return undefined
  return parts.map(part => {
    const rank = Math.max(1, Math.ceil(part * all))
    let below = 0
    for (const [value, count] of sorted) {
      below += count
      if (below >= rank) return value
    }
    return 0
  })
}

function durationOf(name: string): number {
  if (name.endsWith(unit)) return Number(name.slice(0, -unit.length))
  return name === '0' ? earlier.shortest : earlier.shortest * middleOf(Number(name), earlier.growth)
}

/** What is equally far, in its own parts, from both ends of a bucket. */
function middleOf(bucket: number, growth: number): number {
  return (2 * growth ** bucket) / (growth + 1)
}
