/** A mail as a peer makes it. */
export interface PeerMail {
  html: string
  text: string
  barcode: Buffer
}
