import { newId } from '../../basics/ids.ts'
import { type Database, inSnapshot, type Transaction } from '../../database/database.ts'
import { addKept, addMonth, addUp } from '../../database/statistics/add-up.ts'
import { type Dimension, isPart, type Level, levelsOf } from '../counting/dimensions.ts'
import { daysOf, monthOf } from '../folding/days.ts'
import type { Fold } from '../folding/fold.ts'
import { writeLabels } from '../folding/labels.ts'
import { createNameLimit } from '../folding/name-limit.ts'
import { holdTurn, keepTurn } from '../folding/turn.ts'
import { countDay, type DayCount } from './count-day.ts'

export interface RebuildOptions {
  db: Database
  fold: Fold
  now: () => number
  /** Told after each day; the next one waits for it. */
  onDay?: (day: number, receipts: number) => unknown
  /** Another connection, to count by; default `db`. */
  reader?: Database
}

/**
 * Makes a merchant's rows anew from its receipts and what erased ones left, day by day; returns how many receipts it counted.
 * Others may read and write meanwhile: a day is replaced at once, with exactly the changes that were committed when it was
 * counted; later ones stay pending. Killed, it leaves some days new and some old; run it again, from where it was.
 *
 * @param from first day, days since 1970; default the first there is
 */
export async function rebuildStatistics(
  { db, fold, now, onDay = () => {}, reader = db }: RebuildOptions,
  merchantId: string,
  from = Number.NEGATIVE_INFINITY,
): Promise<number> {
  const days = (await daysOf(db, merchantId)).filter(day => day >= from)
  let receipts = 0
  for (const [index, day] of days.entries()) {
    const month = monthOf(day)
    const next = days[index + 1]
    const endsMonth = next === undefined || monthOf(next) !== month
    const count = await rebuildDay({ db, reader, now }, { merchantId, day, endsMonth })
    receipts += count
    await fold.run()
    await onDay(day, count)
  }
  return receipts
}

interface DayToRebuild {
  merchantId: string
  day: number
  /** Makes the rows of its month, too. */
  endsMonth: boolean
}

async function rebuildDay(
  { db, reader, now }: Required<Pick<RebuildOptions, 'db' | 'reader' | 'now'>>,
  about: DayToRebuild,
): Promise<number> {
  const { merchantId, day } = about
  const holder = newId()
  await holdTurn(db, holder, now)
  const counted = await inSnapshot(reader, snapshot => countDay(snapshot, merchantId, day))
  await db.transaction().execute(async transaction => {
    // Its time may be over, and a fold have taken what was counted.
    await keepTurn(transaction, holder, now())
    await replaceDay(transaction, about, counted)
  })
  return counted.receipts
}

async function replaceDay(
  transaction: Transaction,
  { merchantId, day, endsMonth }: DayToRebuild,
  { tallies, pending, placed }: DayCount,
): Promise<void> {
  for (const table of ['statistics_rows', 'statistics_parts'] as const)
    await transaction
      .deleteFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('kept', '=', 0)
      .where('level', 'in', ['quarterHour', 'hour', 'day'])
      .where('dimension', 'in', dimensionsOf(table))
      .where('day', '=', day)
      .execute()
  const names = createNameLimit()
  const wanted = (_dimension: Dimension, level: Level) => level !== 'month'
  for (const tally of tallies) {
    const renamed = await names.forPlaces(transaction, tally.places())
    for (const table of ['statistics_rows', 'statistics_parts'] as const)
      await addUp(transaction, table, tally.rows(table, { renamed, wanted }))
    await writeLabels(transaction, tally.labels())
  }
  const month = monthOf(day)
  for (const table of ['statistics_rows', 'statistics_parts'] as const) {
    await addKept(transaction, table, { merchantId, from: day, to: day })
    const monthly = dimensionsOf(table).filter(of => levelsOf[of].all.includes('month'))
    if (endsMonth) await addMonth(transaction, table, { merchantId, from: month, to: monthOf(month + 31) - 1 }, monthly)
  }
  for (let start = 0; start < pending.length; start += 500)
    await transaction
      .deleteFrom('statistics_deltas')
      .where('id', 'in', pending.slice(start, start + 500))
      .execute()
  for (const { id, before, place } of placed)
    await transaction
      .updateTable('receipts')
      .set({ statistics_place: place })
      .where('id', '=', id)
      .where('statistics_place', before === null ? 'is' : '=', before)
      .execute()
}

/** Requests and addresses aren't receipts: nothing is left to count them anew. */
function dimensionsOf(table: 'statistics_rows' | 'statistics_parts'): Dimension[] {
  const all = Object.keys(levelsOf) as Dimension[]
  return all.filter(of => isPart(of) === (table === 'statistics_parts') && of !== 'refusal' && of !== 'validation')
}
