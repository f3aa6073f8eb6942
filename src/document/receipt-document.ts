import type { Direction } from '../view/receipt-view.ts'

/** A receipt as mail: HTML with inlined styles, and plain text. */
export interface ReceiptDocument {
  lang: string
  dir: Direction
  subject: string
  preheader: string
  html: string
  text: string
  /** The images that the HTML references by `cid:`; empty if they are embedded. */
  images: DocumentImage[]
}

/** An attached image. */
export interface DocumentImage {
  /** Content-ID without angle brackets (RFC 2392); the same for the same bytes. */
  cid: string
  filename: string
  contentType: string
  content: Uint8Array
}

/** A receipt for paper: a complete page without external references. */
export interface PrintDocument {
  lang: string
  title: string
  html: string
  /** ISO 8601; the file's date. */
  issued?: string | undefined
}
