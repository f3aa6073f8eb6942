/** A mail as nodemailer takes it: add `from` and `to`, and send. */
export interface EmailMessage {
  subject: string
  /** What the inbox shows beside the subject; it is in `html` already. */
  preheader: string
  html: string
  text: string
  attachments: EmailAttachment[]
  headers: Record<string, string>
}

/** A picture of the mail, named by its content: `cid` is what `html` calls it. */
export interface EmailAttachment {
  cid: string
  filename: string
  contentType: string
  content: Buffer
  contentDisposition: 'inline'
}
