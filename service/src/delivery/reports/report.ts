import type { Reason } from '../../basics/reasons.ts'

/**
 * What a mail that came back says of ours. `bounce`: it wasn't delivered, and nobody tries again. `delayed`: somebody still tries.
 * `delivered`: it was delivered, relayed or expanded (RFC 3464), or displayed (RFC 8098). `complaint`: the person called it spam (RFC 5965).
 * `challenge`: its delivery waits for a person's confirmation. `out_of_office`: an answer by a program. `unreadable`: anything else.
 */
export type ReportKind = 'bounce' | 'delayed' | 'delivered' | 'complaint' | 'challenge' | 'out_of_office' | 'unreadable'

/** What a mail that came back says of one recipient. Everything in it was written by strangers. */
export interface Report {
  kind: ReportKind
  /** Of a bounce: another mail would come back, too. */
  isPermanent: boolean
  /** `other` for kinds that name none. */
  reason: Reason
  /** The enhanced status code that decided (RFC 3463). */
  enhanced?: string
  /** What it says, one line of at most 500 characters without control characters. */
  words: string
  /** The address it is about, as we wrote it where the report says so. */
  recipient?: string
  /** The Message-ID of our mail, in its angle brackets. */
  originalMessageId?: string
  /** What our mail's envelope was known by, at most 10: `Original-Envelope-Id` (RFC 3461), and the senders and recipients that may be ours. */
  envelopeIds?: string[]
  /** When a provider of ours says that it happened, milliseconds since 1970. */
  writtenAt?: number
}
