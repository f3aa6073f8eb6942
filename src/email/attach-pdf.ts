import { OptionError } from '../errors.ts'
import type { EmailMessage } from './compose.ts'

/**
 * A mail with a PDF that can be saved, after its pictures; the mail that is given stays as it is.
 *
 * @param pdf what `pdf` gave
 * @param filename as the reader sees it, such as `Receipt 118-32901.pdf`
 * @throws OptionError if it isn't a PDF, or the name has a slash or a control character
 */
export function attachPdf(mail: EmailMessage, pdf: Uint8Array, filename = 'receipt.pdf'): EmailMessage {
  if (Buffer.from(pdf.subarray(0, 5)).toString('latin1') !== '%PDF-')
    throw new OptionError('pdf: must be the bytes of a PDF')
  if (!/^[^/\\\p{Cc}]{1,100}$/u.test(filename))
    throw new OptionError('filename: must have 1 to 100 characters, without slashes and control characters')
  const content = Buffer.from(pdf)
  const file = { filename, contentType: 'application/pdf', content, contentDisposition: 'attachment' } as const
  return { ...mail, attachments: [...mail.attachments, file] }
}
