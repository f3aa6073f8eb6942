/** A report about a mail that nobody could read, or whose mail nobody knows: the newest few, for whoever runs the service. */
export interface BounceReportTable {
  id: string
  received_at: number
  /** How it came: `port`, `mailbox`. */
  source: string
  kind: 'unreadable' | 'unmatched'
  /** The hash of the address that it is about; null if it names none. */
  address_hash: string | null
  /** How it begins, a character for each byte; may name people. */
  content: string
}

/** How far a mailbox has been read, and which process reads it. */
export interface BounceMailboxTable {
  /** The mailbox's name: a hash of its address. */
  mailbox: string
  /** Of the mailbox (RFC 9051, section 2.3.1.1): with another one, all UIDs are new. */
  uid_validity: string
  last_uid: number
  holder: string
  /** When the holder's time ends, milliseconds since 1970. */
  held_until: number
}
