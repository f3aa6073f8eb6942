import type { Variant } from 'counterfoil/internal'
import type { Reason } from '../basics/reasons.ts'
import type { BounceMailboxTable, BounceReportTable } from './delivery/bounce-tables.ts'
import type {
  ReportMailTable,
  ReportRecipientTable,
  ReportScheduleTable,
  ReportSlotTable,
} from './delivery/report-tables.ts'
import type { SuppressionTable } from './delivery/suppression-tables.ts'
import type {
  WebhookAttemptTable,
  WebhookEndpointTable,
  WebhookMessageTable,
  WebhookSilenceTable,
} from './delivery/tables.ts'
import type {
  AdminTokenTable,
  ApiKeyTable,
  AppearanceTable,
  AuditTable,
  FleetTable,
  MerchantTable,
  MerchantVersionTable,
  OfferTable,
  PersonTable,
  RecoveryCodeTable,
  SessionTable,
  SignInDeviceTable,
  SignInFailureTable,
  TemplateVersionTable,
  TillSettingsTable,
} from './merchant-tables.ts'
import type {
  DayEndTable,
  StatisticsDeltaTable,
  StatisticsNameTable,
  StatisticsPartTable,
  StatisticsRecountTable,
  StatisticsRowTable,
  StatisticsSettledTable,
  StatisticsTurnTable,
} from './statistics/tables.ts'

export type * from './delivery/bounce-tables.ts'
export type * from './delivery/report-tables.ts'
export type * from './delivery/suppression-tables.ts'
export type * from './delivery/tables.ts'
export type * from './merchant-tables.ts'
export type * from './statistics/tables.ts'

/**
 * The tables in both databases. Times are milliseconds since 1970 (UTC), booleans 0 and 1, JSON is text: SQLite and
 * PostgreSQL store and compare these alike.
 */
export interface Tables {
  merchants: MerchantTable
  merchant_versions: MerchantVersionTable
  template_versions: TemplateVersionTable
  appearances: AppearanceTable
  api_keys: ApiKeyTable
  offers: OfferTable
  accepted_requests: AcceptedRequestTable
  receipts: ReceiptTable
  deliveries: DeliveryTable
  delivery_attempts: AttemptTable
  workers: WorkerTable
  bounces: BounceTable
  bounce_reports: BounceReportTable
  bounce_mailboxes: BounceMailboxTable
  suppressions: SuppressionTable
  pauses: PauseTable
  admin_tokens: AdminTokenTable
  audit_entries: AuditTable
  people: PersonTable
  recovery_codes: RecoveryCodeTable
  sessions: SessionTable
  sign_in_failures: SignInFailureTable
  sign_in_devices: SignInDeviceTable
  receipt_terms: ReceiptTermTable
  search_keys: SearchKeyTable
  refusal_examples: RefusalExampleTable
  receipt_warnings: ReceiptWarningTable
  webhook_endpoints: WebhookEndpointTable
  webhook_messages: WebhookMessageTable
  webhook_attempts: WebhookAttemptTable
  webhook_silences: WebhookSilenceTable
  statistics_deltas: StatisticsDeltaTable
  statistics_rows: StatisticsRowTable
  statistics_parts: StatisticsPartTable
  statistics_names: StatisticsNameTable
  statistics_turn: StatisticsTurnTable
  statistics_recounts: StatisticsRecountTable
  statistics_settled: StatisticsSettledTable
  day_ends: DayEndTable
  report_schedules: ReportScheduleTable
  report_recipients: ReportRecipientTable
  report_slots: ReportSlotTable
  report_mails: ReportMailTable
  fleet: FleetTable
  till_settings: TillSettingsTable
}

/** One row per accepted requestId. It outlives the receipt, so a requestId can't be reused after erasure. */
interface AcceptedRequestTable {
  merchant_id: string
  /** SHA-256 of the requestId, hexadecimal. */
  request_hash: string
  receipt_id: string
}

/** A stored receipt; times are milliseconds since 1970. */
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
  /** JSON of where it counts in statistics; null if accepted before there were any. */
  statistics_place: string | null
}

/** What a receipt is found by besides its columns. Terms are hashed with a key where they name a person. */
interface ReceiptTermTable {
  merchant_id: string
  term: string
  receipt_date: number
  receipt_id: string
}

/** The keys that terms are hashed with, and how far the older receipts' terms are written. */
interface SearchKeyTable {
  /** The first digits of the key's SHA-256. */
  id: string
  /** Null if it is in the settings. */
  secret: string | null
  received_at: number
  receipt_id: string
  done_at: number | null
}

/** What was sent where a request was refused, without its content: the last one for each cause. */
interface RefusalExampleTable {
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
  /** One of `lanes` in the room `queue`. */
  lane: number
  /** The worker that has it in hand, or had, on PostgreSQL. */
  worker: string | null
  attempt_count: number
  finished_at: number | null
  /** Version of the engine that made the mail, once sent. */
  engine_version: string | null
  /** When an operator last had a finished delivery tried again. Attempts before don't count as tries. */
  retried_at: number | null
  /** When the address turned out not to exist; null unless `status` is `failed`. */
  bounced_at: number | null
  /** Why it didn't arrive, or not yet; null while nothing is known, and for deliveries older than migration `015`. */
  reason: Reason | null
  /** When a report about it came, after a mail server had taken it. */
  reported_at: number | null
  /** The report's words, at most 500 characters; they may contain the address. */
  report: string | null
  /** When it left the list of problems: as the audit trail names who marked it, or `mail`, because another one of the receipt was sent. */
  done_at: number | null
  done_by: string | null
  /** Where its receipt was made; null for mails older than migration `019`. */
  store_id: string | null
  register: string | null
}

/**
 * `held`: queued, but its delivery is paused. `sent`: our mail server took it. `bounced` and `complained`: so it did, and a report came
 * later. `withheld`: not to be sent, in test mode or because the address is suppressed.
 */
export type DeliveryStatus = 'queued' | 'held' | 'sent' | 'failed' | 'canceled' | 'withheld' | 'bounced' | 'complained'

/** One try to send a delivery; open while `outcome` is null. */
export interface AttemptTable {
  delivery_id: string
  number: number
  started_at: number
  ended_at: number | null
  outcome: AttemptOutcome | null
  /** The SMTP reply code, or our own, such as `connection`. */
  code: string | null
  detail: string | null
  /** Why it wasn't accepted; null if it was, and for attempts older than migration `015`. */
  reason: Reason | null
}

/**
 * `interrupted`: the process died during the attempt, so the mail may have been sent. With a code it wasn't: no connection was free
 * (`no_connection`) until the service stopped (`stopped`).
 */
export type AttemptOutcome = 'sent' | 'deferred' | 'failed' | 'interrupted' | 'withheld'

/** A worker process on PostgreSQL. What a missing one has in hand is free. */
interface WorkerTable {
  id: string
  /** By the server's clock, milliseconds since 1970. */
  seen_at: number
}

/** What only versions before migration `018` read. */
interface BounceTable {
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
