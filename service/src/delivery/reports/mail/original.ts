import { addressesIn } from './addresses.ts'
import { fieldOf, type MailFields, readFields } from './fields.ts'
import type { Message } from './message.ts'

/** What a report returns of the mail it is about. */
interface Original {
  fields: MailFields
  messageId?: string
  /** To whom the mail was addressed; undefined if it was to more than one. */
  recipient?: string
}

/** The mail that a message returns, as a part (RFC 3462, RFC 6533) or, in `tail`, behind a report's text. */
export function originalOf(message: Message, tail: string): Original {
  const returned = message.parts.find(({ type, content }) => isMail.test(type) && content.includes(':'))
  const fields = readFields(returned?.content.trimStart() ?? tail.slice(Math.max(tail.search(aField), 0)))
  const messageId = messageIdIn(fieldOf(fields, 'message-id'))
  const [recipient, other] = addressesIn(fieldOf(fields, 'to') ?? '', 2)
  return {
    fields,
    ...(messageId && { messageId }),
    ...(recipient && !other && { recipient }),
  }
}

/** A field's first message id, in its angle brackets. */
export function messageIdIn(value: string | undefined): string | undefined {
  return /<[^<>\s]{3,320}>/.exec(value ?? '')?.[0]
}

/** The types in which mails are returned. */
export const isMail =
  /^(?:message\/(?:rfc822|global|rfc822-headers|global-headers|partial)|text\/(?:x-)?rfc822(?:-headers)?)$/

/** Where the returned header begins. */
const aField = /^(?:return-path|received|message-id|from|to|date|subject|mime-version|dkim-signature):/im

/** At most this many envelope ids. */
const maxEnvelopeIds = 10

/** What our mail's envelope may be known by, whoever wrote it: whoever signed ids must check them. */
export function envelopeIdsOf(message: Message, original: Original, named: readonly (string | undefined)[]): string[] {
  const addressed = ['delivered-to', 'x-original-to', 'envelope-to', 'to'].map(name => fieldOf(message.fields, name))
  const returned = ['return-path', 'x-envelope-from', 'errors-to', 'sender'].map(name => fieldOf(original.fields, name))
  const ids = [
    ...named.flatMap(id => (id ? [id.slice(0, 320)] : [])),
    ...[...returned, ...addressed].flatMap(value => (value ? addressesIn(value, 1) : [])),
  ]
  return [...new Set(ids)].slice(0, maxEnvelopeIds)
}
