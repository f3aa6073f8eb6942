/**
 * How long a mail server may take, milliseconds. RFC 5321, section 4.5.3.2, says the least that a client should wait, in minutes: for the
 * greeting 5 (`SMTP_GREETING_TIMEOUT`); for the replies to MAIL and RCPT 5, to DATA 2, for each block 3, for the reply to the final dot 10, which
 * is one setting for all (`SMTP_REPLY_TIMEOUT`). Less isn't taken: a start ends with the RFC's least.
 */
export interface MailTimeouts {
  /** To accept a connection, on any of its addresses. No RFC says how long. */
  connectMs: number
  /** From then until it greets, and has made the connection a TLS one. */
  greetingMs: number
  /** For each reply, and for more of a mail: the longest is the reply to a mail's final dot. A client that leaves earlier sends it twice. */
  replyMs: number
}

/** Milliseconds for each step before a mail is sent: to wait for its turn, to be made, to wait for a connection. */
export const stepMs = 60_000

/** The longest that the work on a mail takes, milliseconds: whatever takes longer is a dead process's. */
export function limitsOf({ connectMs, greetingMs, replyMs }: MailTimeouts) {
  // More than all of the RFC's times together, half an hour: it ends what would go on forever, such as a letter every nine minutes.
  const sendMs = connectMs + greetingMs + 4 * replyMs
  const attemptMs = 3 * stepMs + sendMs
  // One that is sent alone waits for those in hand.
  return { sendMs, attemptMs, jobMs: stepMs + 2 * attemptMs }
}
