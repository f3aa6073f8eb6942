import { type Database, inSnapshot } from '../../database/database.ts'
import { type Addends, cellColumns, type SummedTable } from '../../database/statistics/add-up.ts'
import {
  inOneProcess,
  type RowSpan,
  readSums,
  type SumRow,
  type SumsQuery,
} from '../../database/statistics/read-sums.ts'
import type { BucketKey } from '../counting/bucket-key.ts'
import {
  between,
  betweenDimensions,
  type Dimension,
  dimensionRows,
  isPart,
  type Level,
} from '../counting/dimensions.ts'
import { isLater, readLabels } from '../folding/labels.ts'
import { type Pending, readPending } from '../folding/pending.ts'
import { settledIn } from '../folding/settle.ts'
import { isRecounted } from '../rebuilding/recounting.ts'
import { dayAt, dayLength, hourLength, type Interval, SplitHourError, stretchesOf, timeOf } from './periods.ts'
import { spansOf } from './spans.ts'

/** What is asked. */
export interface Question {
  merchantId: string
  /** First and last day, days since 1970. */
  from: number
  to: number
  interval: Interval
  dimension: Dimension
  /** Only of these stores, as names; null for all. */
  stores: readonly string[] | null
  /** Each store's names apart: `namesOfPair`. Only of stores that are listed. */
  isByStore?: boolean
  /** Only these sums; default all. */
  measures?: readonly string[] | undefined
  /** Whose days, if not the stores'. */
  timeZone?: string | undefined
  /** The time of the zone's days, milliseconds: from, inclusive, until. */
  during?: readonly [number, number] | undefined
  /** Days from Monday to the first day of the week, 0 to 6. */
  weekStart: number
}

/** A table and which of its rows answer a question. */
interface Source {
  table: SummedTable
  dimension: Dimension
  storeIds: readonly string[]
  name?: { is: readonly string[] } | { begins: readonly string[] } | undefined
  levels: readonly Level[]
}

/** What a merchant's rows and pending changes say, as of one moment. */
export interface Snapshot {
  /**
   * The rows that answer a question, each with the first day of its interval, or an earlier or later day in it.
   *
   * @throws SplitHourError if an hour that an earlier version counted is only partly in the time asked for
   */
  read(question: Question): Promise<SumRow[]>
  /** What to show for names. */
  labels(dimension: Dimension, names: readonly string[]): Promise<Map<string, string>>
  /** How many changes weren't folded yet. */
  pending: number
  /** Whether earlier rules counted some receipts, until they are counted anew. */
  recounting: boolean
}

/** Reads a merchant's statistics as of one moment: rows, and changes that weren't folded into them yet. */
export function readStatistics<Result>(
  db: Database,
  merchantId: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return inSnapshot(db, async snapshot => {
    await inOneProcess(snapshot)
    const pending = await readPending(snapshot, merchantId)
    const recounting = await isRecounted(snapshot, merchantId)
    const until = (await settledIn(snapshot, [merchantId])).get(merchantId) ?? Number.NEGATIVE_INFINITY
    return work({
      pending: pending.count,
      recounting,
      async read(question) {
        const source = sourceOf(question)
        const readings = readingsOf(question, source, until).map(each => readSums(snapshot, source.table, each))
        const rows = (await Promise.all(readings)).flat()
        const found = [...rows.filter(row => isDuring(row, question)), ...pendingRows(pending, question, source)]
        if (question.isByStore) for (const row of found) row.name = pairedName(String(row.store_id), row.name)
        return found
      },
      async labels(dimension, names) {
        const found = new Map<string, { label: string; at: number }>()
        const waiting = pending.labels().filter(label => label.dimension === dimension)
        for (const row of [...waiting, ...(await readLabels(snapshot, merchantId, dimension, names))]) {
          const known = found.get(row.name)
          if (!known || isLater(row, known)) found.set(row.name, row)
        }
        return new Map([...found].map(([name, { label }]) => [name, label]))
      },
    })
  })
}

/** A store's id and the name of a group in it, as one name (`namesOfPair`). */
function pairedName(storeId: string, name: string): string {
  return `${storeId}${betweenDimensions}${name}`
}

/** Whether a dimension can be read for some stores, and by the hour. */
export function canRead({
  dimension,
  stores,
  interval,
  during,
}: Pick<Question, 'dimension' | 'stores' | 'interval' | 'during'>): boolean {
  const needed = interval === 'hour' || during ? 'quarterHour' : 'day'
  return sourceFor(dimension, stores)?.levels.includes(needed) === true
}

function sourceOf({ dimension, stores }: Question): Source {
  const source = sourceFor(dimension, stores)
  if (!source) throw new Error(`There are no statistics by ${dimension} of these stores.`)
  return source
}

function sourceFor(dimension: Dimension, stores: readonly string[] | null): Source | undefined {
  const table = isPart(dimension) ? 'statistics_parts' : 'statistics_rows'
  const { all, store } = dimensionRows[dimension]
  const whole = { table, dimension, storeIds: [''], levels: all } as const
  if (stores === null) return all.length === 0 ? undefined : whole
  if (dimension === 'all' || dimension === 'store') return { ...whole, dimension: 'store', name: { is: stores } }
  if (dimension === 'register') return { ...whole, name: { begins: stores.map(id => `${id}${between}`) } }
  return store.length === 0 ? undefined : { table, dimension, storeIds: stores, levels: store }
}

/** The coarsest rows that answer. @param until the first day that isn't settled */
function readingsOf(question: Question, { table: _, levels, ...source }: Source, until: number): SumsQuery[] {
  const { merchantId, from, to, interval, timeZone, during, weekStart, isByStore, measures } = question
  const about = { merchantId, ...source, weekStart, isByStore, measures }
  const asked = { from, to }
  if (during && timeZone !== undefined) {
    // By the clock of any store, an instant is at most a day before or after that of UTC.
    const within = (level: RowSpan['level'], start: number, end: number) =>
      ({ spans: [{ level, from: dayAt(start) - 1, to: dayAt(end) + 1 }], during: [start, end] }) as const
    const length = interval === 'hour' ? hourLength : dayLength
    return [
      ...stretchesOf(timeZone, during).map(
        ([start, end, ahead]): SumsQuery => ({ ...about, ...within('quarterHour', start, end), by: { length, ahead } }),
      ),
      { ...about, ...within('hour', during[0] - hourLength, during[1]), by: 'start' },
    ]
  }
  if (interval === 'hour')
    return [
      { ...about, spans: [{ level: 'quarterHour', ...asked }], by: { length: hourLength, ahead: 'own' } },
      { ...about, spans: [{ level: 'hour', ...asked }], by: 'start' },
    ]
  if (interval === 'day' || interval === 'week')
    return [{ ...about, spans: [{ level: 'day', ...asked }], by: interval }]
  const isAll = interval === 'all'
  const [first, ...more] = levels.includes('month')
    ? spansOf(asked, until, { canTakeOff: isAll })
    : [{ level: 'day', ...asked } as const]
  if (!first) return []
  if (isAll) return [{ ...about, spans: [first, ...more], by: 'none' }]
  return [first, ...more].map((span): SumsQuery => ({ ...about, spans: [span], by: 'day' }))
}

/** Whether a row is in the time asked for. @throws SplitHourError if only a part of it is */
function isDuring(row: SumRow, { during }: Question): boolean {
  if (!during) return true
  const [from, until] = during
  const [start, end] = timeOf(row)
  if (start >= until || end <= from) return false
  if (start < from || end > until) throw new SplitHourError()
  return true
}

function pendingRows(pending: Pending, question: Question, source: Source): SumRow[] {
  const { from, to, interval, during } = question
  const level = interval === 'hour' || during ? 'quarterHour' : 'day'
  const isIn = during ? () => true : ({ day }: BucketKey) => day >= from && day <= to
  const rows = pending
    .rows(source.table, {
      wanted: (dimension, of, storeId) =>
        dimension === source.dimension && of === level && source.storeIds.includes(storeId),
      at: isIn,
    })
    .flatMap(sumRowsOf)
  const { name } = source
  const found = rows.filter(row => isDuring(row, question))
  if (!name) return found
  return found.filter(row =>
    'is' in name ? name.is.includes(row.name) : name.begins.some(begin => row.name.startsWith(begin)),
  )
}

/** Rows that are to be added as the database gives rows. */
export function sumRowsOf({ sums, rows }: Addends): SumRow[] {
  const names = [...cellColumns, ...sums]
  return rows.map(row => {
    const found: Record<string, string | number | undefined> = {}
    for (let index = 0; index < names.length; index++) found[names[index] as string] = row[index]
    return found as SumRow
  })
}
