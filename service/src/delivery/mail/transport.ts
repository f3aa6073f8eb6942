import type { EmailMessage } from 'counterfoil'
import type { Reason } from '../../basics/reasons.ts'

/** A complete mail, not yet MIME-encoded. */
export interface OutgoingMail {
  deliveryId: string
  from: { name: string; address: string }
  to: string
  messageId: string
  /** The sender of the envelope, to whom reports about it go, and the envelope's id; default: the mail's sender, and none. */
  returnPath?: { address: string; id: string }
  date: Date
  content: EmailMessage
  /** The receipt as PDF, if attached. */
  pdf?: { filename: string; bytes: Uint8Array }
}

/** How a mail was taken: an SMTP reply's code and text, or `folder`. */
export interface SendReply {
  code: string
  detail: string
}

/** A way for mails to leave: SMTP, or files. */
export interface MailTransport {
  /** Name in metrics: `smtp`, `folder`. */
  readonly name: string
  /** @throws MailFault if it wasn't sent, or may not have been */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<SendReply>
  /** Deletes what it keeps of a mail that was erased while it was sent. Absent if it keeps nothing. */
  forget?(deliveryId: string): Promise<void>
  /** Checks that the mail server would accept mail from us. Absent without a server. @throws MailFault if not */
  check?(): Promise<void>
  close(): Promise<void>
}

/** A mail that wasn't sent, or may not have been. */
export class MailFault extends Error {
  /** Retrying is pointless. */
  readonly permanent: boolean
  /** SMTP reply code, or `connection`, `timeout` … */
  readonly code: string
  /** Why. */
  readonly reason: Reason
  /** The server's reply, which may contain the address. */
  readonly detail: string
  /** The server has no such mailbox, so the address is bad, not only this mail. */
  readonly badAddress: boolean
  /** The enhanced status code that decided, if there was one. */
  readonly enhanced: string | undefined

  constructor(
    fault: {
      permanent: boolean
      code: string
      detail: string
      reason?: Reason
      badAddress?: boolean
      enhanced?: string | undefined
    },
    options?: ErrorOptions,
  ) {
    super(`The mail wasn't accepted (${fault.code}).`, options)
    this.name = 'MailFault'
    this.permanent = fault.permanent
    this.code = fault.code
    this.reason = fault.reason ?? 'other'
    this.detail = fault.detail
    this.badAddress = fault.badAddress ?? false
    this.enhanced = fault.enhanced
  }
}

/**
 * How long a mail server may take, milliseconds. RFC 5321, section 4.5.3.2, says the least that a client should wait, in minutes: for the
 * greeting 5 (`SMTP_GREETING_TIMEOUT`); for the replies to MAIL and RCPT 5, to DATA 2, for each block 3, for the reply to the final dot 10, which
 * is one setting for all (`SMTP_REPLY_TIMEOUT`). Less is refused at start, with the RFC's minimum.
 */
export interface MailTimeouts {
  /** To accept a connection, on any of its addresses. No RFC says how long. */
  connectMs: number
  /** From then until it has greeted, and TLS is up. */
  greetingMs: number
  /** For each reply, and for more of a mail: the longest is the reply to a mail's final dot. A client that leaves earlier sends it twice. */
  replyMs: number
}

/** Milliseconds for each step before a mail is sent: to wait for its turn, to be made, to wait for a connection. */
export const stepMs = 60_000

/** The longest that work on a mail may take, milliseconds: whatever takes longer belongs to a dead process. */
export function limitsOf({ connectMs, greetingMs, replyMs }: MailTimeouts) {
  // More than all of the RFC's times together, half an hour: it ends what would go on forever, such as a server that sends a letter every nine minutes.
  const sendMs = connectMs + greetingMs + 4 * replyMs
  const attemptMs = 3 * stepMs + sendMs
  // One that is sent alone waits for those in hand.
  return { sendMs, attemptMs, jobMs: stepMs + 2 * attemptMs }
}
