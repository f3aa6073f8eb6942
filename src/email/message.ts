/** A mail: add sender and recipients, and send. */
export interface MailMessage<Content extends Uint8Array = Uint8Array> {
  subject: string
  /** What the inbox shows next to the subject; already in `html`. */
  preheader: string
  html: string
  text: string
  attachments: MailAttachment<Content>[]
  headers: Record<string, string>
}

/** An attached image, named by its content, which `html` references by its `cid`; or a document to save, without one. */
export interface MailAttachment<Content extends Uint8Array = Uint8Array> {
  cid?: string
  filename: string
  contentType: string
  content: Content
  contentDisposition: 'inline' | 'attachment'
}
