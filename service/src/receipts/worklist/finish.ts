import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reach } from '../../basics/reach.ts'
import type { Database } from '../../database/database.ts'
import { isInReach, type ProblemFilter } from '../../database/problems/filter.ts'
import { isUndone } from '../../database/problems/open.ts'
import { type ListPlace, problemsFrom } from '../../database/problems/read.ts'
import { idsOf, textsOf, unindexed } from '../../database/rows.ts'

/** Which problems somebody means: these mails, or all that fulfill a filter. */
type Chosen = { ids: readonly string[] } | { filter: ProblemFilter }

/** Which problems there are for whoever deals with them, who that is, and when, milliseconds since 1970. */
interface Doer {
  reach: Reach
  actor: string
  now: number
}

/** Problems per statement: few enough to keep the embedded database, and so this process, busy for milliseconds only. */
const slice = 500

/** Marks problems as dealt with; returns how many. Any that fails again comes back. */
export async function finishProblems(db: Database, { reach, actor, now }: Doer, chosen: Chosen): Promise<number> {
  if ('ids' in chosen) return finish(db, { reach, actor, now }, chosen.ids)
  let total = 0
  for (let start: ListPlace | undefined; ; await nextTurn()) {
    const found = await problemsFrom(db, { reach, filter: chosen.filter, now }, { size: slice, start })
    const last = found.at(-1)
    if (!last) return total
    total += await finish(db, { reach, actor, now }, idsOf(found))
    // Further back each time: by a clock that is ahead, a mail may have failed after it is marked, so that it stays.
    start = { date: last.at, id: last.id }
  }
}

async function finish(db: Database, { reach, actor, now }: Doer, ids: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ done_at: now, done_by: actor })
    .where('id', 'in', textsOf(db, ids))
    .where(unindexed('merchant_id'), '=', reach.merchantId)
    .where(isInReach(reach))
    .where(unindexed('status'), 'in', ['queued', 'held', 'failed', 'bounced', 'withheld'])
    .where(isUndone)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Which of the problems that were dealt with: these mails, or those that the same person marked at that time. */
type Undone = { ids: readonly string[] } | { doneAt: number }

/** Puts problems back on the list; returns how many. */
export async function reopenProblems(
  db: Database,
  { reach, actor }: Omit<Doer, 'now'>,
  which: Undone,
): Promise<number> {
  const reopen = async (ids: readonly string[]) => {
    const { numUpdatedRows } = await db
      .updateTable('deliveries')
      .set({ done_at: null, done_by: null })
      .where('id', 'in', textsOf(db, ids))
      .where(unindexed('merchant_id'), '=', reach.merchantId)
      .where(isInReach(reach))
      .where('done_at', 'is not', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }
  if ('ids' in which) return reopen(which.ids)
  let total = 0
  for (;;) {
    const marked = await db
      .selectFrom('deliveries')
      .select('id')
      .where('merchant_id', '=', reach.merchantId)
      .where(isInReach(reach))
      .where('done_at', '=', which.doneAt)
      .where('done_by', '=', actor)
      .limit(slice)
      .execute()
    if (marked.length === 0) return total
    total += await reopen(idsOf(marked))
    await nextTurn()
  }
}
