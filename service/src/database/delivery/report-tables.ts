/** A report that comes by itself; times are milliseconds since 1970. */
export interface ReportScheduleTable {
  id: string
  merchant_id: string
  report: ReportSubject
  /** Only of this store; empty for all. */
  store_id: string
  /** When a business day begins, minutes after midnight. */
  cut_off: number
  every: 'day' | 'week'
  /** For weeks: 1 is Monday. */
  weekday: number
  /** Minutes after midnight by the clock of the store or the merchant. */
  minute: number
  language: string
  /** Whether nothing is sent where there is nothing to tell. */
  skip_empty: number
  created_at: number
  off_at: number | null
  /** When it is made next. */
  next_at: number
}

/** What a report is about. */
export type ReportSubject = 'dayEnd' | 'undelivered' | 'silent' | 'problems'

/** Who gets a report. */
export interface ReportRecipientTable {
  id: string
  schedule_id: string
  email_address: string
  /** When they asked for no more. */
  stopped_at: number | null
}

/** A report that was made: one for each day of a schedule, whichever process makes it. */
export interface ReportSlotTable {
  schedule_id: string
  /** By the schedule's clock, days since 1970. */
  day: number
  made_at: number
  /** JSON of what it says; without anything about customers. */
  body: string
}

/** A mail with a report, which is the queue's row, too. */
export interface ReportMailTable {
  id: string
  merchant_id: string
  schedule_id: string
  day: number
  recipient_id: string
  /** The same as the recipient's: the queue has turns by domain. */
  email_address: string
  status: 'queued' | 'sent' | 'failed' | 'canceled'
  created_at: number
  due_at: number
  lane: number
  worker: string | null
  attempt_count: number
  finished_at: number | null
  /** The mail server's reply code, or a word, of the last attempt. */
  code: string | null
}
