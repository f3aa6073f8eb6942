import type { ReadReply } from '../../replies/read-reply.ts'
import type { Message } from './message.ts'

/**
 * Makes a mailbox that nobody has one that takes nothing, where the host says "user unknown" of good ones, too: Japanese carriers, whose
 * customers refuse mail that doesn't come from phones, and whoever took the recipient and refused the mail.
 */
export function doubted(
  read: ReadReply,
  message: Message,
  { recipient, said }: { recipient: string | undefined; said: string },
): ReadReply {
  if (read.reason !== 'unknown_mailbox' || ownCode.test(said)) return read
  const text = message.text.slice(0, maxLength)
  const isDoubtful = carriers.test(recipient ?? '') ? !atRecipient.test(text) : afterRecipient.test(said) || afterRecipient.test(text)
  return isDoubtful && !isPipelined.test(text) ? { ...read, reason: 'mailbox_disabled' } : read
}

/** Characters in which the command that was refused is looked for. */
const maxLength = 16_384

/** Who says 5.1.1 means it. */
const ownCode = /(?<![\d.])5\.1\.[126](?![\d.])/

const carriers = /@(?:[\w-]+\.)*(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com|softbank\.(?:ne\.)?jp|vodafone\.ne\.jp|uqmobile\.jp|mineo\.jp)$/i

/** "in reply to RCPT TO", ">>> RCPT TO". */
const atRecipient = /\bRCPT TO\b/

/** "in reply to end of DATA command", "after end of data", ">>> DATA", "-------SMTP command DATA". */
const afterRecipient = /(?:in reply to|after)(?: the)? (?:end of )?data\b|>>> ?(?:data\b|\.\s)|smtp command\s+data\b/i

/** Commands were sent together, so that the reply to `RCPT` came after `DATA`. */
const isPipelined = /<<< ?(?:503|554)[^\n]{0,20}(?:need rcpt|no valid recipients)/i
