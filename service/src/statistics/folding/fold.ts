import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Transaction } from '../../database/database.ts'
import { addUp } from '../../database/statistics/add-up.ts'
import { readChange } from '../counting/change.ts'
import type { Dimension } from '../counting/dimensions.ts'
import { readPlace } from '../counting/place.ts'
import { type Candidates, forgetNames } from './forget.ts'
import { writeLabels } from './labels.ts'
import { createNameLimit, type NameLimit } from './name-limit.ts'
import { createTally, type Tally } from './tally.ts'
import { awaitTurn, takeTurn } from './turn.ts'

/** Most deltas in one transaction: few enough that tills on the embedded database don't notice it. */
export const most = 500

export interface Fold {
  /**
   * Folds what is pending into rows; returns how much. Each delta is deleted in the transaction that adds it, so a killed fold
   * leaves no trace. Nothing happens while another process folds, or makes rows anew.
   */
  run(): Promise<number>
  /** The same, but waits for its turn, so that nothing is pending afterwards that was before. */
  finish(): Promise<void>
}

/** Folding in a database. */
export function createFold(db: Database, now: () => number): Fold {
  const names = createNameLimit()

  async function fold(isOurs: (transaction: Transaction) => Promise<boolean>): Promise<number> {
    for (let folded = 0; ; ) {
      const count = await db
        .transaction()
        .execute(async transaction => ((await isOurs(transaction)) ? foldSome(transaction, names) : 0))
      folded += count
      if (count < most) return folded
      await nextTurn()
    }
  }

  return {
    run: () => fold(transaction => takeTurn(transaction, now())),
    async finish() {
      await fold(transaction => awaitTurn(transaction, now()))
    },
  }
}

async function foldSome(transaction: Transaction, names: NameLimit): Promise<number> {
  // By id alone, never "after the last": ids are given before the commit, so a smaller one may turn up later.
  const deltas = await transaction
    .deleteFrom('statistics_deltas')
    .where('id', 'in', from => from.selectFrom('statistics_deltas').select('id').orderBy('id').limit(most))
    .returning(['merchant_id', 'kept', 'place', 'body'])
    .execute()
  if (deltas.length === 0) return 0
  const read = deltas.map(({ place, body, ...rest }) => ({
    ...rest,
    place: readPlace(place),
    change: readChange(body),
  }))
  const tally = createTally({ renamed: await names.forPlaces(transaction, read) })
  for (const { merchant_id, kept, place, change } of read) tally.add(merchant_id, kept, place, change)
  for (const table of ['statistics_rows', 'statistics_parts'] as const)
    await addUp(transaction, table, tally.rows(table))
  await writeLabels(transaction, tally.labels())
  for (const candidates of erasedNames(tally)) await forgetNames(transaction, candidates)
  return deltas.length
}

/** The names that came with erased receipts. */
function erasedNames(tally: Tally): Candidates[] {
  const found = new Map<string, { merchantId: string; dimension: Dimension; names: Set<string> }>()
  for (const row of [...tally.rows('statistics_rows'), ...tally.rows('statistics_parts')]) {
    const [merchantId = '', kept, , dimension = '', , , , , name = ''] = row.map(String)
    if (kept !== '1') continue
    const key = `${dimension} ${merchantId}`
    const of = found.get(key) ?? { merchantId, dimension: dimension as Dimension, names: new Set() }
    found.set(key, of)
    of.names.add(name)
  }
  return [...found.values()].map(of => ({ ...of, names: [...of.names] }))
}
