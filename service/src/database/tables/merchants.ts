export interface MerchantTable {
  id: string
  name: string
  active: number
  /** JSON of MerchantSettings. */
  settings: string
  /** Grows with every change, so that a process knows when its engine is out of date. */
  version: number
}

/** The appearance of receipts accepted under one version of a merchant. */
export interface MerchantVersionTable {
  merchant_id: string
  version: number
  /** The appearance's hash. */
  appearance: string
  saved_at: number
}

/** A merchant's share of a document. A hash's content never changes. */
export interface AppearanceTable {
  /** SHA-256 of the content, hexadecimal. */
  hash: string
  /** JSON of AppearanceContent. */
  content: string
  /** When a version was last saved with it. */
  kept_at: number
}

export interface ApiKeyTable {
  id: string
  merchant_id: string
  /** SHA-256 of the secret, hexadecimal. */
  secret_hash: string
  label: string
  created_at: number
  revoked_at: number | null
  /** To within some minutes; null if it wasn't used since migration `008`. */
  last_used_at: number | null
  /** From then on it doesn't work; null for no end. */
  ends_at: number | null
  /** The id of the key that was made to replace it. */
  replaced_by: string | null
}

/** Apart from `removed_at`, rows never change, so receipts keep the offers they were sent with. */
export interface OfferTable {
  id: string
  merchant_id: string
  content_type: string
  content: string
  image_width: number | null
  /** JSON list of store ids; null for all. */
  stores: string | null
  starts_at: number | null
  ends_at: number | null
  created_at: number
  removed_at: number | null
}
