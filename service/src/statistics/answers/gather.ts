import { getOrAdd } from '../../basics/maps.ts'
import type { SumRow } from '../../database/statistics/read-sums.ts'
import { partCounts, partSums, receiptCounts, receiptSums } from '../../database/statistics/tables.ts'
import type { StatisticsQuery } from './answer-shape.ts'
import { type Aggregate, addRow } from './figures.ts'
import { dayLength, hourAt, hoursOf, offsetsOf, type Period, periodAt, SplitHourError, timeOf } from './periods.ts'

/** A group in a period. */
export interface PeriodGroup {
  period: Period
  /** The period as text: equal for equal ones. */
  key: string
  name: string
  cell: Aggregate
}

/** What a query found, added up. */
export interface Gathered {
  entries: PeriodGroup[]
  /** Everything together; empty for parts, which don't add up. */
  all: Aggregate
}

/** Adds rows up by period and group. @throws SplitHourError */
export function gather(rows: readonly SumRow[], query: StatisticsQuery, isOfParts: boolean): Gathered {
  const isAsked = (name: string) => query.measures?.some(each => each === name) ?? true
  const [counts, amounts] = (isOfParts ? [partCounts, partSums] : [receiptCounts, receiptSums]).map(
    (names: readonly string[]) => names.filter(isAsked),
  ) as [string[], string[]]
  const all: Aggregate = new Map()
  const periodOf = periodsOf(query)
  const byPeriod = new Map<string, Map<string, PeriodGroup>>()
  for (const row of rows) {
    const found = periodOf(row)
    const name = query.groupBy === 'currency' ? row.currency : query.groupBy === undefined ? '' : row.name
    // All refused requests together; those of a field have its name.
    if (query.groupBy === 'refusal' && name === '') continue
    const byName = getOrAdd(byPeriod, found.key, () => new Map())
    const entry = getOrAdd(byName, name, () => ({ ...found, name, cell: new Map() }))
    addRow(entry.cell, row, counts, amounts)
    if (!isOfParts) addRow(all, row, counts, amounts)
  }
  return { entries: [...byPeriod.values()].flatMap(byName => [...byName.values()]), all }
}

/** A period, and the same as text. */
type Keyed = Pick<PeriodGroup, 'period' | 'key'>

/** Tells the period of a row. @throws SplitHourError if an hour that an earlier version counted lies in two periods of the zone */
export function periodsOf(query: StatisticsQuery): (row: SumRow) => Keyed {
  const { interval, timeZone, shownZone } = query
  const known = new Map<number, Keyed>()
  const onDay = (day: number) => getOrAdd(known, day, () => keyed(periodAt(interval, day, query)))
  const offsetAt = offsetsOf(timeZone ?? shownZone)
  const at = (day: number, instant: number, offset: number) => {
    const found = onDay(day)
    return interval === 'hour' ? keyed({ ...found.period, hour: hourAt(instant, offset, offsetAt) }) : found
  }
  if (timeZone === undefined) return ({ day, hour_start: start, utc_offset: offset }) => at(day, start, offset)

  const inZone = (instant: number) => {
    const offset = offsetAt(instant)
    return at(Math.floor((instant + offset) / dayLength), instant, offset / 60_000)
  }
  return row => {
    const [start, end] = timeOf(row)
    const found = inZone(start)
    // A quarter hour is never in two periods of a zone.
    if (row.level === 'hour' && inZone(end - 1).key !== found.key) throw new SplitHourError()
    return found
  }
}

/** Adds the periods without receipts. */
export function fill(entries: PeriodGroup[], query: StatisticsQuery): void {
  const known = new Set(entries.map(({ key }) => key))
  const add = (period: Period) => {
    const found = keyed(period)
    if (known.has(found.key)) return
    known.add(found.key)
    entries.push({ ...found, name: '', cell: new Map() })
  }
  const { from, to, interval, timeZone, shownZone } = query
  if (interval === 'hour') for (const period of hoursOf(from, to, timeZone ?? shownZone)) add(period)
  else
    for (let at = from; at <= to; ) {
      const period = periodAt(interval, at, query)
      add(period)
      at = period.endDay
    }
}

function keyed(period: Period): Keyed {
  const { day, hour } = period
  return { period, key: hour ? `${hour.start} ${hour.offset}` : String(day) }
}
