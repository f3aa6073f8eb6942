/** An email made by a peer. */
export interface PeerMail {
  html: string
  text: string
  barcode: Buffer
}
