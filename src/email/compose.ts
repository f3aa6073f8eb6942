import type { DocumentImage, ReceiptDocument } from '../document/receipt-document.ts'
import type { EmailAttachment, EmailMessage } from './email-message.ts'

/**
 * Makes a mail of a laid out receipt. The headers say in which language it is (RFC 3282) and that no person wrote it
 * (RFC 3834), so that no holiday notice answers. Sender, recipient and Message-ID are the worker's to set.
 */
export function composeEmail({ lang, subject, preheader, html, text, images }: ReceiptDocument): EmailMessage {
  return {
    subject,
    preheader,
    html,
    text,
    attachments: images.map(attach),
    headers: {
      'Content-Language': lang,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
    },
  }
}

function attach({ cid, filename, contentType, content }: DocumentImage): EmailAttachment {
  return { cid, filename, contentType, content: Buffer.from(content), contentDisposition: 'inline' }
}
