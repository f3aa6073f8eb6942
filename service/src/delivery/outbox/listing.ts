import { setImmediate as nextTurn } from 'node:timers/promises'
import { domainOf } from '../../basics/addresses.ts'
import { type Condition, type Database, isPostgres } from '../../database/database.ts'
import { idsOf, placesIn, textsOf } from '../../database/rows.ts'
import type { DeliveryStatus, DeliveryTable } from '../../database/tables.ts'
import { type DeliveryFilter, meaning } from './bulk-actions.ts'
import { sliceSizes } from './slices.ts'

/** A mail in a list of them: nothing of it names a person. */
export type ListedMail = Pick<
  DeliveryTable,
  'id' | 'merchant_id' | 'receipt_id' | 'kind' | 'status' | 'reason' | 'created_at' | 'finished_at' | 'attempt_count'
> & { domain: string; code: string | null }

/** A part of a list. */
interface MailPage {
  mails: ListedMail[]
  /** Where the next part begins; undefined at the end. */
  next: string | undefined
}

/** Most mails of a page, and those that are looked at for it: a page may be short, even empty, before the end. */
export const pageSizes = { mails: 200, looked: 20_000 } as const

/** Statuses of mails that ended without having arrived where they were wanted. */
export const undelivered = ['failed', 'bounced', 'complained'] as const satisfies readonly DeliveryStatus[]

/**
 * Lists mails, those that were due last first, status by status: as many as others can wait for.
 *
 * @param filter times are of when a mail was finished, or else created
 * @param cursor a page's `next`; anything else is an empty page
 */
export async function listMails(
  db: Database,
  filter: DeliveryFilter,
  { statuses, cursor }: { statuses: readonly DeliveryStatus[]; cursor?: string | undefined },
): Promise<MailPage> {
  const start = readCursor(cursor)
  const first = cursor === undefined ? 0 : start ? statuses.indexOf(start.status) : -1
  const mails: ListedMail[] = []
  let looked = 0
  for (const status of first < 0 ? [] : statuses.slice(first)) {
    let from = status === start?.status ? start : undefined
    const time = isWaiting(status) ? 'created_at' : 'finished_at'
    for (;;) {
      const rows = await slice(db, status, meaning(filter, time), from)
      for (const row of rows) {
        looked += 1
        from = { status, dueAt: row.due_at, place: row.place }
        if (row.fits === 1) mails.push(listed(row))
        if (mails.length === pageSizes.mails || looked === pageSizes.looked)
          return { mails: await withCodes(db, mails), next: writeCursor(from) }
      }
      if (rows.length === 0) break
      // The embedded database answers at once, and others have their turn.
      await nextTurn()
    }
  }
  return { mails: await withCodes(db, mails), next: undefined }
}

const isWaiting = (status: DeliveryStatus) => status === 'queued' || status === 'held'

/** Where a list goes on: before this one, in the order in which they were due. */
interface MailCursor {
  status: DeliveryStatus
  dueAt: number
  place: string | number
}

function slice(db: Database, status: DeliveryStatus, condition: Condition<'deliveries'>, from: MailCursor | undefined) {
  const { column, before } = placesIn(db)
  const after = from && before('due_at', from.dueAt, from.place)
  return db
    .selectFrom('deliveries')
    .select(of => [
      ...(['id', 'merchant_id', 'receipt_id', 'kind', 'status', 'reason', 'created_at', 'finished_at'] as const),
      ...(['attempt_count', 'email_address', 'due_at'] as const),
      column.as('place'),
      of.case().when(condition(of)).then(1).else(0).end().as('fits'),
    ])
    .where('status', '=', status)
    .where(({ and }) => and(after ? [after] : []))
    .orderBy('due_at', 'desc')
    .orderBy(column, 'desc')
    .limit(isPostgres(db) ? sliceSizes.server : sliceSizes.embedded)
    .execute()
}

function listed({
  email_address,
  due_at: _,
  place: __,
  fits: ___,
  ...row
}: Awaited<ReturnType<typeof slice>>[number]): ListedMail {
  return { ...row, domain: domainOf(email_address), code: null }
}

/** With the codes of the last attempts. */
async function withCodes(db: Database, mails: readonly ListedMail[]): Promise<ListedMail[]> {
  const attempts = await db
    .selectFrom('delivery_attempts')
    .select(['delivery_id', 'code'])
    .where('delivery_id', 'in', textsOf(db, idsOf(mails)))
    .orderBy('number')
    .execute()
  const codes = new Map(attempts.map(({ delivery_id, code }) => [delivery_id, code]))
  return mails.map(mail => ({ ...mail, code: codes.get(mail.id) ?? null }))
}

function writeCursor({ status, dueAt, place }: MailCursor): string {
  return [status, dueAt, place].join('~')
}

function readCursor(text = ''): MailCursor | undefined {
  const [, status, dueAt, place = ''] = /^([a-z]{4,10})~(\d{1,15})~([\w-]{1,64})$/.exec(text) ?? []
  if (status === undefined) return undefined
  return {
    status: status as DeliveryStatus,
    dueAt: Number(dueAt),
    place: /^\d{1,15}$/.test(place) ? Number(place) : place,
  }
}
