import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../basics/ids.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import { type Database, locking } from '../../database/database.ts'
import { countingRules } from '../counting/decimals.ts'
import type { Fold } from '../folding/fold.ts'
import { rebuildStatistics } from './rebuild.ts'

interface RecountingOptions {
  db: Database
  /** Opens another connection to read by, so that reading a day keeps nobody waiting. */
  openReader: () => { db: Database; close(): Promise<void> }
  recounts: Recounts
  fold: Fold
  log: Log
  now: () => number
}

/** Milliseconds between two looks while another process counts, or after a failure. */
const retryAfterMs = 30_000

/** Counts all receipts anew if the rules have changed, beside other work: it rests as long as it works. Returns how to end it. */
export function startRecounting(options: RecountingOptions): () => Promise<void> {
  const { recounts, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const running = loop()

  async function loop(): Promise<void> {
    while (!signal.aborted)
      try {
        await recounts.plan()
        if ((await recountSome(options, signal)) === 0) return
        await rest(retryAfterMs, signal)
      } catch (error) {
        if (signal.aborted) return
        log.error('Counting the statistics anew failed; it is tried again', { error })
        await recounts.release().catch(() => {})
        await rest(retryAfterMs, signal)
      }
  }

  return async () => {
    stopping.abort()
    await running
    await recounts.release().catch(() => {})
  }
}

/** Counts what nobody else does; returns how many merchants are left. */
async function recountSome({ recounts, openReader, log, ...options }: RecountingOptions, signal: AbortSignal) {
  let receipts = 0
  let found = await recounts.take()
  if (!found) return recounts.left()
  log.info('Statistics of merchants are counted anew, because the rules have changed', { count: await recounts.left() })
  const reader = openReader()
  try {
    for (; found; found = await recounts.take()) {
      const { merchantId, from } = found
      let began = performance.now()
      const onDay = async (day: number) => {
        await recounts.keep(merchantId, day + 1)
        await rest(performance.now() - began, signal)
        signal.throwIfAborted()
        began = performance.now()
      }
      receipts += await rebuildStatistics({ ...options, reader: reader.db, onDay }, merchantId, from)
      await recounts.finish(merchantId)
    }
  } finally {
    await reader.close()
  }
  log.info('Receipts were counted anew for the statistics', { count: receipts })
  return recounts.left()
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal, ref: false }).catch(() => {})
}

/** A merchant whose receipts are to be counted anew. */
interface Recount {
  merchantId: string
  /** Where to go on, days since 1970; undefined from the first day. */
  from: number | undefined
}

/** How long one is kept, milliseconds, unless it goes on: longer than a day may take (`lease` in `fold.ts`). */
const leaseMs = 360_000

/** What is to be counted anew, because earlier rules counted it. It is in the database, so that a killed process loses nothing. */
type Recounts = ReturnType<typeof createRecounts>

/** The recounts in a database, for one process. */
export function createRecounts(db: Database, now: () => number) {
  const holder = newId()

  return {
    /** Notes all merchants with receipts if the rules have changed; once, whichever process is first. */
    async plan() {
      await db.transaction().execute(async transaction => {
        const turn = transaction.selectFrom('statistics_turn').select('rules').where('id', '=', 1)
        const { rules } = await locking(transaction, turn).executeTakeFirstOrThrow()
        if (rules >= countingRules) return
        await transaction
          .insertInto('statistics_recounts')
          .columns(['merchant_id', 'next_day', 'holder', 'until'])
          .expression(from =>
            from
              .selectFrom('merchants')
              .select(({ lit }) => ['id', lit(null).as('next_day'), lit(null).as('holder'), lit(0).as('until')])
              // A new database has nothing to count.
              .where(({ exists, selectFrom }) =>
                exists(
                  selectFrom('receipts').select('receipts.id').whereRef('receipts.merchant_id', '=', 'merchants.id'),
                ),
              ),
          )
          .onConflict(conflict =>
            conflict.column('merchant_id').doUpdateSet({ next_day: null, holder: null, until: 0 }),
          )
          .execute()
        await transaction.updateTable('statistics_turn').set({ rules: countingRules }).where('id', '=', 1).execute()
      })
    },

    /** Takes one that nobody does, to be kept with `keep`. */
    async take(): Promise<Recount | undefined> {
      for (;;) {
        const found = await db
          .selectFrom('statistics_recounts')
          .select(['merchant_id', 'next_day', 'until'])
          .where('until', '<=', now())
          .orderBy('merchant_id')
          .limit(1)
          .executeTakeFirst()
        if (!found) return undefined
        const { numUpdatedRows } = await db
          .updateTable('statistics_recounts')
          .set({ holder, until: now() + leaseMs })
          .where('merchant_id', '=', found.merchant_id)
          .where('until', '=', found.until)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) return { merchantId: found.merchant_id, from: found.next_day ?? undefined }
      }
    },

    /** Says that it is done before this day, and goes on. */
    async keep(merchantId: string, nextDay: number) {
      await db
        .updateTable('statistics_recounts')
        .set({ next_day: nextDay, until: now() + leaseMs })
        .where('merchant_id', '=', merchantId)
        .where('holder', '=', holder)
        .execute()
    },

    /** Gives back what isn't done. */
    async release() {
      await db.updateTable('statistics_recounts').set({ holder: null, until: 0 }).where('holder', '=', holder).execute()
    },

    /** Says that all is done, whoever did it. */
    async finish(merchantId: string) {
      await db.deleteFrom('statistics_recounts').where('merchant_id', '=', merchantId).execute()
    },

    /** How many merchants are left. */
    async left() {
      const { count } = await db
        .selectFrom('statistics_recounts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

/** Whether earlier rules counted some of a merchant's receipts. */
export async function isRecounted(snapshot: Database, merchantId: string): Promise<boolean> {
  const { rules, waiting } = await snapshot
    .selectFrom('statistics_turn')
    .leftJoin('statistics_recounts', join => join.on('merchant_id', '=', merchantId))
    .select(['rules', 'merchant_id as waiting'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return rules < countingRules || waiting !== null
}
