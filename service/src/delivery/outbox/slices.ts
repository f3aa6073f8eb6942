import { setTimeout as pause } from 'node:timers/promises'
import { type Condition, type Database, isPostgres } from '../../database/database.ts'
import { idsOf, placesIn } from '../../database/rows.ts'
import type { DeliveryStatus } from '../../database/tables.ts'

/**
 * Most deliveries in a slice: to look at them, and to change them all, keeps the embedded database, and so this process, busy for about
 * 10 ms. A server does other work meanwhile; only their rows are locked.
 */
export const sliceSizes = { embedded: 250, server: 1000 } as const

/** Milliseconds that others have after each slice: as long as it took, but no longer than this. */
const maxPauseMs = 20

/**
 * The deliveries of a status that fulfill a condition, in the order in which they are due. They come in slices, between which
 * everybody else has a turn: there may be a million, so a slice is what was looked at, not what was found. Whoever changes them
 * checks again.
 *
 * @param from milliseconds since 1970; none that is due before
 */
export async function* slicesOf(
  db: Database,
  status: DeliveryStatus,
  condition: Condition<'deliveries'>,
  from = 0,
): AsyncGenerator<string[]> {
  const { column: place, first, after } = placesIn(db)
  const size = sliceSizeOf(db)
  for (let [dueAt, last] = [from, first]; ; ) {
    const began = performance.now()
    const rows = await db
      .selectFrom('deliveries')
      .select(of => ['id', 'due_at', place.as('place'), of.case().when(condition(of)).then(1).else(0).end().as('fits')])
      .where('status', '=', status)
      .where(after('due_at', dueAt, last))
      .orderBy('due_at')
      .orderBy(place)
      .limit(size)
      .execute()
    const found = idsOf(rows.filter(({ fits }) => fits === 1))
    if (found.length > 0) yield found
    const end = rows.at(-1)
    if (!end || rows.length < size) return
    dueAt = end.due_at
    last = end.place
    await pauseAfter(began)
  }
}

/** Most deliveries in a slice of this database. */
export function sliceSizeOf(db: Database): number {
  return isPostgres(db) ? sliceSizes.server : sliceSizes.embedded
}

/** Gives others their turn after a slice. @param began when it did, by `performance.now()` */
export function pauseAfter(began: number): Promise<void> {
  return pause(Math.min(performance.now() - began, maxPauseMs))
}
