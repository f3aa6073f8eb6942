import type { SumRow } from '../../database/statistics/read-sums.ts'
import { partCounts, partSums, receiptCounts, receiptSums } from '../../database/statistics/tables.ts'
import type { Asked } from './asked.ts'
import { addRow, type Cell } from './cells.ts'
import { dayLength, hourAt, hoursOf, offsetsOf, type Period, periodAt, SplitHourError, timeOf } from './periods.ts'

/** A group in a period. */
export interface Entry {
  period: Period
  /** The period as text: equal for equal ones. */
  key: string
  name: string
  cell: Cell
}

export interface Gathered {
  entries: Entry[]
  /** Everything together; empty for parts, which don't add up. */
  all: Cell
}

/** Adds rows up by period and group. @throws SplitHourError */
export function gather(rows: readonly SumRow[], asked: Asked, isOfParts: boolean): Gathered {
  const [counts, amounts] = isOfParts ? [partCounts, partSums] : [receiptCounts, receiptSums]
  const all: Cell = new Map()
  const periodOf = periodsOf(asked)
  const byPeriod = new Map<string, Map<string, Entry>>()
  for (const row of rows) {
    const found = periodOf(row)
    const name = asked.groupBy === 'currency' ? row.currency : asked.groupBy === undefined ? '' : row.name
    // All refused requests together; those of a field have its name.
    if (asked.groupBy === 'refusal' && name === '') continue
    let byName = byPeriod.get(found.key)
    if (!byName) {
      byName = new Map()
      byPeriod.set(found.key, byName)
    }
    let entry = byName.get(name)
    if (!entry) {
      entry = { ...found, name, cell: new Map() }
      byName.set(name, entry)
    }
    addRow(entry.cell, row, counts, amounts)
    if (!isOfParts) addRow(all, row, counts, amounts)
  }
  return { entries: [...byPeriod.values()].flatMap(byName => [...byName.values()]), all }
}

/** A period, and the same as text. */
type Keyed = Pick<Entry, 'period' | 'key'>

/** Tells the period of a row. @throws SplitHourError if an hour that an earlier version counted lies in two periods of the zone */
export function periodsOf(asked: Asked): (row: SumRow) => Keyed {
  const { interval, timeZone } = asked
  const known = new Map<number, Keyed>()
  const onDay = (day: number) => {
    let found = known.get(day)
    if (!found) {
      found = keyed(periodAt(interval, day, asked))
      known.set(day, found)
    }
    return found
  }
  const at = (day: number, instant: number, offset: number) => {
    const found = onDay(day)
    return interval === 'hour' ? keyed({ ...found.period, hour: hourAt(instant, offset) }) : found
  }
  if (timeZone === undefined) return ({ day, hour_start: start, utc_offset: offset }) => at(day, start, offset)

  const offsetAt = offsetsOf(timeZone)
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
export function fill(entries: Entry[], asked: Asked): void {
  const known = new Set(entries.map(({ key }) => key))
  const add = (period: Period) => {
    const found = keyed(period)
    if (known.has(found.key)) return
    known.add(found.key)
    entries.push({ ...found, name: '', cell: new Map() })
  }
  const { from, to, interval, timeZone, shownZone } = asked
  if (interval === 'hour') for (const period of hoursOf(from, to, timeZone ?? shownZone)) add(period)
  else
    for (let at = from; at <= to; ) {
      const period = periodAt(interval, at, asked)
      add(period)
      at = period.endDay
    }
}

function keyed(period: Period): Keyed {
  const { day, hour } = period
  return { period, key: hour ? `${hour.start} ${hour.offset}` : String(day) }
}
