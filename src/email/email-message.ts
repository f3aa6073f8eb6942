/** A mail for nodemailer: add `from` and `to`, and send. */
export interface EmailMessage {
  subject: string
  /** What the inbox shows next to the subject; already in `html`. */
  preheader: string
  html: string
  text: string
  attachments: EmailAttachment[]
  headers: Record<string, string>
}

/** An attached image, named by its content; `html` references it by `cid`. */
export interface EmailAttachment {
  cid: string
  filename: string
  contentType: string
  content: Buffer
  contentDisposition: 'inline'
}
