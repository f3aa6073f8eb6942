import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LocaleDecision } from 'counterfoil'
import { currencyDigits, localTimeOf, parseDateTime, tenderTypeOf } from 'counterfoil/internal'
import { getOrAdd } from '../../basics/maps.ts'
import { type Database, inSnapshot } from '../../database/database.ts'
import { partCounts, partSums, receiptCounts, receiptSums } from '../../database/statistics/tables.ts'
import type { ReceiptTable } from '../../database/tables.ts'
import type { Figures } from '../answers/answer-shape.ts'
import { type Aggregate, addRow, byReceipts, partFigures, receiptFigures } from '../answers/figures.ts'
import type { BucketKey } from '../counting/bucket-key.ts'
import type { Change } from '../counting/change.ts'
import { decimalText } from '../counting/decimals.ts'
import { between, nameOf } from '../counting/dimensions.ts'
import { recountReceipt } from '../counting/keep.ts'

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

/** What a register, or the store, took in a business day. Amounts are decimal strings. */
export interface DayEndPart {
  /** Absent for the whole store. */
  workstationId?: string
  /** As in statistics: receipts, sales, returns, discounts, taxes, tips, rounding, gift cards, payments on orders and layaways. */
  figures: Figures
  /** By means of payment: as tendered, the change and tips in it, and what is left. */
  tenders: { tenderTypeCode: string; figures: Figures }[]
  /** By type and rate. */
  taxes: { taxTypeCode: string; percent?: string; figures: Figures }[]
  /** What the drawer has more than in the morning: cash tendered less change and cash given back; tips are in it. */
  cash: { currency: string; expected: string; tips: string }[]
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
const hour = 60 * minute
const dayLength = 24 * hour

/** Clocks differ from UTC by less than so much. */
const widest = 15 * hour

/** Receipts at once: other requests are answered in between. */
const step = 100

/** The most that a list of receipts has. */
const mostListed = 100

/**
 * Counts a business day of a store anew, receipt by receipt, by the rules and functions of the statistics (`count-receipt.ts`): only
 * they have tenders and taxes by register, and hours that a day begins at. What was erased isn't in it.
 */
export function readDayEnd(db: Database, about: BusinessDay): Promise<DayEnd> {
  return inSnapshot(db, async snapshot => {
    const registers = new Map<string, Sums>()
    const total = createSums()
    const [notCounted, found] = [[] as NotCounted[], { name: '', nameAt: 0, newest: 0, count: 0 }]
    for await (const receipts of receiptsOn(snapshot, about)) {
      for (const receipt of receipts) {
        const { bucket, change } = recountReceipt(receipt)
        if (about.workstationId !== undefined && bucket.register !== nameOf(about.workstationId)) continue
        addChange(total, bucket, change)
        addChange(getOrAdd(registers, bucket.register, createSums), bucket, change)
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
  const begins = day * dayLength + cutOff * minute
  let [at, last] = [begins - widest, '']
  for (;;) {
    const rows = await snapshot
      .selectFrom('receipts')
      .selectAll()
      .where('merchant_id', '=', merchantId)
      .where('store_id', '=', storeId)
      .where('receipt_date', '>=', at)
      .where('receipt_date', '<', begins + dayLength + widest)
      .where(({ eb, or }) => or([eb('receipt_date', '>', at), eb('id', '>', last)]))
      .orderBy('receipt_date')
      .orderBy('id')
      .limit(step)
      .execute()
    const there = rows.filter(row => {
      const clock = clockOf(row)
      return clock >= begins && clock < begins + dayLength
    })
    if (there.length > 0) yield there
    await nextTurn()
    const final = rows.at(-1)
    if (!final || rows.length < step) return
    at = final.receipt_date
    last = final.id
  }
}

/** The time that a receipt prints, read as if it were UTC. */
function clockOf({ receipt_date_text: text, locale }: ReceiptTable): number {
  const sent = parseDateTime(text)
  return sent ? localTimeOf(sent, (JSON.parse(locale) as LocaleDecision).timeZone).clock : 0
}

/** What is summed of some receipts. */
interface Sums {
  receipts: Aggregate
  tenders: Map<string, Aggregate>
  taxes: Map<string, Aggregate>
  labels: Map<string, string>
}

function createSums(): Sums {
  return { receipts: new Map(), tenders: new Map(), taxes: new Map(), labels: new Map() }
}

type Row = Parameters<typeof addRow>[1]

const nothing = Object.fromEntries([...receiptCounts, ...receiptSums].map(name => [name, 0]))
const partMeasures = [...partCounts, ...partSums]

function addChange(to: Sums, { currency, scale }: BucketKey, { adds, parts = [], labels = [] }: Change): void {
  addRow(to.receipts, { ...nothing, ...adds, currency, scale } as unknown as Row, receiptCounts, receiptSums)
  for (const [dimension, name, of, ...values] of parts) {
    if (dimension !== 'tenderType' && dimension !== 'taxType') continue
    const groups = dimension === 'tenderType' ? to.tenders : to.taxes
    const measures = Object.fromEntries(partMeasures.map((measure, at) => [measure, values[at] ?? 0]))
    const row = { ...measures, currency: of ?? currency, scale } as unknown as Row
    addRow(
      getOrAdd(groups, name, () => new Map()),
      row,
      partCounts,
      partSums,
    )
  }
  for (const [dimension, name, label] of labels)
    if (dimension === 'tenderType' || dimension === 'taxType') to.labels.set(`${dimension} ${name}`, label)
}

function partOf({ receipts, tenders, taxes, labels }: Sums): DayEndPart {
  const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)
  const labelOf = (dimension: string, name: string) => labels.get(`${dimension} ${name}`)
  return {
    figures: receiptFigures(receipts),
    tenders: [...tenders].sort(byName).map(([name, cell]) => ({
      tenderTypeCode: labelOf('tenderType', name) ?? name,
      figures: partFigures(cell, 'tenderType'),
    })),
    taxes: [...taxes].sort(byName).map(([name, cell]) => {
      const [code = '', percent = ''] = name.split(between)
      return {
        taxTypeCode: labelOf('taxType', name) ?? code,
        ...(percent !== '' && { percent }),
        figures: partFigures(cell, 'taxType'),
      }
    }),
    cash: byReceipts(tenders.get(cashName) ?? new Map()).map(([currency, { amounts }]) => {
      const { amount = 0n, change_due: change = 0n, tips = 0n } = amounts
      const digits = currencyDigits(currency === '' ? undefined : currency).minimum
      return { currency, expected: decimalText(amount - change, digits), tips: decimalText(tips, digits) }
    }),
  }
}

const cashName = nameOf(tenderTypeOf('Cash').code)

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
