import { once } from '../../basics/ttl-cache.ts'
import type { Database } from '../../database/database.ts'
import { chunksOf } from '../../database/rows.ts'
import type { Addends, SummedTable } from '../../database/statistics/add-up.ts'
import { readChange } from '../counting/change.ts'
import { type Accumulator, type AccumulatorOptions, createAccumulator, maxAccumulated } from './accumulator.ts'
import type { StoredLabel } from './labels.ts'

/** What waits for being folded, added up. */
export interface Pending {
  /** How many changes. */
  count: number
  /** Their rows; some may have equal cells. */
  rows(table: SummedTable, options: AccumulatorOptions): Addends[]
  labels(): StoredLabel[]
}

/** Reads a merchant's changes that weren't folded yet, but those of erased receipts that only a rebuild adds. */
export async function readPending(snapshot: Database, merchantId: string): Promise<Pending> {
  const deltas = await snapshot
    .selectFrom('statistics_deltas')
    .select(['place', 'body'])
    .where('merchant_id', '=', merchantId)
    .where('kept', '=', 0)
    .execute()
  // Lines are most of a change, and few questions are about them.
  const [withLines, without] = [once(() => added(true)), once(() => added(false))]

  function added(lines: boolean): Accumulator[] {
    const accumulators: Accumulator[] = []
    for (const some of chunksOf(deltas, maxAccumulated)) {
      const accumulator = createAccumulator({ lines })
      for (const { place, body } of some) accumulator.add(merchantId, 0, place, readChange(body))
      accumulators.push(accumulator)
    }
    return accumulators
  }

  return {
    count: deltas.length,
    rows: (table, options) => {
      const accumulators =
        options.wanted?.('item', 'day', '') || options.wanted?.('category', 'day', '') ? withLines : without
      return accumulators().map(accumulator => accumulator.rows(table, options))
    },
    labels: () => withLines().flatMap(accumulator => accumulator.labels()),
  }
}
