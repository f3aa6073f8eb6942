import type { EmailMessage } from './compose.ts'

/**
 * A mail with a PDF beside it, for nodemailer and the like.
 *
 * @param pdf bytes, such as `engine.pdf` gives
 * @param filename as the customer sees it; letters that no file may have become `-`. Default `receipt.pdf`
 */
export function attachPdf(mail: EmailMessage, pdf: Uint8Array, filename = 'receipt.pdf'): EmailMessage {
  const named = filename.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-')
  const content = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const attachment = {
    filename: named,
    contentType: 'application/pdf',
    content,
    contentDisposition: 'attachment',
  } as const
  return { ...mail, attachments: [...mail.attachments, attachment] }
}
