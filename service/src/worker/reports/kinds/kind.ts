import type { Database } from '../../../database/database.ts'
import type { Merchant } from '../../../merchants/merchants.ts'
import type { Speech } from '../../../merchants/speech.ts'
import type { Schedule } from '../schedules.ts'
import type { Sheet } from '../sheet.ts'
import type { Slot } from '../slots.ts'

/** Which report is made, and when. */
export interface ReportAbout {
  merchant: Merchant
  schedule: Schedule
  slot: Slot
  /** Of the schedule's clock. */
  timeZone: string
}

/** A kind of report: what it says is gathered once, and told to each recipient in words. */
export interface ReportForm<Facts extends object> {
  /** Reads what it says: names of stores, counts and amounts, nothing about customers. */
  gather(db: Database, about: ReportAbout): Promise<Facts>
  /** Whether there is nothing to tell. */
  isEmpty(facts: Facts): boolean
  sheet(facts: Facts, speech: Speech): Sheet
  /** Where the console shows more, below its own path. */
  placeOf(facts: Facts): string
}

/** Days that a report looks back. */
export function daysOf({ every }: Pick<Schedule, 'every'>): number {
  return every === 'week' ? 7 : 1
}
