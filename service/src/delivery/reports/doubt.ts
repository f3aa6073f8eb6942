import type { ReadReply } from '../../replies/read-reply.ts'
import type { Message } from './mail/message.ts'

/**
 * Makes a mailbox that nobody has one that takes nothing, where the host says "user unknown" of good ones, too: Japanese carriers, whose
 * customers refuse mail that doesn't come from phones, and whoever took the recipient and refused the mail.
 */
export function doubted(
  read: ReadReply,
  message: Message,
  { recipient, said }: { recipient: string | undefined; said: string },
): ReadReply {
  if (read.reason !== 'unknown_mailbox' || ownCode.test(said) || namedByAu.test(said)) return read
  const text = message.text.slice(0, maxLength)
  const isDoubtful = carriers.test(recipient ?? '')
    ? !atRecipient.test(text)
    : afterRecipient.test(said) || afterRecipient.test(text)
  return isDoubtful && !isPipelined.test(text) ? { ...read, reason: 'mailbox_disabled' } : read
}

/** Characters in which the command that was refused is looked for. */
const maxLength = 16_384

/** Who says 5.1.1 means it. */
const ownCode = /(?<![\d.])5\.1\.[126](?![\d.])/

/** au says "550 <jane@au.com>: User unknown" of whom it doesn't know, and "550 : User unknown" of whom it refuses. */
const namedByAu = /<[^<>\s]{1,320}(?:ezweb\.ne\.jp|au\.com)>: user unknown/i

const carriers = /@(?:[\w-]{1,63}\.){0,5}(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com)$/i

/** "in reply to RCPT TO", ">>> RCPT TO". */
const atRecipient = /\bRCPT TO\b/

/** "in reply to end of DATA command", "after end of data", ">>> DATA", "-------SMTP command DATA". */
const afterRecipient =
  /(?:in reply to|after)(?: the)? (?:end of )?data\b|failed (?:after i sent the message|on data)|>>> ?(?:data\b|\.\s)|smtp command\s+data\b/i

/** Commands were sent together, so that the reply to `RCPT` came after `DATA`. */
const isPipelined = /<<< ?(?:503|554)[^\n]{0,20}(?:need rcpt|no valid recipients)/i

/** The command that was refused before a recipient was named: a Sendmail transcript's, or as qmail says it. */
export function earlyCommand(said: string): 'EHLO' | 'MAIL' | undefined {
  if (/\bmy name was rejected\b/i.test(said)) return 'EHLO'
  return /\bsender was rejected\b|>>> ?mail from[^\n]*\n\s*<<< ?[45]\d\d/i.test(said) ? 'MAIL' : undefined
}
