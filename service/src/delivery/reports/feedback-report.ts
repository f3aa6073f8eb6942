import { addressesIn, addressOfField } from './addresses.ts'
import { type Fields, fieldBlocks, valueOf } from './fields.ts'
import type { Message } from './message.ts'
import { originalOf } from './original.ts'

/** What a feedback report says (RFC 5965, sections 3 and 7.3). */
export interface Feedback {
  /** A person called the mail abuse, or asks for no more of it. */
  isComplaint: boolean
  /** The person's address, unless the report hides it (RFC 6590). */
  recipient?: string
  /** Our mail's envelope sender and id, if it gives them. */
  envelopeIds: (string | undefined)[]
  words: string
}

/** Reads a message's feedback report; undefined if it has none. */
export function readFeedback(message: Message): Feedback | undefined {
  const part = message.parts.find(({ type }) => type === 'message/feedback-report')
  const fields = fieldBlocks(part?.content ?? '', 5).find(block => block.has('feedback-type'))
  if (!fields) return hotmailComplaint(message)
  const type = (valueOf(fields, 'feedback-type') ?? '').toLowerCase()
  const recipient = recipientOf(fields)
  return {
    isComplaint: isComplaint.test(type),
    ...(recipient && { recipient }),
    envelopeIds: [valueOf(fields, 'original-envelope-id'), addressesIn(valueOf(fields, 'original-mail-from') ?? '', 1)[0]],
    words: `${type}: ${message.text.trim() || message.subject}`,
  }
}

/** Registered types that aren't: `auth-failure` (RFC 6591), `dmarc`, `not-spam` (RFC 6430), `other`. */
const isComplaint = /^(?:abuse|fraud|virus|opt-out(?:-list)?|miscategorized)\b/

/** Hotmail's complaints are the mail itself, as a part or as it was. */
function hotmailComplaint(message: Message): Feedback | undefined {
  const from = addressesIn(valueOf(message.fields, 'from') ?? '', 1)[0] ?? ''
  const isComplaint =
    /^\s*complaint about message from/i.test(message.subject) && /^staff@(?:hotmail|live|outlook|msn)\.com$/i.test(from)
  const { fields } = originalOf(message, '')
  const named = valueOf(fields, recipientField) ?? valueOf(message.fields, recipientField)
  if (!isComplaint && named === undefined) return undefined
  const [recipient] = addressesIn(named ?? '', 1)
  return { isComplaint: true, ...(recipient && { recipient }), envelopeIds: [], words: message.subject }
}

const recipientField = 'x-hmxmroriginalrecipient'

function recipientOf(fields: Fields): string | undefined {
  const address = addressOfField(valueOf(fields, 'original-rcpt-to')) ?? addressOfField(valueOf(fields, 'removal-recipient'))
  return address && !/^(?:redacted|x{3,}|\*+|undisclosed|hidden|removed)\b/i.test(address) ? address : undefined
}
