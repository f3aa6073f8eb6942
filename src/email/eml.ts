import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { ReceiptData } from '../receipt/receipt-data.ts'
import { instantOf, parseDateTime } from '../standards/iso8601.ts'
import type { EmailMessage } from './email-message.ts'

/** Who a mail file says it is from and for. */
export interface EmlEnvelope {
  to: string
  /** Default: a made-up sender. */
  from?: string
  /** ISO 8601; default 1970. */
  date?: string | undefined
}

/** The envelope of a receipt's own mail: to its customer, from when it was issued. */
export function envelopeFor(receipt: ReceiptData | undefined): EmlEnvelope {
  return { to: receipt?.customer?.emailAddress ?? 'customer@example.com', date: receipt?.receiptDateTime }
}

/**
 * Writes a mail as a complete message (RFC 5322, MIME), for looking at: multipart/alternative with the text first, the HTML
 * and its pictures in multipart/related. Message-ID and boundaries come from the content, so the same mail gives the same bytes.
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
    date: dateOf(date),
    messageId: `<${id}@example.com>`,
    baseBoundary: id,
  } as never)) as { message: Uint8Array }
  return message
}

/** A receipt's time without a zone is taken as UTC, so that the file does not depend on where it is written. */
function dateOf(date: string | undefined): Date {
  const sent = date === undefined ? undefined : parseDateTime(date)
  return new Date(sent ? instantOf(sent) : 0)
}
