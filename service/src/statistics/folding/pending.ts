import { once } from '../../basics/ttl-cache.ts'
import type { Database } from '../../database/database.ts'
import type { SummedTable } from '../../database/statistics/add-up.ts'
import { readChange } from '../counting/change.ts'
import type { Label } from './labels.ts'
import { createTally, mostTallied, type Tally } from './tally.ts'
import type { Row, TallyOptions } from './tally-rows.ts'

/** What waits for being folded, added up. */
export interface Pending {
  /** How many changes. */
  count: number
  /** Their rows; some may have equal cells. */
  rows(table: SummedTable, options: TallyOptions): Row[]
  labels(): Label[]
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

  function added(lines: boolean): Tally[] {
    const tallies: Tally[] = []
    for (let start = 0; start < deltas.length; start += mostTallied) {
      const tally = createTally({ lines })
      for (const { place, body } of deltas.slice(start, start + mostTallied))
        tally.add(merchantId, 0, place, readChange(body))
      tallies.push(tally)
    }
    return tallies
  }

  return {
    count: deltas.length,
    rows: (table, options) => {
      const tallies =
        options.wanted?.('item', 'day', '') || options.wanted?.('category', 'day', '') ? withLines : without
      return tallies().flatMap(tally => tally.rows(table, options))
    },
    labels: () => withLines().flatMap(tally => tally.labels()),
  }
}
