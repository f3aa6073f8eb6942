import { newId } from '../../basics/ids.ts'
import { type Database, locking } from '../../database/database.ts'
import { countingRules } from '../counting/rules.ts'

/** A merchant whose receipts are to be counted anew. */
export interface Recount {
  merchantId: string
  /** Where to go on, days since 1970; undefined from the first day. */
  from: number | undefined
}

/** What is to be counted anew, because earlier rules counted it. It is in the database, so that a killed process loses nothing. */
export interface Recounts {
  /** Notes all merchants if the rules have changed; once, whichever process is first. */
  plan(): Promise<void>
  /** Takes one that nobody does, to be kept with `keep`. */
  take(): Promise<Recount | undefined>
  /** Says that it is done before this day, and goes on. */
  keep(merchantId: string, nextDay: number): Promise<void>
  /** Gives back what isn't done. */
  release(): Promise<void>
  /** Says that all is done, whoever did it. */
  finish(merchantId: string): Promise<void>
  /** How many merchants are left. */
  left(): Promise<number>
}

/** How long one is kept, milliseconds, unless it goes on: longer than a day may take (`turn.ts`). */
const longest = 360_000

/** The recounts in a database. */
export function createRecounts(db: Database, now: () => number): Recounts {
  const holder = newId()

  return {
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
              .where('id', 'is not', null),
          )
          .onConflict(conflict =>
            conflict.column('merchant_id').doUpdateSet({ next_day: null, holder: null, until: 0 }),
          )
          .execute()
        await transaction.updateTable('statistics_turn').set({ rules: countingRules }).where('id', '=', 1).execute()
      })
    },

    async take() {
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
          .set({ holder, until: now() + longest })
          .where('merchant_id', '=', found.merchant_id)
          .where('until', '=', found.until)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) return { merchantId: found.merchant_id, from: found.next_day ?? undefined }
      }
    },

    async keep(merchantId, nextDay) {
      await db
        .updateTable('statistics_recounts')
        .set({ next_day: nextDay, until: now() + longest })
        .where('merchant_id', '=', merchantId)
        .where('holder', '=', holder)
        .execute()
    },

    async release() {
      await db.updateTable('statistics_recounts').set({ holder: null, until: 0 }).where('holder', '=', holder).execute()
    },

    async finish(merchantId) {
      await db.deleteFrom('statistics_recounts').where('merchant_id', '=', merchantId).execute()
    },

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
