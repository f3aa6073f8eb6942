import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Reason } from '../../../basics/reasons.ts'
import { readReply } from '../../replies/read-reply.ts'
import type { Report } from '../../reports/report.ts'
import { cleanWords } from '../../reports/words.ts'

/** A request of a provider, as it came. */
interface ProviderRequest {
  headers: IncomingHttpHeaders
  body: string
}

/** A service that sends our mails, and tells what became of them. */
export interface Provider {
  /** Bytes of a request's body. */
  bodyLimit: number
  /**
   * What a request says; `unsigned` if the provider didn't send it.
   *
   * @param at milliseconds since 1970
   * @throws Error if that can't be found out now
   */
  read(request: ProviderRequest, at: number): Promise<readonly Report[] | 'unsigned'>
}

/** Bytes of a request's body, but of those that tell of many mails at once. */
export const usualBodyLimit = 256 * 1024

/** A header; empty if there is none. */
export function headerOf({ headers }: ProviderRequest, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** Whether two texts are the same, in a time that doesn't tell where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Parses JSON; undefined for anything else. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a provider says of one mail, in its words. */
export interface Told {
  kind: Report['kind']
  recipient: string
  /** The words of the recipient's mail server, which are read. */
  text?: string | null | undefined
  /** The provider's own, which aren't: they are the same for many causes. */
  label?: string | null | undefined
  enhanced?: string | undefined
  /** The reason if the words name none. */
  otherwise?: Reason
  /** Of a bounce: whether the provider takes it for a passing one; default: what the words say. */
  isPassing?: boolean | undefined
  /** With or without angle brackets. */
  messageId?: string | undefined
  /** When it happened: seconds since 1970, or an ISO date. */
  at?: number | string | null | undefined
  /** The envelope's sender, and others that may name the delivery. */
  ids?: readonly (string | undefined)[]
}

/** A report of what a provider says: an enhanced status code or the recipient's server's words decide, then the provider's kind. */
export function reportOf({
  kind,
  recipient,
  text,
  label,
  enhanced,
  otherwise,
  isPassing,
  messageId,
  at,
  ids = [],
}: Told): Report {
  const isUndelivered = kind === 'bounce' || kind === 'delayed'
  const read = isUndelivered ? readReply({ text: text ?? '', ...(enhanced && { enhanced }) }) : undefined
  const reason = read && (read.reason === 'other' ? (otherwise ?? 'other') : read.reason)
  const writtenAt = typeof at === 'number' ? at * 1000 : Date.parse(at ?? '')
  const bare = messageId?.trim().replace(/^<|>$/g, '')
  return {
    kind,
    isPermanent:
      kind === 'bounce' &&
      (isPassing === undefined ? read?.isPermanent === true : !isPassing && !read?.enhanced?.startsWith('4')),
    reason: kind === 'complaint' ? 'complaint' : (reason ?? 'other'),
    ...(read?.enhanced && { enhanced: read.enhanced }),
    words: cleanWords(text || label || ''),
    recipient: /<([^<>]*)>/.exec(recipient)?.[1] ?? recipient,
    ...(writtenAt >= 0 && { writtenAt }),
    ...(bare && { originalMessageId: `<${bare}>` }),
    envelopeIds: ids.filter(id => id !== undefined && id !== '').slice(0, 10) as string[],
  }
}

/** Amazon's subtypes of bounces, which Resend has, too. Only `NoEmail` says that nobody has the address; the lists are for what happened to others. */
export const amazonReasons: Readonly<Record<string, Reason>> = {
  NoEmail: 'unknown_mailbox',
  Suppressed: 'policy',
  OnAccountSuppressionList: 'policy',
  MailboxFull: 'mailbox_full',
  MessageTooLarge: 'too_large',
  ContentRejected: 'content',
  AttachmentRejected: 'content',
}
