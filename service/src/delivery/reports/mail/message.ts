import PostalMime, { type Email } from 'postal-mime'
import { fieldOf, type MailFields, readFields } from './fields.ts'
import { textOfHtml } from './html.ts'

/** A part of a message that isn't its text: a delivery status, the returned message, a picture … */
interface MailPart {
  /** Its media type, lower case. */
  type: string
  content: string
}

/** What of a message a report can be read from. */
export interface Message {
  fields: MailFields
  subject: string
  /** Its plain text, all parts of it; that of its HTML if it has none. */
  text: string
  parts: MailPart[]
}

/** Bytes of a message that are looked at: what reports say stands before what they return. */
const maxMessageBytes = 1_048_576

/** Bytes of all parts' headers together. */
const maxHeaderBytes = 131_072

/** Multiparts within multiparts. Messages within messages aren't opened. */
const maxDepth = 8

/** Lines that may be read, and those that may be boundaries: each of the latter is compared to all that were declared. */
const maxLines = 20_000
const maxBoundaries = 500

/** Characters of a subject. */
const maxSubjectLength = 1000

/** Parts that are kept. */
const maxParts = 50

/** Characters that a part's content, and the text, may have. */
const maxPartLength = 262_144

/** Opens a message, however broken: what MIME can't read is taken as one text. Nothing is decompressed. Never throws. */
export async function openMessage(message: Uint8Array | string): Promise<Message> {
  const bytes = withLineFeeds(bounded(message))
  const email = await parsed(bytes)
  return email ? opened(email, bytes) : asText(bytes)
}

async function parsed(bytes: Uint8Array): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: maxDepth,
      maxHeadersSize: maxHeaderBytes,
    })
  } catch {
    // Nested too deep, or headers too long.
    return undefined
  }
}

function opened(email: Email, bytes: Uint8Array): Message {
  const parts = email.attachments
    .slice(0, maxParts)
    .map(({ mimeType, content }) => ({ type: mimeType || 'text/plain', content: textOf(content) }))
  const fields = new Map<string, string[]>()
  for (const { key, value } of email.headers) {
    const values = fields.get(key)
    if (values) values.push(value)
    else fields.set(key, [value])
  }
  const text = email.text?.trim() ? email.text.slice(0, maxPartLength) : textOfHtml(email.html ?? '')
  return {
    fields,
    subject: (email.subject ?? '').slice(0, maxSubjectLength),
    // A multipart without its boundary has no parts at all.
    text:
      text === '' && parts.length === 0
        ? asText(bytes).text
        : text || (parts.find(({ type }) => /^text\/(?!rfc822)/.test(type))?.content ?? ''),
    parts,
  }
}

function asText(bytes: Uint8Array): Message {
  const all = textOf(bytes)
  const fields = readFields(all)
  const body = /\n[ \t]*\n/.exec(all)
  return {
    fields,
    subject: (fieldOf(fields, 'subject') ?? '').slice(0, maxSubjectLength),
    text: body ? all.slice(body.index + body[0].length) : all,
    parts: [],
  }
}

/** As UTF-8, unless it can't be: delivery statuses and returned headers name no charset. */
function textOf(content: Uint8Array | ArrayBuffer | string): string {
  if (typeof content === 'string') return content.slice(0, maxPartLength)
  const bytes = new Uint8Array(content).subarray(0, maxPartLength)
  const text = new TextDecoder().decode(bytes)
  if (/\x1b\$[@B]/.test(text)) return new TextDecoder('iso-2022-jp').decode(bytes)
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text
}

/** The beginning of a message, as much of it as may be read; without what mailboxes put before it. */
function bounded(message: Uint8Array | string): Uint8Array {
  const all = typeof message === 'string' ? Buffer.from(message.slice(0, maxMessageBytes)) : message
  const bytes = all.subarray(0, maxMessageBytes)
  let start = 0
  while (bytes[start] === 0x0a || bytes[start] === 0x0d || bytes[start] === 0x20) start++
  if (isAt(bytes, start, 'From ') || isAt(bytes, start, '>From ')) start = endOfLine(bytes, start) + 1
  let lines = 0
  let boundaries = 0
  for (let at = start; at < bytes.length; at = endOfLine(bytes, at) + 1) {
    if (bytes[at] === 0x2d && bytes[at + 1] === 0x2d) boundaries++
    if (++lines > maxLines || boundaries > maxBoundaries) return bytes.subarray(start, at)
  }
  return bytes.subarray(start)
}

function endOfLine(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(0x0a, at)
  return end < 0 ? bytes.length : end
}

const isAt = (bytes: Uint8Array, at: number, text: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(text.length, bytes.length - at)).toString('latin1') === text

/** Old mailboxes end their lines with a carriage return alone. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  return bytes.includes(0x0a) || !bytes.includes(0x0d)
    ? bytes
    : bounded(bytes.map(byte => (byte === 0x0d ? 0x0a : byte)))
}
