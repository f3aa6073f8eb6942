import { addressesIn, addressOfField } from './mail/addresses.ts'
import { fieldBlocks, fieldOf, type MailFields } from './mail/fields.ts'
import type { Message } from './mail/message.ts'
import { originalOf } from './mail/original.ts'

/** What a feedback report says (RFC 5965, sections 3 and 7.3). */
interface Feedback {
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
  const type = (fieldOf(fields, 'feedback-type') ?? '').toLowerCase()
  const recipient = recipientOf(fields)
  return {
    isComplaint: isComplaint.test(type),
    ...(recipient && { recipient }),
    envelopeIds: [
      fieldOf(fields, 'original-envelope-id'),
      addressesIn(fieldOf(fields, 'original-mail-from') ?? '', 1)[0],
    ],
    words: `${type}: ${message.text.trim() || message.subject}`,
  }
}

/** Registered types that aren't: `auth-failure` (RFC 6591), `dmarc`, `not-spam` (RFC 6430), `other`. */
const isComplaint = /^(?:abuse|fraud|virus|opt-out(?:-list)?|miscategorized)\b/

/** Hotmail's complaints are the mail itself, as a part or as it was. */
function hotmailComplaint(message: Message): Feedback | undefined {
  const from = addressesIn(fieldOf(message.fields, 'from') ?? '', 1)[0] ?? ''
  const isComplaint =
    /^\s*complaint about message from/i.test(message.subject) && /^staff@(?:hotmail|live|outlook|msn)\.com$/i.test(from)
  const { fields } = originalOf(message, '')
  const named = fieldOf(fields, recipientField) ?? fieldOf(message.fields, recipientField)
  if (!isComplaint && named === undefined) return undefined
  const [recipient] = addressesIn(named ?? '', 1)
  return { isComplaint: true, ...(recipient && { recipient }), envelopeIds: [], words: message.subject }
}

const recipientField = 'x-hmxmroriginalrecipient'

function recipientOf(fields: MailFields): string | undefined {
  const address =
    addressOfField(fieldOf(fields, 'original-rcpt-to')) ?? addressOfField(fieldOf(fields, 'removal-recipient'))
  return address && !/^(?:(?:redacted|x{3,}|undisclosed|hidden|removed)\b|\*)/i.test(address) ? address : undefined
}
