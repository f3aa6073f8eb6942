import { zoneOffsetAt } from 'counterfoil'
import type { Database } from '../../database/database.ts'
import { partCounts, partSums, receiptCounts, receiptSums } from '../../database/statistics/columns.ts'
import type { SumRow } from '../../database/statistics/read-sums.ts'
import { isPart } from '../counting/dimensions.ts'
import type { Figures, StatisticsAnswer, StatisticsRow } from './answer-shape.ts'
import { addRow, type Cell, countOf } from './cells.ts'
import { byReceipts, partFigures, receiptFigures } from './figures.ts'
import { type Group, type Grouping, groupings, groupOf, labelsNeeded } from './groups.ts'
import { dateOf, hoursOf, type Interval, isoAt, isoIn, type Period, periodAt, startOfDay } from './periods.ts'
import { canRead, type Question, readStatistics, type Snapshot } from './query.ts'

export const orders = ['amount', 'count', 'returns'] as const

/** What a client asks. */
export interface Asked {
  merchantId: string
  /** First and last day, days since 1970. */
  from: number
  to: number
  interval: Interval
  groupBy?: Grouping | undefined
  storeId?: string | undefined
  /** Whose days; default each store's own. */
  timeZone?: string | undefined
  /** The zone of `start` and `end` otherwise. */
  shownZone: string
  weekStart: number
  /** Only so many groups, by their rank in the whole range. */
  top?: number | undefined
  orderBy: (typeof orders)[number]
  /** Only what receipts add up to: no times from sale to mail, no refused requests or validations, which are more rows than all else. */
  brief?: boolean
}

/** Rows in an answer. More is neither read nor drawn; an export has no limit. */
export const mostRows = 20_000

/** Why a question has no answer. */
export type Refusal = 'too many rows' | 'not by store' | 'not by hour' | 'other hours'

/** Answers a question from one moment of the database. */
export function answerStatistics(
  db: Database,
  asked: Asked,
  now: number,
  most = mostRows,
): Promise<StatisticsAnswer | Refusal> {
  const { merchantId, from, to, interval, groupBy, storeId, timeZone, weekStart } = asked
  const dimension = groupBy === undefined ? 'all' : groupings[groupBy]
  const during =
    timeZone === undefined ? undefined : ([startOfDay(from, timeZone), startOfDay(to + 1, timeZone)] as const)
  const question: Question = { merchantId, from, to, interval, dimension, storeId, during, weekStart }
  if (!canRead(question))
    return Promise.resolve(
      canRead({ ...question, interval: 'day', during: undefined }) ? 'not by hour' : 'not by store',
    )
  return readStatistics(db, merchantId, async snapshot => {
    const rows = await snapshot.read(question)
    const cells = gather(rows, asked, isPart(dimension))
    if (cells === 'other hours') return cells
    const ranked = rank(cells, asked)
    const shown = new Set(ranked.slice(0, asked.top))
    const entries = [...cells.entries.values()].filter(({ name }) => shown.has(name))
    if (groupBy === undefined) fill(entries, asked)
    if (entries.length > most) return 'too many rows'
    const place = new Map(ranked.map((name, index) => [name, index]))
    entries.sort(
      (one, other) => startOf(one) - startOf(other) || (place.get(one.name) ?? 0) - (place.get(other.name) ?? 0),
    )

    const groups = groupBy && (await groupsOf(snapshot, groupBy, [...shown]))
    const totals = isPart(dimension) ? await totalsOf(snapshot, question) : cells.all
    const waits = asked.brief ? noWaits : await waitsOf(snapshot, question, asked)
    const figures = (cell: Cell, found?: ReadonlyMap<string, number>) =>
      isPart(dimension) ? partFigures(cell, dimension) : receiptFigures(cell, found)
    return {
      fromDate: dateOf(from),
      toDate: dateOf(to),
      interval,
      timeZone: timeZone ?? asked.shownZone,
      days: timeZone === undefined ? 'stores' : 'timeZone',
      weekStartsOn: weekStart + 1,
      groupBy: groupBy ?? null,
      additive: !isPart(dimension),
      ...(groupBy && { groups: { count: ranked.length, shown: shown.size } }),
      freshness: { readAt: new Date(now).toISOString(), pending: snapshot.pending },
      currencies: byReceipts(totals).map(([currency]) => currency),
      rows: entries.map(({ period, name, cell, key }): StatisticsRow => {
        const group = groups?.get(name)
        const found = groupBy === undefined ? (waits.byPeriod.get(key) ?? new Map()) : undefined
        return { ...written(period, asked, now), ...(group && { group }), ...figures(cell, found) }
      }),
      totals: { ...receiptFigures(totals, waits.all), ...(!asked.brief && (await eventsOf(snapshot, question))) },
    }
  })
}

interface Entry {
  key: string
  period: Period
  name: string
  cell: Cell
}

interface Cells {
  entries: Map<string, Entry>
  /** Everything together. */
  all: Cell
}

const hour = 3_600_000
const day = 24 * hour

function gather(rows: readonly SumRow[], asked: Asked, isOfParts: boolean): Cells | 'other hours' {
  const [counts, amounts] = isOfParts ? [partCounts, partSums] : [receiptCounts, receiptSums]
  const cells: Cells = { entries: new Map(), all: new Map() }
  for (const row of rows) {
    const period = periodOf(row, asked)
    if (period === undefined) return 'other hours'
    const name = asked.groupBy === 'currency' ? row.currency : asked.groupBy === undefined ? '' : row.name
    // All refused requests together; those of a field have its name.
    if (asked.groupBy === 'refusal' && name === '') continue
    const key = `${keyOf(period)} ${name}`
    let entry = cells.entries.get(key)
    if (!entry) {
      entry = { key: keyOf(period), period, name, cell: new Map() }
      cells.entries.set(key, entry)
    }
    addRow(entry.cell, row, counts, amounts)
    if (!isOfParts) addRow(cells.all, row, counts, amounts)
  }
  return cells
}

/** The period of a row; undefined if a zone was asked for whose hours begin at other minutes than the store's. */
function periodOf(row: SumRow, asked: Asked): Period | undefined {
  const { interval, timeZone } = asked
  const { hour_start: start } = row
  if (timeZone === undefined) {
    const period = periodAt(interval, row.day, asked)
    return interval === 'hour' ? { ...period, hour: { start, offset: row.utc_offset } } : period
  }
  const offset = zoneOffsetAt(start, timeZone)
  if ((start + offset) % hour !== 0) return undefined
  const period = periodAt(interval, Math.floor((start + offset) / day), asked)
  return interval === 'hour' ? { ...period, hour: { start, offset: offset / 60_000 } } : period
}

function keyOf({ day, hour }: Period): string {
  return hour ? `${hour.start} ${hour.offset}` : String(day)
}

function startOf({ period: { day: first, hour } }: Entry): number {
  return hour?.start ?? first * day
}

/** The groups' names, the first in rank first. */
function rank({ entries, all }: Cells, { groupBy, orderBy }: Asked): string[] {
  const sums = new Map<string, Cell>()
  for (const { name, cell } of entries.values()) {
    const sum: Cell = sums.get(name) ?? new Map()
    sums.set(name, sum)
    for (const [currency, { counts, amounts }] of cell) {
      const known = sum.get(currency) ?? { counts: {}, amounts: {} }
      sum.set(currency, known)
      for (const [of, count] of Object.entries(counts)) known.counts[of] = (known.counts[of] ?? 0) + count
      for (const [of, amount] of Object.entries(amounts)) known.amounts[of] = (known.amounts[of] ?? 0n) + amount
    }
  }
  // Amounts of different currencies don't compare: the main one decides.
  const main = byReceipts(all)[0]?.[0] ?? byReceipts(mergedOf(sums.values()))[0]?.[0] ?? ''
  const isItems = groupBy === 'item' || groupBy === 'category'
  const measure = (cell: Cell): bigint | number => {
    if (orderBy === 'count')
      return isItems ? countOf(cell, 'pieces') : countOf(cell, 'receipts') || countOf(cell, 'entries')
    if (orderBy === 'returns') return countOf(cell, isItems ? 'pieces_returned' : 'returns')
    const { amounts = {} } = cell.get(main) ?? {}
    return amounts.grand ?? amounts.amount ?? 0n
  }
  const ranks = [...sums].map(([name, cell]) => ({
    name,
    size: measure(cell),
    receipts: countOf(cell, 'entries') + countOf(cell, 'receipts'),
  }))
  ranks.sort((one, other) =>
    one.size === other.size
      ? other.receipts - one.receipts || (one.name < other.name ? -1 : 1)
      : one.size < other.size
        ? 1
        : -1,
  )
  return ranks.map(({ name }) => name)
}

function mergedOf(cells: Iterable<Cell>): Cell {
  const merged: Cell = new Map()
  for (const cell of cells)
    for (const [currency, { counts }] of cell) {
      const known = merged.get(currency)
      const receipts = (known?.counts.receipts ?? 0) + (counts.receipts ?? 0)
      merged.set(currency, { counts: { receipts }, amounts: {} })
    }
  return merged
}

/** Adds the periods without receipts. */
function fill(entries: Entry[], asked: Asked): void {
  const known = new Set(entries.map(({ key }) => key))
  const add = (period: Period) => {
    const key = keyOf(period)
    if (known.has(key)) return
    known.add(key)
    entries.push({ key, period, name: '', cell: new Map() })
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

function written(period: Period, asked: Asked, now: number) {
  const { from, to, timeZone, shownZone } = asked
  const zone = timeZone ?? shownZone
  if (period.hour) {
    const { start, offset } = period.hour
    return { start: isoAt(start, offset), end: isoAt(start + hour, offset), date: dateOf(period.day) }
  }
  const end = startOfDay(period.endDay, zone)
  const isPartial = period.day < from || period.endDay > to + 1 || end > now
  return {
    start: isoIn(zone, startOfDay(period.day, zone)),
    end: isoIn(zone, end),
    date: dateOf(period.day),
    ...(isPartial && { partial: true }),
  }
}

async function groupsOf(snapshot: Snapshot, groupBy: Grouping, names: readonly string[]): Promise<Map<string, Group>> {
  const needed = labelsNeeded(groupBy, names)
  const labels = needed ? await snapshot.labels(needed.dimension, needed.names) : new Map<string, string>()
  return new Map(names.map(name => [name, groupOf(groupBy, name, of => labels.get(of))]))
}

async function totalsOf(snapshot: Snapshot, question: Question): Promise<Cell> {
  const cell: Cell = new Map()
  for (const row of await snapshot.read({ ...question, dimension: 'all', interval: 'all' }))
    addRow(cell, row, receiptCounts, receiptSums)
  return cell
}

interface Waits {
  all: Map<string, number>
  byPeriod: Map<string, Map<string, number>>
}

const noWaits: Waits = { all: new Map(), byPeriod: new Map() }

/** Days of which each period has quantiles. */
const mostDaysOfWaits = 93

/** Together, and by period if nothing is grouped and the range is short. */
async function waitsOf(snapshot: Snapshot, question: Question, asked: Asked): Promise<Waits> {
  const waits: Waits = { all: new Map(), byPeriod: new Map() }
  const about: Question = { ...question, dimension: 'wait' }
  if (!canRead(about)) return waits
  // Of each day of a year they would be more rows to read than all else.
  const isByPeriod = asked.groupBy === undefined && asked.to - asked.from < mostDaysOfWaits
  for (const row of await snapshot.read(isByPeriod ? about : { ...about, interval: 'all' })) {
    const period = isByPeriod ? periodOf(row, asked) : undefined
    if (period) add(byKey(waits.byPeriod, keyOf(period)), row.name, row.entries as number)
    add(waits.all, row.name, row.entries as number)
  }
  return waits
}

function byKey(maps: Map<string, Map<string, number>>, key: string): Map<string, number> {
  const map = maps.get(key) ?? new Map<string, number>()
  maps.set(key, map)
  return map
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}

/** What isn't a receipt, and so has no store. */
async function eventsOf(snapshot: Snapshot, question: Question): Promise<Figures> {
  if (question.storeId !== undefined) return {}
  const count = async (dimension: 'refusal' | 'validation') => {
    const counts = new Map<string, number>()
    for (const row of await snapshot.read({ ...question, dimension, interval: 'all' }))
      add(counts, row.name, row.entries as number)
    return counts
  }
  const refusals = await count('refusal')
  const verdicts = await count('validation')
  const of = (verdict: string) => verdicts.get(verdict) ?? 0
  return {
    refusedRequests: refusals.get('') ?? 0,
    validations: { valid: of('valid'), invalid: of('invalid'), unknown: of('unknown') },
  }
}
