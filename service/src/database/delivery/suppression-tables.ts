import type { Reason } from '../../basics/reasons.ts'

/** An address that a merchant doesn't write to. */
export interface SuppressionTable {
  /** A hash of merchant and address with the key of the search: the address itself isn't kept. */
  address_hash: string
  /** Null for what migration `018` moved here, until the delivery that bounced is found. */
  merchant_id: string | null
  kind: SuppressionKind
  /** What the mail server or the report said, such as `550`; null if nothing did. */
  code: string | null
  reason: Reason | null
  /** The mail that led to it; null if none did, or if it was erased. */
  delivery_id: string | null
  created_at: number
  /** Null: it stays until somebody lifts it. */
  expires_at: number | null
  /** Who added it by hand, as the audit trail names them. */
  created_by: string | null
}

/** Why: nobody has the address, the person called a receipt spam, or somebody of the merchant's said so. */
export type SuppressionKind = 'bounce' | 'complaint' | 'hand'
