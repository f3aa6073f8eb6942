import type { Direction } from '../view/receipt-view.ts'

/** A receipt laid out for mail: HTML with its styles on the elements, and the same as plain text. */
export interface ReceiptDocument {
  lang: string
  dir: Direction
  subject: string
  preheader: string
  html: string
  text: string
  /** The pictures that the HTML names by `cid:`; empty when they are inside it. */
  images: DocumentImage[]
}

/** A picture that travels with the document. */
export interface DocumentImage {
  /** Content-ID without angle brackets (RFC 2392); the same for the same bytes. */
  cid: string
  filename: string
  contentType: string
  content: Uint8Array
}

/** A receipt laid out for paper: a complete page without outside references. */
export interface PrintDocument {
  lang: string
  title: string
  html: string
  /** ISO 8601, dates the file. */
  issued?: string
}
