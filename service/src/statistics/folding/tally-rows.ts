import { cellColumns } from '../../database/statistics/add-up.ts'
import { between, type Dimension, type Level, levelsOf, receiptDimensions } from '../counting/dimensions.ts'
import type { Place } from '../counting/place.ts'
import { monthOf } from './days.ts'
import type { Renaming } from './name-limit.ts'
import type { Group, PartSums } from './tally-group.ts'

/** Values of `cellColumns`, then of the table's sums. */
export type Row = (string | number)[]

/** Which rows; default all, under their own names. */
export interface TallyOptions {
  renamed?: Renaming
  wanted?: (dimension: Dimension, level: Level, storeId: string) => boolean
  /** Only what was added at such places. */
  at?: (place: Place) => boolean
}

/** Rows to add to, each found by what it is about. */
export function createRows({ renamed, wanted }: Omit<TallyOptions, 'at'>) {
  const rows = new Map<string, Row>()
  const size = cellColumns.length

  return {
    all: () => [...rows.values()],

    /** Adds sums to all rows of a dimension in which they count. */
    add({ merchantId, kept, place }: Group, { dimension, name: sent, currency, sums }: PartSums): void {
      const name = renamed ? renamed(merchantId, dimension, place.day, sent) : sent
      const { scale } = place
      for (const scope of scopes)
        for (const level of levelsOf[dimension][scope]) {
          const storeId = scope === 'store' ? place.store : ''
          if (wanted && !wanted(dimension, level, storeId)) continue
          const isFinest = level === 'quarterHour'
          const stored = isFinest && place.minutes === 60 ? 'hour' : level
          const day = level === 'month' ? monthOf(place.day) : place.day
          const start = isFinest ? place.quarterStart : 0
          const offset = isFinest ? place.utcOffset : 0
          const key = `${kept}${stored}${dimension} ${day} ${start} ${offset} ${currency} ${scale} ${storeId}${between}${name}${between}${merchantId}`
          let row = rows.get(key)
          if (!row) {
            row = [merchantId, kept, stored, dimension, storeId, day, start, offset, name, currency, scale]
            for (const sum of sums) row.push(sum)
            rows.set(key, row)
          } else for (let index = 0; index < sums.length; index++) (row[size + index] as number) += sums[index] ?? 0
        }
    },
  }
}

const scopes = ['all', 'store'] as const

/** The names of a place, by dimension. */
export function namesAt(place: Place): (readonly [(typeof receiptDimensions)[number], string])[] {
  return receiptDimensions.map(dimension => {
    if (dimension === 'all') return [dimension, ''] as const
    if (dimension === 'register') return [dimension, `${place.store}${between}${place.register}`] as const
    return [dimension, place[dimension]] as const
  })
}
