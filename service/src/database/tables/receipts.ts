/** One row per accepted requestId. It outlives the receipt, so a requestId can't be reused after erasure. */
export interface AcceptedRequestTable {
  merchant_id: string
  /** SHA-256 of the requestId, hexadecimal. */
  request_hash: string
  receipt_id: string
}

export interface ReceiptTable {
  id: string
  merchant_id: string
  received_at: number
  /** The receipt's date as an instant, for sorting and filters. */
  receipt_date: number
  /** The same as sent. */
  receipt_date_text: string
  store_id: string
  store_name: string
  store_city: string | null
  store_zip_code: string | null
  store_territory: string | null
  transaction_number: string
  transaction_amount: number
  transaction_type: string
  payment_type: string
  email_address: string | null
  /** JSON list of `{itemName, itemPrice, itemSKUNumber}`; null if empty. */
  items: string | null
  /** JSON of the LocaleDecision made on acceptance. */
  locale: string
  /** JSON list of offer ids. */
  offers: string
  engine_version: string
  /** Leads to the receipt's appearance, through `merchant_versions`. */
  merchant_version: number
  api_version: string
  /** The receipt's currency, or its store's; null if neither is known, or for receipts older than migration `008`. */
  currency: string | null
  /** The day that the receipt says, in days since 1970; null for receipts older than migration `008`. */
  local_day: number | null
  /** The request's JSON text. After all that lists show, so that they never read it. */
  api_request: string
  /** JSON of the Place where it counts in statistics; null if accepted before there were any. */
  statistics_place: string | null
}

/** What a receipt is found by besides its columns. Terms are hashed with a key where they name a person. */
export interface ReceiptTermTable {
  merchant_id: string
  term: string
  receipt_date: number
  receipt_id: string
}

/** The keys that terms are hashed with, and how far the older receipts' terms are written. */
export interface SearchKeyTable {
  /** The first digits of the key's SHA-256. */
  id: string
  /** Null if it is in the settings. */
  secret: string | null
  received_at: number
  receipt_id: string
  done_at: number | null
}

/** What was sent where a request was refused, without its content: the last one for each cause. */
export interface RefusalExampleTable {
  merchant_id: string
  /** The field's path, without the places in lists. */
  field: string
  /** What is wrong. */
  message: string
  /** The value with every letter as `a` and every digit as `0`; empty if it was missing. */
  shape: string
  at: number
}

/** What accepted receipts were warned of: a row for each cause at each till. */
export interface ReceiptWarningTable {
  merchant_id: string
  /** A WarningCode. */
  code: string
  /** The field's path, without the places in lists. */
  field: string
  /** Empty, as is `register`, for the tills that are over the limit. */
  store_id: string
  register: string
  /** How many receipts. */
  receipts: number
  /** The last one; a row is erased with it. */
  receipt_id: string
  at: number
}
