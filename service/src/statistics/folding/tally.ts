import { type SummedTable, summedColumns } from '../../database/statistics/add-up.ts'
import { receiptCounts, receiptSums } from '../../database/statistics/columns.ts'
import type { Change } from '../counting/change.ts'
import { between, type Dimension, type Level, levelsOf, receiptDimensions } from '../counting/dimensions.ts'
import type { Place } from '../counting/place.ts'
import type { Renaming } from './name-limit.ts'

/** Values of `cellColumns`, then of the table's sums. */
export type Row = (string | number)[]

/** A label of a name, and when it was received. */
export interface Label {
  merchantId: string
  dimension: string
  name: string
  label: string
  at: number
}

/** Changes added up into rows, in memory. */
export interface Tally {
  add(merchantId: string, kept: number, place: Place, change: Change): void
  rows(table: SummedTable): Row[]
  labels(): Label[]
}

/** Which rows a tally has; default all. */
export interface TallyOptions {
  renamed?: Renaming
  wanted?: (dimension: Dimension, level: Level, storeId: string) => boolean
}

const cellSize = 11
const indexOf = new Map<string, number>([...receiptCounts, ...receiptSums].map((name, index) => [name, index]))

/**
 * Adds up. In whole numbers, which are exact up to 2^53: a receipt adds at most 10^13 to a row (`scaleOf`), so it may be of 500
 * receipts.
 */
export function createTally({
  renamed = (_merchant, _dimension, _day, name) => name,
  wanted = () => true,
}: TallyOptions = {}): Tally {
  const tables = { statistics_rows: new Map<string, Row>(), statistics_parts: new Map<string, Row>() }
  const labels = new Map<string, Label>()

  /** The rows in which a name of a dimension counts. */
  function* rowsFor(
    table: SummedTable,
    about: { merchantId: string; kept: number; place: Place; currency: string; scale: number },
    dimension: Dimension,
    asked: string,
  ): Generator<Row> {
    const { merchantId, kept, place, currency, scale } = about
    const name = renamed(merchantId, dimension, place.day, asked)
    for (const scope of ['all', 'store'] as const)
      for (const level of levelsOf[dimension][scope]) {
        const storeId = scope === 'store' ? place.store : ''
        if (!wanted(dimension, level, storeId)) continue
        const [day, hourStart, offset] =
          level === 'hour'
            ? [place.day, place.hourStart, place.utcOffset]
            : [level === 'day' ? place.day : monthOf(place.day), 0, 0]
        const cell = [merchantId, kept, level, dimension, storeId, day, hourStart, offset, name, currency, scale]
        const key = cell.join(between)
        let row = tables[table].get(key)
        if (!row) {
          row = [...cell, ...summedColumns[table].map(() => 0)]
          tables[table].set(key, row)
        }
        yield row
      }
  }

  return {
    add(merchantId, kept, place, { adds, parts = [], labels: named = [], at = 0 }) {
      const { currency, scale } = place
      const sums = Object.entries(adds).map(([name, value]) => [cellSize + (indexOf.get(name) ?? 0), value] as const)
      if (sums.length > 0)
        for (const [dimension, name] of namesAt(place))
          for (const row of rowsFor('statistics_rows', { merchantId, kept, place, currency, scale }, dimension, name))
            for (const [index, value] of sums) (row[index] as number) += value
      for (const [dimension, name, own, ...values] of parts)
        for (const row of rowsFor(
          'statistics_parts',
          { merchantId, kept, place, currency: own ?? currency, scale },
          dimension,
          name,
        ))
          for (const [index, value] of values.entries()) (row[cellSize + index] as number) += value
      for (const [dimension, name, label] of named) {
        const key = [merchantId, dimension, name].join(between)
        const known = labels.get(key)
        if (!known || isLater({ at, label }, known)) labels.set(key, { merchantId, dimension, name, label, at })
      }
    },
    rows: table => [...tables[table].values()],
    labels: () => [...labels.values()],
  }
}

/** Which of two labels counts. Not by order of arrival, so that it is the same when counted anew. */
export function isLater(one: Pick<Label, 'at' | 'label'>, other: Pick<Label, 'at' | 'label'>): boolean {
  return one.at > other.at || (one.at === other.at && one.label > other.label)
}

function namesAt(place: Place): (readonly [(typeof receiptDimensions)[number], string])[] {
  return receiptDimensions.map(dimension => {
    if (dimension === 'all') return [dimension, ''] as const
    if (dimension === 'register') return [dimension, `${place.store}${between}${place.register}`] as const
    return [dimension, place[dimension]] as const
  })
}

/** The first day of a day's month, both in days since 1970. */
export function monthOf(day: number): number {
  const date = new Date(day * 86_400_000)
  return day - date.getUTCDate() + 1
}
