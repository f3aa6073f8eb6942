/**
 * What the console's operations answer, as the service's own types say it. Only types come from there, and only here: nothing of
 * it is in the page.
 */
import type { Warning } from 'counterfoil'
import type { ShownMessage, ShownWebhook } from '../src/acts/delivery/shown-webhooks.ts'
import type { ShownTill } from '../src/acts/fleet.ts'
import type { templateActs } from '../src/acts/merchants/templates.ts'
import type { ShownReport } from '../src/acts/reports.ts'
import type { ProblemKind } from '../src/database/problems/filter.ts'
import type { SuppressionKind } from '../src/delivery/suppression/kinds.ts'
import type { FoundReceipt } from '../src/http/console/find-receipts.ts'
import type { ShownProblem } from '../src/http/console/worklist.ts'
import type { ListedDelivery } from '../src/http/operations/receipt-mails.ts'
import type { ApiKey } from '../src/merchants/api-keys.ts'
import type { MerchantSettings } from '../src/merchants/merchant-settings.ts'
import type { shownOffer } from '../src/merchants/offers.ts'
import type { TillState } from '../src/operations/fleet/states.ts'
import type { TillSettings } from '../src/operations/fleet/till-settings.ts'
import type { RecordedEntry } from '../src/people/audit.ts'
import type { Person } from '../src/people/people.ts'
import type { Refusal } from '../src/receipts/problems.ts'
import type { TakenMatches } from '../src/receipts/search/search.ts'
import type { WarnedCause } from '../src/receipts/warnings.ts'
import type { ShownDayEnd } from '../src/statistics/day-end/answer.ts'
import type { NamedSilentTill } from '../src/statistics/silent-tills.ts'
import type { TableColumn, TableGrouping } from '../src/statistics/tables/columns.ts'
import type { TableRow } from '../src/statistics/tables/table.ts'

export type { Store } from '../src/receipts/listing.ts'
export type { Figures, StatisticsAnswer, StatisticsRow } from '../src/statistics/answers/answer-shape.ts'
export type { FoundReceipt, TakenMatches }

/** A row as it is answered: times as text, and no field for what there isn't. */
type AsJson<Row, Time extends keyof Row> = {
  [Name in keyof Row as null extends Row[Name] ? never : Name]: Name extends Time ? string : Row[Name]
} & {
  [Name in keyof Row as null extends Row[Name] ? Name : never]?: Name extends Time ? string : NonNullable<Row[Name]>
}

/** A page of what a search found. */
export interface FoundReceipts {
  receipts: FoundReceipt[]
  /** What the list goes on from. */
  next?: string
  previous?: string
  /** When goods weren't looked for in all receipts: the date of the last one that was read. */
  readTo?: string
  /** How many receipts the number fits, by what it is taken for; at most a thousand each. */
  taken?: TakenMatches
}

/** A receipt on its own page, with its mails. */
export interface SeenReceipt extends FoundReceipt {
  receivedAt: string
  register?: string
  /** The customer's, also if nothing was mailed. */
  customerAddress?: string
  /** Why nothing is sent to the customer's address. */
  suppression?: ToldSuppression
  languages: string[]
  /** Whether a gift receipt can be made of it. */
  hasGift?: boolean
  warnings: Warning[]
  /** The request's JSON text. */
  request: string
}

/** Why nothing is sent to an address. */
export interface ToldSuppression {
  kind: SuppressionKind
  since: string
}

/** A page of the addresses that nothing is sent to, the last ones first. */
export interface Suppressed {
  suppressions: (ToldSuppression & {
    id: string
    until?: string
    by?: string
    receiptId?: string
    emailAddress?: string
  })[]
  counts: Record<SuppressionKind, number>
  next?: string
}

/** A delivery of a receipt, with its attempts. */
export type Mail = ListedDelivery

/** One try to send a mail, and what came of it. */
export type Attempt = Mail['attempts'][number]

/** A mail that needs a look. */
export type MailProblem = ShownProblem

/** A page of mails that need a look. */
export interface MailProblems {
  problems: MailProblem[]
  /** How many there are of each kind, whatever kind is listed. */
  counts: Record<ProblemKind, number>
  /** What the list goes on from. */
  next?: string
  previous?: string
  /** When the list was read: what somebody does to all of it is done to those until then. */
  until: string
}

/** What else needs a look: refused receipts, warnings, tills that went silent. */
export interface Problems {
  days: number
  refused: AsJson<Refusal, 'at'>[]
  warned: AsJson<WarnedCause, 'at'>[]
  silent: SilentTill[]
  /** How many there are; fewer may be listed. */
  counts: Record<'refused' | 'warned' | 'silent', number>
}

/** A till, or all of a store's, that has stopped sending. */
export type SilentTill = AsJson<NamedSilentTill, 'since' | 'lastDay'>

/** What a store took in a business day. */
export type StoreDay = ShownDayEnd

/** A till's API key, without its secret. */
export type Key = Omit<AsJson<ApiKey, 'createdAt' | 'revokedAt' | 'lastUsedAt' | 'endsAt'>, 'stores'> & {
  stores?: string[]
}

/** Someone who may sign in. */
export type SignInPerson = Omit<AsJson<Person, 'createdAt' | 'signedInAt'>, 'stores'> & { stores?: string[] }

/** Where the merchant's own systems are told what happens. */
export type Webhook = ShownWebhook

/** What a webhook was told, with its answers. */
export type WebhookMessage = ShownMessage

/** A report that comes by itself. */
export type OwnReport = ShownReport

/** A page of a webhook's log, newest first. */
export interface WebhookLog {
  messages: WebhookMessage[]
  /** What the list goes on from. */
  next?: number
}

/** What is shown below receipts, within its dates. */
export type Offer = ReturnType<typeof shownOffer>

/** A page of the audit trail, newest first. */
export interface Trail {
  acts: AsJson<RecordedEntry, 'at'>[]
  hasMore: boolean
}

/** What a merchant can set, as the API takes it. */
export type ShopSettings = MerchantSettings

/** The merchant whose console it is. */
export interface Shop {
  name: string
  settings: ShopSettings
  /** The sender's address without one of the merchant's own. */
  mailFrom: string
}

/** A till of the fleet. */
export type Till = ShownTill

/** A page of the tills, those first that need a person most. */
export interface FleetPage {
  tills: Till[]
  count: number
  counts: Record<TillState, number>
  pages: number
}

/** What all tills are to do alike. */
export interface SavedSettings {
  settings: TillSettings
  savedAt?: string
}

/** A group with its figures; `name` is in the reader's language. */
export type NamedRow = TableRow & { names: string[] }

/** A page of a table of the statistics. */
export interface Table {
  by: TableGrouping[]
  columns: TableColumn[]
  rows: NamedRow[]
  count: number
  pages: number
  currency: string
  currencies: string[]
  sort: TableColumn | 'name'
  isRising: boolean
  totals?: NamedRow['values']
  totalsBefore?: NamedRow['values']
  /** A figure of each group that has one, at most a thousand, how many have, and which figure. */
  marks: number[]
  marked: number
  mark: TableColumn
  outliers: NamedRow[]
  recounting: boolean
}

/** The templates that were uploaded, and receipts to look at them with. */
export type TemplateList = Awaited<ReturnType<typeof templateActs.listTemplates.run>>

/** A version of the templates, with what was found in it. */
export type ExaminedTemplates = Awaited<ReturnType<typeof templateActs.showTemplates.run>>
