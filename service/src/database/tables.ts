import type { Variant } from 'counterfoil'
import type { Generated } from 'kysely'
import type { PartMeasure, ReceiptMeasure } from './statistics/columns.ts'

/**
 * The tables in both databases. Times are milliseconds since 1970 (UTC), booleans 0 and 1, JSON is text: SQLite and
 * PostgreSQL store and compare these alike.
 */
export interface Tables {
  merchants: MerchantTable
  merchant_versions: MerchantVersionTable
  appearances: AppearanceTable
  api_keys: ApiKeyTable
  offers: OfferTable
  accepted_requests: AcceptedRequestTable
  receipts: ReceiptTable
  deliveries: DeliveryTable
  delivery_attempts: AttemptTable
  bounces: BounceTable
  pauses: PauseTable
  admin_tokens: AdminTokenTable
  audit_entries: AuditTable
  people: PersonTable
  sessions: SessionTable
  sign_in_failures: SignInFailureTable
  receipt_terms: ReceiptTermTable
  search_keys: SearchKeyTable
  refusal_examples: RefusalExampleTable
  statistics_deltas: StatisticsDeltaTable
  statistics_rows: StatisticsRowTable
  statistics_parts: StatisticsPartTable
  statistics_names: StatisticsNameTable
  statistics_turn: StatisticsTurnTable
}

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

/** One mail to one address: the source of truth. A queue's job only says when to look here. */
export interface DeliveryTable {
  id: string
  receipt_id: string
  merchant_id: string
  kind: 'receipt' | 'resend'
  email_address: string
  /** A look other than the merchant's, or `gift`. */
  variant: Variant | null
  message_id: string
  status: DeliveryStatus
  created_at: number
  due_at: number
  attempt_count: number
  finished_at: number | null
  /** Version of the engine that made the mail, once sent. */
  engine_version: string | null
  /** When an operator last had a finished delivery tried again. Attempts before don't count as tries. */
  retried_at: number | null
  /** When the address turned out not to exist; null unless `status` is `failed`. */
  bounced_at: number | null
}

/** `held`: queued, but its delivery is paused. */
export type DeliveryStatus = 'queued' | 'held' | 'sent' | 'failed' | 'canceled' | 'withheld'

export interface AttemptTable {
  delivery_id: string
  number: number
  started_at: number
  ended_at: number | null
  outcome: AttemptOutcome | null
  /** The SMTP reply code, or our own, such as `connection`. */
  code: string | null
  detail: string | null
}

/** `interrupted`: the process died during the attempt, so the mail may have been sent. */
export type AttemptOutcome = 'sent' | 'deferred' | 'failed' | 'interrupted' | 'withheld'

export interface BounceTable {
  /** SHA-256 of the lowercase address, hexadecimal. */
  address_hash: string
  code: string
  bounced_at: number
}

/** Deliveries that operators hold back. One row per scope and value. */
export interface PauseTable {
  id: string
  scope: 'all' | 'merchant' | 'domain'
  /** The merchant's id, or the addresses' domain in lowercase; empty for all. */
  value: string
  reason: string
  actor: string
  paused_at: number
}

export interface AdminTokenTable {
  id: string
  /** Who uses it; the actor in the audit trail. */
  name: string
  /** JSON list of AdminScope. */
  scopes: string
  /** SHA-256 of the token, hexadecimal. */
  secret_hash: string
  created_at: number
  revoked_at: number | null
}

/** What operators did. Rows never change, and hold no receipt data, addresses or secrets. */
export interface AuditTable {
  id: string
  at: number
  actor: string
  /** The operation's id, such as `pauseDelivery`. */
  action: string
  merchant_id: string | null
  /** The id of what it was done to. */
  target: string | null
  /** JSON object. */
  detail: string
}

/** What a receipt or a change of its mails adds to statistics, until it is folded into rows. Written in the same transaction. */
export interface StatisticsDeltaTable {
  id: Generated<number>
  merchant_id: string
  /** 1: what is erased, which still counts. */
  kept: number
  /** JSON of the Place. */
  place: string
  /** JSON of the Change. */
  body: string
}

/** Which receipts a row sums up. Days are days since 1970 of the store's calendar. */
interface StatisticsCell {
  merchant_id: string
  /** 1: erased receipts only, so that rows can be made anew; they are in the rows with 0, too. */
  kept: number
  level: 'hour' | 'day' | 'month'
  dimension: string
  /** Only receipts of this store; empty for all. */
  store_id: string
  /** Of a month the first. */
  day: number
  /** The instant at which the store's hour began, milliseconds; 0 but for hours. */
  hour_start: number
  /** Minutes ahead of UTC in that hour; 0 but for hours. */
  utc_offset: number
  /** The value in the dimension. */
  name: string
  /** ISO 4217; empty if unknown. */
  currency: string
  /** Decimals of the sums. */
  scale: number
}

/** Sums over whole receipts: each is in one row of a dimension. */
export type StatisticsRowTable = StatisticsCell & Record<ReceiptMeasure, number>

/** Sums over tenders, taxes or items: a receipt may be in several rows of a dimension. */
export type StatisticsPartTable = StatisticsCell & Record<PartMeasure, number>

/** What to show for a name, such as an item's name for its SKU: the latest. */
export interface StatisticsNameTable {
  merchant_id: string
  dimension: string
  name: string
  label: string
  /** When a receipt with this label was received. */
  at: number
}

/** One row: who writes statistics' rows, so that it is one process at a time. */
export interface StatisticsTurnTable {
  id: number
  /** Who makes rows anew; null if nobody does. */
  holder: string | null
  /** Until then. */
  until: number
}

/** Who may sign in to the console. */
export interface PersonTable {
  id: string
  merchant_id: string
  /** What they type to sign in: lowercase, unique across merchants. */
  name: string
  role: Role
  /** The password's hash in PHC format, which names its parameters. */
  password: string
  created_at: number
  signed_in_at: number | null
  removed_at: number | null
}

/** `view` looks, `desk` also sends, `admin` also erases and changes settings. */
export type Role = 'view' | 'desk' | 'admin'

/** Who is signed in: a person, or a till's key. */
export interface SessionTable {
  /** SHA-256 of the cookie, hexadecimal. */
  token_hash: string
  merchant_id: string
  person_id: string | null
  key_id: string | null
  created_at: number
  /** To within a minute. */
  seen_at: number
}

/** Failed sign-ins since the last that worked. */
export interface SignInFailureTable {
  /** SHA-256 of a name, an address, or both. */
  subject: string
  count: number
  last_at: number
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
