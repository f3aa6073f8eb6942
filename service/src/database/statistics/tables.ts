import type { Generated } from 'kysely'

/** What a receipt or a change of its mails adds to statistics, until it is folded into rows. Written in the same transaction. */
export interface StatisticsDeltaTable {
  id: Generated<number>
  merchant_id: string
  /** 1: what is erased, which still counts. */
  kept: number
  /** JSON of the BucketKey. */
  place: string
  /** JSON of the Change. */
  body: string
}

/** Which receipts a row sums up. Days are days since 1970 of the store's calendar. */
interface StatisticsCell {
  merchant_id: string
  /** 1: erased receipts only, so that rows can be made anew; they are in the rows with 0, too. */
  kept: number
  /**
   * `hour`: as earlier versions counted, instead of by the quarter hour. `third`: of a month, from the 1st, 11th or 21st. Thirds and
   * months are made of their days once these are settled (`StatisticsSettledTable`).
   */
  level: 'quarterHour' | 'hour' | 'day' | 'third' | 'month'
  dimension: string
  /** Only receipts of this store; empty for all. */
  store_id: string
  /** Of a third or month the first. */
  day: number
  /** The instant at which the quarter or hour began, milliseconds; 0 for days and months. */
  hour_start: number
  /** Minutes that the store's clock was ahead of UTC; 0 for days and months. */
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
  /** The rules by which all receipts are counted, but for those of merchants that are counted anew. */
  rules: number
}

/** How far a merchant's days are settled: also added up as thirds of months, and months, to which what comes later is added, too. */
export interface StatisticsSettledTable {
  merchant_id: string
  /** The first day that isn't, on which a third begins. */
  until: number
}

/** Merchants whose receipts are to be counted anew, because earlier rules counted them. */
export interface StatisticsRecountTable {
  merchant_id: string
  /** Where to go on, days since 1970; null from the first day. */
  next_day: number | null
  /** Who does it; null if nobody does. */
  holder: string | null
  /** Until then. */
  until: number
}

/** A business day that somebody signed off. Rows never change. */
export interface DayEndTable {
  merchant_id: string
  store_id: string
  /** Empty for all of the store's. */
  register: string
  /** The date that the day begins on, days since 1970. */
  day: number
  /** Minutes after midnight. */
  cut_off: number
  /** Milliseconds since 1970. */
  signed_at: number
  /** Who, as the audit trail names them. */
  signed_by: string
  /** JSON of the cash that was counted, and of what the receipts said then. */
  body: string
}

/** Counts of receipts and their mails. */
export const receiptCounts = [
  'receipts',
  'sales',
  'returns',
  'payment_requests',
  'training',
  'revised',
  'late',
  'digital_only',
  'paper_only',
  'digital_and_paper',
  'no_receipt',
  'with_address',
  'pieces',
  'pieces_returned',
  'offers',
  'gross_known',
  'net_known',
  'unsummed',
  'mails_trying',
  'mails_sent',
  'mails_failed',
  'mails_bounced',
  'mails_canceled',
  'resends',
  'attempts',
  'payments',
  'deposits',
  'later_invoices',
  'gift_receipts',
  'takings_known',
  'without_offset',
  'taxes_from_items',
  'discounts_ignored',
  'mixed_signs',
] as const

/** Sums of receipts' amounts, as whole numbers of 10^-scale. */
export const receiptSums = [
  'gross',
  'net',
  'grand',
  'sold',
  'discounts',
  'taxes',
  'tips',
  'fees',
  'service_charges',
  'refunds',
  'change_due',
  'rounding',
  'takings',
  'paid_apart',
  'gift_cards_sold',
  'gift_cards_redeemed',
] as const

/** Counts of what receipts consist of: tenders, taxes, items. `receipts` is how many had it. */
export const partCounts = ['receipts', 'entries', 'pieces', 'pieces_returned'] as const

/** Sums of their amounts. `taxable` is the base of taxes; change and tips are in the tenders' amount. */
export const partSums = ['amount', 'taxable', 'refunds', 'change_due', 'tips'] as const

/** A column of whole receipts: a count, or a sum in millionths. */
export type ReceiptMeasure = (typeof receiptCounts)[number] | (typeof receiptSums)[number]

/** A column of tenders, taxes or items. */
export type PartMeasure = (typeof partCounts)[number] | (typeof partSums)[number]
