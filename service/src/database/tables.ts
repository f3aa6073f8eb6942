import type { AttemptTable, BounceTable, DeliveryTable, PauseTable } from './tables/deliveries.ts'
import type {
  ApiKeyTable,
  AppearanceTable,
  MerchantTable,
  MerchantVersionTable,
  OfferTable,
} from './tables/merchants.ts'
import type {
  AdminTokenTable,
  AuditTable,
  PersonTable,
  SessionTable,
  SignInDeviceTable,
  SignInFailureTable,
} from './tables/people.ts'
import type {
  AcceptedRequestTable,
  ReceiptTable,
  ReceiptTermTable,
  ReceiptWarningTable,
  RefusalExampleTable,
  SearchKeyTable,
} from './tables/receipts.ts'
import type {
  StatisticsDeltaTable,
  StatisticsNameTable,
  StatisticsPartTable,
  StatisticsRecountTable,
  StatisticsRowTable,
  StatisticsTurnTable,
} from './tables/statistics.ts'

export type * from './tables/deliveries.ts'
export type * from './tables/merchants.ts'
export type * from './tables/people.ts'
export type * from './tables/receipts.ts'
export type * from './tables/statistics.ts'

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
  sign_in_devices: SignInDeviceTable
  receipt_terms: ReceiptTermTable
  search_keys: SearchKeyTable
  refusal_examples: RefusalExampleTable
  receipt_warnings: ReceiptWarningTable
  statistics_deltas: StatisticsDeltaTable
  statistics_rows: StatisticsRowTable
  statistics_parts: StatisticsPartTable
  statistics_names: StatisticsNameTable
  statistics_turn: StatisticsTurnTable
  statistics_recounts: StatisticsRecountTable
}
