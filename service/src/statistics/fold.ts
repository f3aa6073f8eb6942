import { type Database, lockingFree, type Transaction } from '../database/database.ts'
import { addUp } from '../database/statistics/add-up.ts'
import { readChange } from './change.ts'
import { writeLabels } from './labels.ts'
import { createNameLimit, type NameLimit } from './name-limit.ts'
import { readPlace } from './place.ts'
import { createTally } from './tally.ts'

/** Most deltas in one transaction: few enough that tills on the embedded database don't notice it. */
export const most = 500

export interface Fold {
  /**
   * Folds what is pending into rows; returns how much. Each delta is deleted in the transaction that adds it, so a killed fold
   * leaves no trace. Nothing happens while another process folds, or makes rows anew.
   */
  run(): Promise<number>
}

/** Folding in a database. */
export function createFold(db: Database, now: () => number): Fold {
  const names = createNameLimit()
  return {
    async run() {
      for (let folded = 0; ; ) {
        const count = await db.transaction().execute(transaction => foldSome(transaction, names, now()))
        folded += count
        if (count < most) return folded
        await new Promise(resolve => setImmediate(resolve))
      }
    },
  }
}

async function foldSome(transaction: Transaction, names: NameLimit, now: number): Promise<number> {
  if (!(await isOurTurn(transaction, now))) return 0
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
  return deltas.length
}

/** Takes the turn for this transaction. */
async function isOurTurn(transaction: Transaction, now: number): Promise<boolean> {
  const query = transaction.selectFrom('statistics_turn').select(['holder', 'until']).where('id', '=', 1)
  const turn = await lockingFree(transaction, query).executeTakeFirst()
  return turn !== undefined && (turn.holder === null || turn.until <= now)
}
