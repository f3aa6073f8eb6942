import type { ReadReply } from '../replies/read-reply.ts'
import type { Message } from './mail/message.ts'

/** Of whom a reply was said, and what. */
interface About {
  recipient: string | undefined
  /** The report's code and the host's words. */
  said: string
  /** The recipient had forwarded it elsewhere. */
  isForwarded: boolean
}

/**
 * Makes a mailbox that nobody has one that takes nothing, where that is said of good ones, too: by Japanese carriers, whose customers
 * refuse mail that doesn't come from phones; by whoever took the recipient and refused the mail; of the mailbox to which a good one
 * forwards.
 */
export function doubted(read: ReadReply, message: Message, { recipient, said, isForwarded }: About): ReadReply {
  if (read.reason !== 'unknown_mailbox' && !(isForwarded && read.reason === 'unknown_domain')) return read
  return isForwarded || isDoubtful(message, recipient, said) ? { ...read, reason: 'mailbox_disabled' } : read
}

function isDoubtful(message: Message, recipient: string | undefined, said: string): boolean {
  if (isExplicit.test(said)) return false
  const text = message.text.slice(0, maxLength)
  if (isPipelined.test(text)) return false
  if (carriers.test(recipient ?? '')) return !atRecipient.test(text)
  return afterRecipient.test(said) || afterRecipient.test(text)
}

/** Characters in which the command that was refused is looked for. */
const maxLength = 16_384

/**
 * Who says 5.1.1 means it, and so do Mail.ru and Yahoo, which look after the mail was sent. au says "550 <jane@au.com>: User unknown" of
 * whom it doesn't know, and "550 : User unknown" of whom it refuses.
 */
const isExplicit =
  /(?<![\d.])5\.1\.[126](?![\d.])|local mailbox \S{1,320} is unavailable: user not found|\bmailbox not found|does(?:n't| not) have an? \S{1,255} account|<[^<>\s]{1,320}(?:ezweb\.ne\.jp|au\.com)>: user unknown/i

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
