import { createHash } from 'node:crypto'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { instantOf, parseDateTime } from '../standards/iso8601.ts'
import type { EmailMessage } from './email-message.ts'
import { loadNodemailer } from './nodemailer.ts'

/** Sender, recipient and date of a mail file. */
export interface EmlEnvelope {
  to: string
  /** Default: a made-up sender. */
  from?: { name: string; address: string }
  /** Default 1970. Text is ISO 8601. */
  date?: string | Date | undefined
  /** Default: one made of the mail and its recipient. */
  messageId?: string
  /** A document that goes along. */
  pdf?: { filename: string; bytes: Uint8Array }
}

/** A receipt's envelope: to its customer, dated when it was issued. */
export function envelopeFor(receipt: ReceiptData | undefined): EmlEnvelope {
  return { to: receipt?.customer?.emailAddress ?? 'customer@example.com', date: receipt?.receiptDateTime }
}

/**
 * Writes a mail as a complete message (RFC 5322, MIME), for viewing: multipart/alternative with the text first, then the HTML
 * and its images in multipart/related. Boundaries are derived from the content, so the same mail gives the same bytes.
 */
export async function writeEml(mail: EmailMessage, envelope: EmlEnvelope): Promise<Buffer> {
  const { to, from = { name: '', address: 'receipts@example.com' }, date, pdf } = envelope
  const id = createHash('sha256').update(mail.html).update(to).digest('hex').slice(0, 32)
  const { createTransport } = await loadNodemailer()
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never)
  const { preheader: _, ...content } = mail
  const { message } = (await transport.sendMail({
    ...content,
    attachments: [...mail.attachments, ...(pdf ? [attachmentOf(pdf)] : [])],
    // Objects: nothing of a receipt is ever parsed for addresses.
    from,
    to: { name: '', address: to },
    date: date instanceof Date ? date : dateOf(date),
    messageId: envelope.messageId ?? `<${id}@example.com>`,
    baseBoundary: id,
  } as never)) as { message: Buffer }
  return message
}

function attachmentOf({ filename, bytes }: NonNullable<EmlEnvelope['pdf']>) {
  return { filename, content: Buffer.from(bytes), contentType: 'application/pdf' }
}

/** A receipt's time without a zone is taken as UTC, so that the file does not depend on where it is written. */
function dateOf(date: string | undefined): Date {
  const sent = date === undefined ? undefined : parseDateTime(date)
  return new Date(sent ? instantOf(sent) : 0)
}
