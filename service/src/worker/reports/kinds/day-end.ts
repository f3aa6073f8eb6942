import { currencyDigits } from 'counterfoil/internal'
import { getOrAdd } from '../../../basics/maps.ts'
import { wholeReach } from '../../../basics/reach.ts'
import { namesOfPeople } from '../../../people/people.ts'
import { listStores } from '../../../receipts/listing.ts'
import { dateOf } from '../../../statistics/answers/periods.ts'
import { decimalText, millionthsOf } from '../../../statistics/counting/decimals.ts'
import { dayAsked, type ShownDayEnd, showDayEnd } from '../../../statistics/day-end/answer.ts'
import { clockText } from '../../../statistics/day-end/clock.ts'
import type { SheetRow } from '../../../statistics/day-end/sheet.ts'
import { dayEndSheet } from '../day-end-sheet.ts'
import { daysOf, type ReportAbout, type ReportForm } from './kind.ts'

/** Business days of a store, or of all that had receipts. */
interface DayEndFacts {
  /** The first and the last day. */
  from: string
  to: string
  cutOff: string
  /** All of it, if it is one day of one store. */
  day?: ShownDayEnd
  /** Else what was taken, and what the drawers must hold: by store, or of one store by day. */
  rows: DayEndRow[]
}

interface DayEndRow {
  storeId: string
  storeName: string
  /** Of one store. */
  date?: string
  /** ISO 4217; empty if unknown. */
  currency: string
  takings: string
  expectedCash: string
}

/** Rows of a table in a mail: Gmail shows the first 102 KB. */
const mostRows = 400

/** The business days that ended before the report's time. */
export const dayEndKind: ReportForm<DayEndFacts> = {
  async gather(db, { merchant: { id }, schedule, slot }) {
    const { store_id: only, cut_off: cutOff } = schedule
    const dates = daysBefore(schedule, slot).map(dateOf)
    const span = { from: dates[0] ?? '', to: dates.at(-1) ?? '', cutOff: clockText(cutOff) }
    const read = (storeId: string, date: string) =>
      showDayEnd(db, dayAsked(wholeReach(id), { storeId, cutOff, date }), merchantId => namesOfPeople(db, merchantId))
    // Numbers of receipts stay in the console.
    if (only !== '' && dates.length === 1)
      return { ...span, day: { ...(await read(only, span.from)), notCounted: [] }, rows: [] }
    const stores = only === '' ? (await listStores(db, wholeReach(id))).map(store => store.id) : [only]
    const rows: DayEndRow[] = []
    for (const storeId of stores) {
      const days: ShownDayEnd[] = []
      for (const date of dates) days.push(await read(storeId, date))
      const taking = days.filter(({ registers }) => registers.length > 0)
      if (only === '') rows.push(...sumsOf(taking))
      else rows.push(...taking.flatMap(day => sumsOf([day]).map(row => ({ ...row, date: day.date }))))
    }
    return { ...span, rows }
  },
  isEmpty: ({ day, rows }) => (day ? day.registers.length === 0 : rows.length === 0),
  sheet({ from, to, cutOff, day, rows }, speech) {
    if (day) return dayEndSheet(day, speech)
    const { say, amount, clock, language, direction } = speech
    const span = from === to ? speech.day(from) : `${speech.day(from)} – ${speech.day(to)}`
    const begins = cutOff === '00:00' ? [] : [say('dayEnd.from', { time: clock(cutOff) })]
    const shown = rows.slice(0, mostRows)
    const table = (title: string, field: 'takings' | 'expectedCash') => ({
      title,
      rows: shown.map(
        (row): SheetRow => ({
          name: row.date === undefined ? row.storeName || row.storeId : speech.day(row.date),
          value: amount(row[field], row.currency),
        }),
      ),
    })
    const tables = [
      table(say('dayEnd.row.takings'), 'takings'),
      table(`${say('dayEnd.part.cash')}: ${say('dayEnd.row.expected')}`, 'expectedCash'),
    ]
    const [first] = rows
    const store = first?.date === undefined ? [] : [first.storeName || first.storeId]
    return {
      ...{ language, direction, title: say('dayEnd.title') },
      about: [...store, [span, ...begins].join(', ')],
      sections: rows.length === 0 ? [] : [{ tables }],
      notes: [
        ...(rows.length === 0 ? [say('dayEnd.none')] : []),
        ...(shown.length < rows.length ? [say('list.part', { shown: shown.length, total: rows.length })] : []),
      ],
    }
  },
  placeOf({ day, to, cutOff, rows }) {
    const store = day?.storeId ?? rows.find(({ date }) => date !== undefined)?.storeId
    return `day-end?${new URLSearchParams({ ...(store !== undefined && { store }), day: to, from: cutOff })}`
  },
}

/** What days of a store took together, by currency. */
function sumsOf(days: readonly ShownDayEnd[]): DayEndRow[] {
  const newest = days.at(-1)
  const sums = new Map<string, { takings: bigint; cash: bigint }>()
  const of = (currency: string) => getOrAdd(sums, currency, () => ({ takings: 0n, cash: 0n }))
  for (const { total } of days) {
    for (const { currency, takings = '0' } of total.figures.amounts ?? []) of(currency).takings += millionthsOf(takings)
    for (const { currency, expected } of total.cash) of(currency).cash += millionthsOf(expected)
  }
  return [...sums].map(([currency, { takings, cash }]) => {
    const text = (sum: bigint) => decimalText(sum, currencyDigits(currency === '' ? undefined : currency).minimum)
    const { storeId = '', storeName = '' } = newest ?? {}
    return { storeId, storeName, currency, takings: text(takings), expectedCash: text(cash) }
  })
}

/** Days that were over at the slot: by its clock, the next one had begun. */
function daysBefore(schedule: ReportAbout['schedule'], { day }: ReportAbout['slot']): number[] {
  const last = day - (schedule.minute >= schedule.cut_off ? 1 : 2)
  return Array.from({ length: daysOf(schedule) }, (_, back) => last - back).reverse()
}
