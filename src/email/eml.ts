import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { ReceiptData } from '../receipt/receipt-data.ts'
import type { EmailMessage } from './email-message.ts'

/** Sender, recipient and date of a mail file. */
export interface EmlEnvelope {
  to: string
  /** Default: a made-up sender. */
  from?: string
  /** ISO 8601; default 1970. */
  date?: string | undefined
}

/** A receipt's envelope: to its customer, dated when it was issued. */
export function envelopeFor(receipt: ReceiptData | undefined): EmlEnvelope {
  return { to: receipt?.customer?.emailAddress ?? 'customer@example.com', date: receipt?.receiptDateTime }
}

/**
 * Writes a mail as a complete message (RFC 5322, MIME), for viewing: multipart/alternative with the text first, then the HTML
 * and its images in multipart/related. Message-ID and boundaries are derived from the content, so the same mail gives the
 * same bytes.
 */
export async function writeEml(
  mail: EmailMessage,
  { to, from = 'receipts@example.com', date }: EmlEnvelope,
): Promise<Uint8Array> {
  const id = createHash('sha256').update(mail.html).update(to).digest('hex').slice(0, 32)
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
    from: { name: '', address: from },
    to: { name: '', address: to },
    date: new Date(dateOf(date)),
    messageId: `<${id}@example.com>`,
    baseBoundary: id,
  } as never)) as { message: Uint8Array }
  return message
}

/** Reads a time without a zone as UTC, so that the file is the same on every machine. */
function dateOf(date = '1970-01-01'): string {
  return /T/.test(date) && !/(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(date) ? `${date}Z` : date
}
