import { type ReadReply, readReply } from '../../replies/read-reply.ts'
import { automaticAnswer } from './automatic.ts'
import { readDeliveryStatus, type RecipientStatus } from './delivery-status.ts'
import { readFeedback } from './feedback-report.ts'
import { type Message, openMessage } from './message.ts'
import { envelopeIdsOf, originalOf } from './original.ts'
import { doubted } from './doubt.ts'
import { isAnnounced, noticesAbout, readPlainReport } from './plain-report.ts'
import type { Report } from './report.ts'
import { cleanWords } from './words.ts'

/**
 * Reads what a mail that came back says: one report a recipient, at most 100, never none. It is what strangers say: whether it may be
 * believed is for whoever knows the envelope it came with.
 *
 * Looks at the first 1 MiB, opens no message within a message and nothing compressed; takes linear time. Never throws: what it can't
 * read is `unreadable`.
 */
export async function readReport(message: Uint8Array | string): Promise<Report[]> {
  try {
    return reportsOf(await openMessage(message))
  } catch {
    return [{ kind: 'unreadable', isPermanent: false, reason: 'other', words: '' }]
  }
}

function reportsOf(message: Message): Report[] {
  const feedback = readFeedback(message)
  if (feedback) {
    const { isComplaint, ...said } = feedback
    return [told(message, { ...said, kind: isComplaint ? 'complaint' : 'unreadable' })]
  }
  const status = readDeliveryStatus(message)
  const answer = automaticAnswer(message)
  const isHosts = status?.recipients.some(({ diagnostic }) => /^[245]\d\d\b/.test(diagnostic)) ?? isAnnounced(message)
  // Boxbe dresses its challenges as delivery status.
  if (answer === 'challenge' && !isHosts) return [told(message, { kind: answer, words: message.subject })]
  if (status) return status.recipients.map(one => statusReport(message, one, status.envelopeId))
  // RFC 8098: whatever became of it, it arrived.
  if (message.parts.some(({ type }) => type === 'message/disposition-notification'))
    return [told(message, { kind: 'delivered', words: message.subject })]
  if (answer && !isAnnounced(message)) return [told(message, { kind: answer, words: message.subject })]
  const plain = readPlainReport(message)
  if (!plain) return [told(message, { kind: answer ?? 'unreadable', words: message.subject })]
  return plain.notices.map(({ kind, recipient, words }) => {
    const { read, said } = bestRead(words)
    const about = { recipient, said }
    return told(message, { kind, read: doubted(read, message, about), words: said || message.subject, recipient, tail: plain.tail })
  })
}

function statusReport(message: Message, one: RecipientStatus, envelopeId: string | undefined): Report {
  const { kind, recipient, status, diagnostic } = one
  const candidates = kind === 'delivered' ? [] : noticesAbout(message, recipient)
  const { read, said } = bestRead([diagnostic, ...candidates], status)
  return told(message, {
    kind,
    read: doubted(read, message, { recipient, said: `${status ?? ''} ${said}` }),
    words: diagnostic || said || message.subject,
    recipient,
    envelopeIds: [envelopeId],
  })
}

/** The first words that say something, beyond a report's code. */
function bestRead(candidates: readonly string[], enhanced?: string): { read: ReadReply; said: string } {
  const reads = candidates
    .filter(text => text !== '')
    .map(text => ({ read: readReply({ text, ...(enhanced && { enhanced }) }), said: text }))
  return (
    reads.find(({ read }) => read.reason !== 'other') ??
    reads[0] ?? { read: readReply({ text: '', ...(enhanced && { enhanced }) }), said: '' }
  )
}

/** What is said, before it is made a report. */
interface Said {
  kind: Report['kind']
  words: string
  read?: ReadReply | undefined
  recipient?: string | undefined
  envelopeIds?: readonly (string | undefined)[]
  /** The returned mail, if it is a part of the text. */
  tail?: string
}

function told(message: Message, { kind, words, read, recipient, envelopeIds = [], tail = '' }: Said): Report {
  const original = originalOf(message, tail)
  const ids = envelopeIdsOf(message, original, envelopeIds)
  const about = recipient ?? (kind === 'unreadable' ? undefined : original.recipient)
  const isUndelivered = kind === 'bounce' || kind === 'delayed'
  return {
    kind,
    isPermanent: kind === 'bounce' && (read?.isPermanent ?? false),
    reason: kind === 'complaint' ? 'complaint' : ((isUndelivered && read?.reason) || 'other'),
    ...(isUndelivered && read?.enhanced && { enhanced: read.enhanced }),
    words: cleanWords(words),
    ...(about && { recipient: about }),
    ...(original.messageId && { originalMessageId: original.messageId }),
    ...(ids.length > 0 && { envelopeIds: ids }),
  }
}
