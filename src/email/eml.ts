import { createHash } from 'node:crypto'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { instantOf, parseDateTime } from '../standards/iso8601.ts'
import { attachPdf } from './attach-pdf.ts'
import type { EmailAttachment, EmailMessage } from './compose.ts'
import { addressHeader, header, withParameter } from './headers.ts'
import { encodeBytes, encodeText, type Transfer } from './transfer-encoding.ts'

/** Sender, recipient and date of a mail file. */
export interface EmlEnvelope {
  to: string
  /** Default: a made-up sender. */
  from?: { name: string; address: string } | undefined
  /** Default 1970. Text is ISO 8601. */
  date?: string | Date | undefined
  /** Default: one made of the mail and its recipient. */
  messageId?: string | undefined
  /** A document that goes along. */
  pdf?: { filename: string; bytes: Uint8Array } | undefined
}

/** A receipt's envelope: to its customer, dated when it was issued. */
export function envelopeFor(receipt: ReceiptData | undefined): EmlEnvelope {
  return { to: receipt?.customer?.emailAddress ?? 'customer@example.com', date: receipt?.receiptDateTime }
}

/**
 * Writes a mail as a complete message (RFC 5322, MIME), to be looked at or sent as it is: multipart/alternative with the text
 * first, then the HTML and its images in multipart/related. Boundaries are derived from the Message-ID, or else from the
 * content, so the same mail gives the same bytes.
 *
 * @throws OptionError if an address isn't one
 */
export function writeEml(mail: EmailMessage, envelope: EmlEnvelope): Buffer {
  const { to, from = { name: '', address: 'receipts@example.com' }, date, messageId, pdf } = envelope
  const id = createHash('sha256')
    .update(messageId ?? mail.html)
    .update(to)
    .digest('hex')
    .slice(0, 32)
  const head = [
    addressHeader('From', from),
    addressHeader('To', { name: '', address: to }),
    header('Subject', mail.subject),
    header('Message-ID', messageId ?? `<${id}@example.com>`),
    header('Date', (date instanceof Date ? date : dateOf(date)).toUTCString().replace('GMT', '+0000')),
    'MIME-Version: 1.0',
    ...Object.entries(mail.headers).map(([name, value]) => header(name, value)),
  ]
  const { attachments } = pdf ? attachPdf(mail, pdf.bytes, pdf.filename) : mail
  const images = attachments.filter(({ contentDisposition }) => contentDisposition === 'inline')
  const files = attachments.filter(each => !images.includes(each))
  const alternative = multipart('alternative', `=_alternative_${id}`, [
    textPart('plain', mail.text),
    multipart('related', `=_related_${id}`, [textPart('html', mail.html), ...images.map(attachedPart)]),
  ])
  const body = multipart('mixed', `=_mixed_${id}`, [alternative, ...files.map(attachedPart)])
  return Buffer.from(`${head.join('\r\n')}\r\n${body}`, 'utf8')
}

/**
 * Several parts in one, or the only one; related ones begin with the HTML, and say so (RFC 2387). No encoded part contains `=_`,
 * with which boundaries begin.
 */
function multipart(kind: string, boundary: string, parts: readonly string[]): string {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  const inner = parts.map(part => `--${boundary}\r\n${part}\r\n`).join('')
  const type = `Content-Type: multipart/${kind}`
  const head = withParameter(kind === 'related' ? withParameter(type, 'type', 'text/html') : type, 'boundary', boundary)
  return `${head}\r\n\r\n${inner}--${boundary}--\r\n`
}

function textPart(kind: 'plain' | 'html', text: string): string {
  return part([`Content-Type: text/${kind}; charset=utf-8`], encodeText(text))
}

function attachedPart({ cid, filename, contentType, content, contentDisposition }: EmailAttachment): string {
  const id = cid === undefined ? [] : [header('Content-ID', `<${cid}>`)]
  const type = /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/.test(contentType) ? contentType : 'application/octet-stream'
  const headers = [
    withParameter(`Content-Type: ${type}`, 'name', filename),
    withParameter(`Content-Disposition: ${contentDisposition}`, 'filename', filename),
    ...id,
  ]
  return part(headers, encodeBytes(content))
}

function part(headers: readonly string[], { encoding, body }: Transfer): string {
  return `${headers.join('\r\n')}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`
}

/** A receipt's time without a zone is taken as UTC, so that the file does not depend on where it is written. */
function dateOf(date: string | undefined): Date {
  const sent = date === undefined ? undefined : parseDateTime(date)
  return new Date(sent ? instantOf(sent) : 0)
}
