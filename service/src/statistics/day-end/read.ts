import type { LocaleDecision } from 'counterfoil'
import { localTimeOf, parseDateTime } from 'counterfoil/internal'
import { getOrAdd } from '../../basics/maps.ts'
import { type Database, inSnapshot } from '../../database/database.ts'
import type { ReceiptTable } from '../../database/tables.ts'
import type { Change } from '../counting/change.ts'
import { nameOf } from '../counting/dimensions.ts'
import { recountReceipt } from '../counting/keep.ts'
import type { Counted } from '../counting/receipt/count-receipt.ts'
import { receiptsNear } from '../counting/stored-receipts.ts'
import { addReceipts, createSums, type DayEndPart, type DaySums, partOf } from './sums.ts'

/** Whose day, and which. */
export interface BusinessDay {
  merchantId: string
  storeId: string
  /** Only this register; default all of the store's. */
  workstationId?: string | undefined
  /** The date that the day begins on, days since 1970. */
  day: number
  /** When it begins, in minutes after that midnight by the store's clock: what is sold at 1 a.m. is of the evening before if this is later. */
  cutOff: number
}

/** A receipt whose figures are not complete, and why. */
export interface NotCounted {
  transactionNumber: string
  workstationId: string
  why: ('unsummed' | 'mixed_signs' | 'discounts_ignored' | 'takings_unknown')[]
}

/** A business day of a store, as its receipts say now. */
export interface DayEnd {
  storeName: string
  total: DayEndPart
  /** By number, as texts with numbers are sorted. */
  registers: DayEndPart[]
  /** The first hundred receipts that can't be counted fully. */
  notCounted: NotCounted[]
  notCountedCount: number
  /** When the newest of its receipts arrived, milliseconds since 1970; 0 without any. */
  newest: number
}

const minute = 60_000
const dayLength = 24 * 60 * minute

/** The most that a list of receipts has. */
const mostListed = 100

/**
 * Counts a business day of a store anew, receipt by receipt, by the rules and functions of the statistics (`count-receipt.ts`): only
 * they have tenders and taxes by register, and hours that a day begins at. What was erased isn't in it.
 */
export function readDayEnd(db: Database, about: BusinessDay): Promise<DayEnd> {
  return inSnapshot(db, async snapshot => {
    const registers = new Map<string, DaySums>()
    const total = createSums()
    const [notCounted, found] = [[] as NotCounted[], { name: '', nameAt: 0, newest: 0, count: 0 }]
    for await (const receipts of receiptsOn(snapshot, about)) {
      const byRegister = new Map<string, Counted[]>()
      for (const receipt of receipts) {
        const counted = recountReceipt(receipt)
        const { bucket, change } = counted
        if (about.workstationId !== undefined && bucket.register !== nameOf(about.workstationId)) continue
        getOrAdd(byRegister, bucket.register, () => []).push(counted)
        const why = whyNotCounted(change)
        if (why.length > 0) {
          found.count++
          if (notCounted.length < mostListed)
            notCounted.push({ transactionNumber: receipt.transaction_number, workstationId: bucket.register, why })
        }
        if (receipt.receipt_date >= found.nameAt)
          [found.name, found.nameAt] = [receipt.store_name, receipt.receipt_date]
        found.newest = Math.max(found.newest, receipt.received_at)
      }
      for (const [register, counted] of byRegister)
        addReceipts([total, getOrAdd(registers, register, createSums)], counted)
    }
    const byNumber = new Intl.Collator('en', { numeric: true })
    return {
      storeName: found.name,
      total: partOf(total),
      registers: [...registers]
        .sort(([one], [other]) => byNumber.compare(one, other))
        .map(([workstationId, sums]) => ({ workstationId, ...partOf(sums) })),
      notCounted,
      notCountedCount: found.count,
      newest: found.newest,
    }
  })
}

/** The store's receipts that print a time of the business day. */
async function* receiptsOn(snapshot: Database, about: BusinessDay): AsyncGenerator<ReceiptTable[]> {
  const { merchantId, storeId, day, cutOff } = about
  const from = day * dayLength + cutOff * minute
  const until = from + dayLength
  for await (const receipts of receiptsNear(snapshot, { merchantId, storeId, from, until })) {
    const there = receipts.filter(receipt => {
      const clock = clockOf(receipt)
      return clock >= from && clock < until
    })
    if (there.length > 0) yield there
  }
}

/** The time that a receipt prints, read as if it were UTC. */
function clockOf({ receipt_date_text: text, locale }: ReceiptTable): number {
  const sent = parseDateTime(text)
  return sent ? localTimeOf(sent, (JSON.parse(locale) as LocaleDecision).timeZone).clock : 0
}

function whyNotCounted({ adds }: Change): NotCounted['why'] {
  const { unsummed, mixed_signs, discounts_ignored, takings_known, payment_requests, training, gift_receipts } = adds
  const takesNothing = payment_requests || training || gift_receipts || adds.later_invoices
  return [
    ...(unsummed ? (['unsummed'] as const) : []),
    ...(mixed_signs ? (['mixed_signs'] as const) : []),
    ...(discounts_ignored ? (['discounts_ignored'] as const) : []),
    ...(!takings_known && !takesNothing ? (['takings_unknown'] as const) : []),
  ]
}
