import type { EmailMessage } from 'counterfoil'

/** A mail, complete but for its MIME form. */
export interface OutgoingMail {
  deliveryId: string
  from: { name: string; address: string }
  to: string
  messageId: string
  date: Date
  content: EmailMessage
  /** The receipt as PDF, where it goes along. */
  pdf?: { filename: string; bytes: Uint8Array }
}

/** What the mail server said when it took a mail. */
export interface Sent {
  code: string
  detail: string
}

/** A way to get mails out. */
export interface MailTransport {
  /** As metrics name it: `smtp`, `folder`. */
  readonly name: string
  /** @throws MailFault when it could not be sent, or nobody knows whether it was */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<Sent>
  /** Asks the mail server whether it would take mails from us. Absent where there is none. @throws MailFault when not */
  check?(): Promise<void>
  close(): Promise<void>
}

/** A mail was not taken. */
export class MailFault extends Error {
  /** Trying again is of no use. */
  readonly permanent: boolean
  /** SMTP reply code, or `connection`, `timeout` … */
  readonly code: string
  /** The server's words; they may hold the address. */
  readonly detail: string
  /** The server knows no such mailbox: the address is bad, not only this mail. */
  readonly badAddress: boolean

  constructor(
    fault: { permanent: boolean; code: string; detail: string; badAddress?: boolean },
    options?: ErrorOptions,
  ) {
    super(`The mail was not taken (${fault.code}).`, options)
    this.name = 'MailFault'
    this.permanent = fault.permanent
    this.code = fault.code
    this.detail = fault.detail
    this.badAddress = fault.badAddress ?? false
  }
}
