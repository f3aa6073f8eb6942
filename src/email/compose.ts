// Stage `email`: the mail: message, images, MIME.
// It knows stages up to `document`; `brand` and those after it may call it.

import type { DocumentImage } from '../document/images.ts'
import type { ReceiptDocument } from '../document/render.ts'
import { ownBytes } from '../standards/host.ts'
import type { MailAttachment, MailMessage } from './message.ts'

/**
 * Makes a mail from a rendered receipt. Its headers give the language (RFC 3282), mark it as automatic (RFC 3834), so that
 * no vacation notice replies, and keep Gmail from folding two equal coffees into one. The caller sets sender, recipient and Message-ID.
 */
export function composeEmail({
  lang,
  subject,
  preheader,
  html,
  text,
  reference,
  images,
}: ReceiptDocument): EmailMessage {
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
      'X-Entity-Ref-ID': reference,
    },
  }
}

function attach({ cid, filename, contentType, content }: DocumentImage): EmailAttachment {
  return { cid, filename, contentType, content: ownBytes(content), contentDisposition: 'inline' }
}

/** A mail for nodemailer: add `from` and `to`, and send. */
export interface EmailMessage extends MailMessage<Buffer> {}

/** An attached image, named by its content, which `html` references by its `cid`; or a document to save, without one. */
export interface EmailAttachment extends MailAttachment<Buffer> {}
