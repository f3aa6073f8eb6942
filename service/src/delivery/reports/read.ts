import { automaticAnswer } from './automatic.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { readFeedback } from './feedback-report.ts'
import { addressOfField } from './mail/addresses.ts'
import { fieldOf, readFields } from './mail/fields.ts'
import { type Message, openMessage } from './mail/message.ts'
import { isFromDaemon, isMailerDaemon } from './mail/sender.ts'
import { isAnnounced, noticesAbout, readPlainReport } from './plain-report.ts'
import type { Report } from './report.ts'
import { tell } from './tell.ts'

/**
 * Reads what a mail that came back says: one report a recipient, at most 100, never none. It is what strangers say: whether it may be
 * believed is for whoever knows the envelope it came with.
 *
 * Looks at the first 1 MiB, opens no message within a message and nothing compressed; takes linear time. Never throws: what it can't
 * read is `unreadable`.
 */
export async function readReport(message: Uint8Array | string): Promise<Report[]> {
  try {
    const opened = await openMessage(message)
    const wrapped = wrappedReport(opened)
    return reportsOf(wrapped === undefined ? opened : await openMessage(wrapped))
  } catch {
    return [{ kind: 'unreadable', isPermanent: false, reason: 'other', words: '' }]
  }
}

/** A report that its host sent as a message within a message; once only. */
function wrappedReport(message: Message): string | undefined {
  if (!isFromDaemon(message) || readDeliveryStatus(message)) return undefined
  return message.parts.find(
    ({ type, content }) =>
      type === 'message/rfc822' && /^content-type: *multipart\/report\b/im.test(content.slice(0, 8192)),
  )?.content
}

function reportsOf(message: Message): Report[] {
  const feedback = readFeedback(message)
  if (feedback) {
    const { isComplaint, ...said } = feedback
    return tell(message, [{ ...said, kind: isComplaint ? 'complaint' : 'unreadable' }])
  }
  const status = readDeliveryStatus(message)
  const answer = automaticAnswer(message)
  const isHosts = status?.recipients.some(({ diagnostic }) => /^[245]\d\d\b/.test(diagnostic)) ?? isAnnounced(message)
  // Boxbe dresses its challenges as delivery status.
  if (answer === 'challenge' && !isHosts) return tell(message, [{ kind: answer }])
  if (status) {
    const { recipients, envelopeId, messageId } = status
    const texts = noticesAbout(
      message,
      recipients.flatMap(({ recipient }) => recipient ?? []),
    )
    const said = recipients.map(one => ({
      ...one,
      texts: texts.get(one.recipient?.toLowerCase()) ?? [],
      envelopeIds: [envelopeId],
      messageId,
    }))
    return tell(message, said)
  }
  const displayed = message.parts.find(({ type }) => type === 'message/disposition-notification')
  if (displayed) return tell(message, [displayedReport(displayed.content)])
  if (answer && !isAnnounced(message) && !isMailerDaemon(message)) return tell(message, [{ kind: answer }])
  const plain = readPlainReport(message)
  return plain ? tell(message, plain.notices, plain.tail) : tell(message, [{ kind: answer ?? 'unreadable' }])
}

/** A mail's reader says that it was displayed, deleted … (RFC 8098): whatever became of it, it arrived. */
function displayedReport(content: string) {
  const fields = readFields(content)
  return {
    kind: 'delivered' as const,
    recipient: addressOfField(fieldOf(fields, 'original-recipient') ?? fieldOf(fields, 'final-recipient')),
    messageId: fieldOf(fields, 'original-message-id'),
  }
}
