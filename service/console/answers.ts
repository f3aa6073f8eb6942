/**
 * What the console's operations answer, as the service's own types say it. Only types come from there, and only here: nothing of
 * it is in the page.
 */
import type { Warning } from 'counterfoil'
import type { RecordedEntry } from '../src/administration/audit.ts'
import type { FoundReceipt } from '../src/api/console/find.ts'
import type { ListedDelivery } from '../src/api/operations/receipt-mails.ts'
import type { Person } from '../src/console/people.ts'
import type { ApiKey } from '../src/merchants/api-keys.ts'
import type { MerchantSettings } from '../src/merchants/merchant-settings.ts'
import type { shownOffer } from '../src/merchants/offers.ts'
import type { FailedMail, Refusal } from '../src/receipts/problems.ts'
import type { WarnedCause } from '../src/receipts/warnings.ts'
import type { NamedSilentTill } from '../src/statistics/silent-tills.ts'

export type { Store } from '../src/receipts/search/search.ts'
export type { Figures, StatisticsAnswer, StatisticsRow } from '../src/statistics/answers/answer-shape.ts'
export type { FoundReceipt }

/** A row as it is answered: times as text, and no field for what there isn't. */
type AsJson<Row, Time extends keyof Row> = {
  [Name in keyof Row as null extends Row[Name] ? never : Name]: Name extends Time ? string : Row[Name]
} & {
  [Name in keyof Row as null extends Row[Name] ? Name : never]?: Name extends Time ? string : NonNullable<Row[Name]>
}

export interface FoundReceipts {
  receipts: FoundReceipt[]
  /** What the list goes on from. */
  next?: string
  previous?: string
}

export interface SeenReceipt extends FoundReceipt {
  receivedAt: string
  receiptType?: string
  register?: string
  /** The customer's, also if nothing was mailed. */
  customerAddress?: string
  hasBounced: boolean
  languages: string[]
  warnings: Warning[]
  /** The request's JSON text. */
  request: string
}

export type Mail = ListedDelivery
export type Attempt = Mail['attempts'][number]

export interface Problems {
  days: number
  refused: AsJson<Refusal, 'at'>[]
  warned: AsJson<WarnedCause, 'at'>[]
  failed: AsJson<FailedMail, 'at'>[]
  silent: AsJson<NamedSilentTill, 'since' | 'lastDay'>[]
  /** How many there are; fewer may be listed. */
  counts: Record<'refused' | 'warned' | 'failed' | 'silent', number>
}

export type Key = AsJson<ApiKey, 'createdAt' | 'revokedAt' | 'lastUsedAt' | 'endsAt'>
export type SignInPerson = AsJson<Person, 'createdAt' | 'signedInAt'>
export type Offer = ReturnType<typeof shownOffer>

export interface Trail {
  acts: AsJson<RecordedEntry, 'at'>[]
  hasMore: boolean
}

export type ShopSettings = MerchantSettings

export interface Shop {
  name: string
  settings: ShopSettings
  /** The sender's address without one of the merchant's own. */
  mailFrom: string
}
