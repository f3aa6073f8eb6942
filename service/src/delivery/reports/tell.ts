import { type ReadReply, readReply } from '../replies/read-reply.ts'
import { doubted, earlyCommand } from './doubt.ts'
import type { Message } from './mail/message.ts'
import { envelopeIdsOf, messageIdIn, originalOf } from './mail/original.ts'
import type { Report } from './report.ts'
import { cleanWords } from './words.ts'

/** What a message says of a recipient, as it was found. */
interface Said {
  kind: Report['kind']
  recipient?: string | undefined
  /** The recipient had forwarded it elsewhere. */
  isForwarded?: boolean
  /** The report's own code and the host's words, if it has fields for them. */
  status?: string
  diagnostic?: string
  /** What its text says, the likeliest first. */
  texts?: readonly string[]
  /** What to show, if that isn't the host's words. */
  words?: string
  envelopeIds?: readonly (string | undefined)[]
  /** The id of our mail, if it has a field for it. */
  messageId?: string | undefined
}

/**
 * Makes reports of what a message says.
 *
 * @param tail the returned mail, where it is a part of the text
 */
export function tell(message: Message, said: readonly Said[], tail = ''): Report[] {
  const original = originalOf(message, tail)
  return said.map(one => {
    const { kind, recipient = kind === 'unreadable' ? undefined : original.recipient, status, diagnostic = '' } = one
    const isUndelivered = kind === 'bounce' || kind === 'delayed'
    const best = bestRead(diagnostic, isUndelivered ? (one.texts ?? []) : [], status)
    const said = `${status ?? ''} ${best.text}`
    const read = doubted(best.read, message, { recipient, said, isForwarded: one.isForwarded ?? false })
    const messageId = messageIdIn(one.messageId) ?? original.messageId
    const ids = envelopeIdsOf(message, original, one.envelopeIds ?? [])
    return {
      kind,
      isPermanent: kind === 'bounce' && read.isPermanent,
      reason: kind === 'complaint' ? 'complaint' : isUndelivered ? read.reason : 'other',
      ...(isUndelivered && read.enhanced && { enhanced: read.enhanced }),
      words: cleanWords(one.words ?? (diagnostic || withoutRecipient(best.text) || message.subject)),
      ...(recipient && { recipient }),
      ...(messageId && { originalMessageId: messageId }),
      ...(ids.length > 0 && { envelopeIds: ids }),
    }
  })
}

/** The first words that say something, and what they say. What was written for people may say more than a report's "5.0.0". */
function bestRead(
  diagnostic: string,
  texts: readonly string[],
  status: string | undefined,
): { read: ReadReply; text: string } {
  let first: { read: ReadReply; text: string } | undefined
  for (const text of [diagnostic, ...texts]) {
    if (text === '') continue
    const read = readText(text, status)
    if (read.reason !== 'other') return { read, text }
    first ??= { read, text }
  }
  return first ?? { read: readText('', status), text: '' }
}

function readText(said: string, enhanced: string | undefined): ReadReply {
  // Sendmail's dots stick to an address and to what is said of it; Yahoo puts colons behind codes.
  const text = said.replaceAll('...', '... ').replace(/\b([45]\d\d): /g, '$1 ')
  const command = earlyCommand(text)
  return readReply({ text, ...(enhanced && { enhanced }), ...(command && { command }) })
}

function withoutRecipient(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]{0,4}[^\s<>@]{1,64}@[^\s<>:]{1,255}>?:?\s+(?=\S)/u, '')
}
