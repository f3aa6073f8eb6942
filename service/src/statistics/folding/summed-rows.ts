import { getOrAdd } from '../../basics/maps.ts'
import { cellColumns } from '../../database/statistics/add-up.ts'
import { monthOf, thirdOf } from '../counting/bucket-key.ts'
import { between, type Dimension, dimensionRows, type Level } from '../counting/dimensions.ts'
import { type Group, type PartSums, registerOperatorAt } from './accumulator-group.ts'
import type { Renaming } from './labels.ts'

/** Which rows; default all, under their own names. */
export interface RowOptions {
  renamed?: Renaming
  wanted?: (dimension: Dimension, level: Level, storeId: string) => boolean
  /** The first days of merchants that aren't settled: days before them are also added to thirds and months. Default none are. */
  settled?: ReadonlyMap<string, number>
}

/** Rows to add to, each found by what it is about. @param used the indexes of the sums that rows have */
export function createRows({ renamed, wanted, settled }: RowOptions, used: readonly number[]) {
  const places = new Map<string, Place>()
  const size = cellColumns.length

  function placeAt({ merchantId, kept, bucket }: Group, level: Level | 'third', currency: string): Place {
    const isFinest = level === 'quarterHour'
    const stored = isFinest && bucket.minutes === 60 ? 'hour' : level
    const day = level === 'month' ? monthOf(bucket.day) : level === 'third' ? thirdOf(bucket.day) : bucket.day
    const [start, offset] = isFinest ? [bucket.quarterStart, bucket.utcOffset] : [0, 0]
    const key = `${kept}${stored} ${day} ${start} ${offset} ${currency} ${bucket.scale} ${merchantId}`
    return getOrAdd(places, key, () => ({ level: stored, day, start, offset, rows: new Map() }))
  }

  // Rows come group by group, and finding a place costs more than finding a row in it.
  let last: Group | undefined
  let known: Record<string, Place> = {}
  function place(group: Group, level: Level | 'third', currency: string): Place {
    if (group !== last) known = {}
    last = group
    const key = level + currency
    known[key] ??= placeAt(group, level, currency)
    return known[key]
  }

  // A group's are added under several names.
  let lastSums: readonly number[] | undefined
  let added: number[] = []

  /** What of a day's month is made of its days already. */
  function settledLevels({ merchantId, bucket }: Group): readonly ('third' | 'month')[] {
    const until = settled?.get(merchantId)
    if (until === undefined || bucket.day >= until) return []
    return bucket.day < monthOf(until) ? ['third', 'month'] : ['third']
  }

  return {
    all: () => [...places.values()].flatMap(({ rows }) => [...rows.values()]),

    /** Adds sums to all rows of a dimension in which they count. */
    add(group: Group, { dimension, name: sent, currency, sums }: PartSums): void {
      const { merchantId, kept, bucket } = group
      const limited = (of: Dimension, text: string) => renamed?.(merchantId, of, bucket.day, text) ?? text
      const name = dimension === 'registerOperator' ? registerOperatorAt(bucket, limited) : limited(dimension, sent)
      const store = dimensionRows[dimension].store.length > 0 ? limited('store', bucket.store) : ''
      if (sums !== lastSums) {
        lastSums = sums
        added = used.map(index => sums[index] as number)
      }
      for (const scope of scopes) {
        const storeId = scope === 'store' ? store : ''
        const key = `${dimension} ${storeId}${between}${name}`
        for (const level of dimensionRows[dimension][scope]) {
          if (wanted && !wanted(dimension, level, storeId)) continue
          for (const stored of level === 'month' ? settledLevels(group) : [level]) {
            const at = place(group, stored, currency)
            const row = at.rows.get(key)
            if (row)
              for (let index = 0; index < added.length; index++) (row[size + index] as number) += added[index] as number
            else {
              const cell = [merchantId, kept, at.level, dimension, storeId, at.day, at.start, at.offset, name]
              at.rows.set(key, [...cell, currency, bucket.scale, ...added])
            }
          }
        }
      }
    },
  }
}

const scopes = ['all', 'store'] as const

/** The rows of one time, currency and scale, by dimension, store and name. */
interface Place {
  level: string
  day: number
  start: number
  offset: number
  rows: Map<string, (string | number)[]>
}
