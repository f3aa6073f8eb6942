import { type Reach, storesAsked } from '../../basics/reach.ts'
import type { Database } from '../../database/database.ts'
import { receiptCounts, receiptSums } from '../../database/statistics/tables.ts'
import { type Dimension, isOnlyByStore, isPart, nameOf } from '../counting/dimensions.ts'
import type { NamedSilentTill } from '../silent-tills.ts'
import {
  type Grouping,
  groupings,
  type StatisticsAnswer,
  type StatisticsQuery,
  type StatisticsRow,
} from './answer-shape.ts'
import { type Aggregate, addRow, byReceipts, partFigures, receiptFigures } from './figures.ts'
import { fill, gather, type PeriodGroup } from './gather.ts'
import { type AnswerGroup, eventsOf, groupOf, labelsNeeded, namesOfPair, pairOf, rank, waitsOf } from './groups.ts'
import { pairDimension } from './pairs.ts'
import { boundsOf, dateOf, periodsIn, quarterLength, SplitHourError, startOf, startOfDay } from './periods.ts'
import { canRead, type Question, readStatistics, type Snapshot } from './query.ts'

/**
 * A merchant's statistics: exact, and as of now.
 *
 * Every receipt writes one delta in the transaction that accepts it, every change of a mail one in its own (`change.ts`). Deltas are
 * folded into rows by quarter hour, day and month of the stores (`fold.ts`), one set of rows for each dimension (`dimensions.ts`).
 * Questions add rows and the deltas that are left, in one snapshot (`query.ts`). So a receipt counts once, whatever is killed.
 */
export interface Statistics {
  /** Answers a question, or says why it can't be. */
  answer(query: StatisticsQuery): Promise<StatisticsAnswer | Unanswerable>
  /** The tills within reach that have gone silent. */
  silentTills(reach: Reach): Promise<NamedSilentTill[]>
}

/** Rows in an answer, and its periods, also those without receipts. More is neither read nor drawn; an export has no limit. */
export const maxAnswerRows = 20_000

/** Days by a zone's clock: each is looked at for a change of it. */
export const maxDaysInZone = 20_000

/** Why a question has no answer. */
export type Unanswerable =
  | 'too many rows'
  | 'too many days'
  | 'not by store'
  | 'no such pair'
  | 'of one store'
  | 'not by hour'
  | 'not by quarters'
  | 'hours of before'

/** What a question found, before it is written as figures. */
interface FoundAnswer {
  dimension: Dimension
  /** Of each period and group: by time, then by rank. */
  entries: readonly PeriodGroup[]
  /** By the names of entries; undefined if nothing is grouped. */
  groups: ReadonlyMap<string, AnswerGroup> | undefined
  /** How many groups there are, and how many are in `entries`. */
  counted: { count: number; shown: number }
  /** Everything together. */
  totals: Aggregate
  asked: Question
  snapshot: Snapshot
}

/** Answers a question from one moment of the database. */
export function answerStatistics(
  db: Database,
  query: StatisticsQuery,
  now: number,
  maxRows = maxAnswerRows,
): Promise<StatisticsAnswer | Unanswerable> {
  const { from, to, interval, groupBy, thenBy, timeZone, weekStart } = query
  return findGroups(
    db,
    query,
    { maxRows },
    async ({ dimension, entries, groups, counted, totals, asked, snapshot }): Promise<StatisticsAnswer> => {
      const waits = await waitsOf(snapshot, asked, query)
      const bounds = boundsOf(query, now)
      return {
        fromDate: dateOf(from),
        toDate: dateOf(to),
        interval,
        timeZone: timeZone ?? query.shownZone,
        days: timeZone === undefined ? 'stores' : 'timeZone',
        weekStartsOn: weekStart + 1,
        groupBy: groupBy ?? null,
        ...(thenBy && { thenBy }),
        additive: !isPart(dimension),
        ...(groupBy && { groups: counted }),
        freshness: {
          readAt: new Date(now).toISOString(),
          pending: snapshot.pending,
          recounting: snapshot.recounting,
        },
        currencies: byReceipts(totals).map(([currency]) => currency),
        rows: entries.map(({ period, name, cell, key }): StatisticsRow => {
          const group = groups?.get(name)
          const found = groupBy === undefined ? (waits.byPeriod.get(key) ?? new Map()) : undefined
          const figures = isPart(dimension) ? partFigures(cell, dimension) : receiptFigures(cell, found)
          return { ...bounds(period, key), ...(group && { group }), ...figures }
        }),
        totals: { ...receiptFigures(totals, waits.all), ...(await eventsOf(snapshot, asked, query)) },
      }
    },
  )
}

/** Finds what answers a question, and works with it while the database is read as of one moment. */
export function findGroups<Result>(
  db: Database,
  query: StatisticsQuery,
  { maxRows = maxAnswerRows }: { maxRows?: number },
  work: (found: FoundAnswer) => Result | Promise<Result>,
): Promise<Result | Unanswerable> {
  const { merchantId, from, to, interval, groupBy, thenBy, timeZone, weekStart } = query
  const stores = storesAsked(query, query.storeId)?.map(nameOf) ?? null
  // Before anything is made or read for them.
  if (periodsIn(query) > maxRows) return Promise.resolve('too many rows')
  if (timeZone !== undefined && to - from >= maxDaysInZone) return Promise.resolve('too many days')
  const own = groupBy === undefined ? 'all' : groupings[groupBy]
  const dimension = thenBy === undefined ? own : pairDimension(groupBy, thenBy)
  if (dimension === undefined) return Promise.resolve('no such pair')
  const isByStore = thenBy !== undefined
  // Who is at which of all registers would be more rows than an answer has.
  if (dimension === 'registerOperator' && stores?.length !== 1) return Promise.resolve('of one store')
  const during =
    timeZone === undefined ? undefined : ([startOfDay(from, timeZone), startOfDay(to + 1, timeZone)] as const)
  const asked: Question = {
    ...{ merchantId, from, to, interval, dimension, stores, timeZone, during, weekStart, isByStore },
    measures: query.measures,
  }
  const isOfEach = isByStore || isOnlyByStore(dimension)
  const readable = isOfEach ? { ...asked, stores: stores ?? [] } : asked
  if (!canRead(readable))
    return Promise.resolve(
      canRead({ ...readable, interval: 'day', during: undefined }) ? 'not by hour' : 'not by store',
    )
  if (during?.some(at => at % quarterLength !== 0)) return Promise.resolve('not by quarters')
  const answer = readStatistics(db, merchantId, async (snapshot): Promise<Result | Unanswerable> => {
    const question = isOfEach ? { ...asked, stores: stores ?? (await storesIn(snapshot, asked)) } : asked
    const gathered = gather(await snapshot.read(question), query, isPart(dimension))
    const ranked = rank(gathered, query)
    const shown = ranked.slice(0, query.top)
    const entries = shownEntries(gathered.entries, shown)
    if (groupBy === undefined) fill(entries, query)
    if (entries.length > maxRows) return 'too many rows'
    inOrder(entries, ranked)

    const groups = groupBy && (await groupsOf(snapshot, query, shown))
    const totals = isPart(dimension) ? await totalsOf(snapshot, asked) : gathered.all
    const counted = { count: ranked.length, shown: shown.length }
    return work({ dimension, entries, groups, counted, totals, asked, snapshot })
  })
  return answer.catch(error => {
    if (error instanceof SplitHourError) return 'hours of before'
    throw error
  })
}

function shownEntries(entries: readonly PeriodGroup[], shown: readonly string[]): PeriodGroup[] {
  const names = new Set(shown)
  return entries.filter(({ name }) => names.has(name))
}

/** By time, then by rank. */
function inOrder(entries: PeriodGroup[], ranked: readonly string[]): void {
  const place = new Map(ranked.map((name, index) => [name, index]))
  entries.sort(
    (one, other) =>
      startOf(one.period) - startOf(other.period) || (place.get(one.name) ?? 0) - (place.get(other.name) ?? 0),
  )
}

/** The stores that a range has figures of. */
async function storesIn(snapshot: Snapshot, asked: Question): Promise<string[]> {
  const about = { dimension: 'store', interval: 'all', isByStore: false, measures: ['receipts'] } as const
  const rows = await snapshot.read({ ...asked, ...about })
  return [...new Set(rows.map(({ name }) => name))]
}

async function groupsOf(
  snapshot: Snapshot,
  { groupBy, thenBy }: Pick<StatisticsQuery, 'groupBy' | 'thenBy'>,
  names: readonly string[],
): Promise<Map<string, AnswerGroup>> {
  if (groupBy === undefined) return new Map()
  if (thenBy === undefined) return groupsBy(snapshot, groupBy, names)
  const both = names.map(name => namesOfPair(groupBy, name))
  const of = (place: 0 | 1) => [...new Set(both.map(each => each[place]))]
  const [firsts, seconds] = [await groupsBy(snapshot, groupBy, of(0)), await groupsBy(snapshot, thenBy, of(1))]
  return new Map(
    names.flatMap((name, at) => {
      const [first, second] = both[at] ?? ['', '']
      const [one, other] = [firsts.get(first), seconds.get(second)]
      return one && other ? [[name, pairOf(one, other)] as const] : []
    }),
  )
}

async function groupsBy(
  snapshot: Snapshot,
  groupBy: Grouping,
  names: readonly string[],
): Promise<Map<string, AnswerGroup>> {
  const needed = labelsNeeded(groupBy, names)
  const labels = needed ? await snapshot.labels(needed.dimension, needed.names) : new Map<string, string>()
  return new Map(names.map(name => [name, groupOf(groupBy, name, of => labels.get(of))]))
}

async function totalsOf(snapshot: Snapshot, question: Question): Promise<Aggregate> {
  const cell: Aggregate = new Map()
  for (const row of await snapshot.read({ ...question, dimension: 'all', interval: 'all', isByStore: false }))
    addRow(cell, row, receiptCounts, receiptSums)
  return cell
}
