import { newId } from '../../basics/ids.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { idsOf, insertMany } from '../../database/rows.ts'
import type { ReportRecipientTable, ReportScheduleTable, ReportSubject } from '../../database/tables.ts'
import { type MerchantSettings, zoneOf } from '../../merchants/merchant-settings.ts'
import type { Merchant } from '../../merchants/merchants.ts'
import { nextSlot, type Rhythm } from './slots.ts'

/** What reports there are, in the order in which they are offered. */
export const reportKinds = ['dayEnd', 'undelivered', 'silent', 'problems'] as const satisfies readonly ReportSubject[]

/** Most schedules of a merchant, and most recipients of one. */
export const [maxSchedules, maxRecipients] = [100, 20]

/** A report that comes by itself, with who gets it. */
export interface Schedule extends ReportScheduleTable {
  recipients: ReportRecipientTable[]
}

/** What is decided about it. */
export interface ScheduleInput extends Rhythm {
  report: ReportSubject
  /** Empty for all stores. */
  storeId: string
  cutOff: number
  language: string
  skipEmpty: boolean
  to: readonly string[]
  active: boolean
}

/** The zone of a schedule's clock: its store's, or else the merchant's. */
export function zoneOfSchedule({ locales = {} }: Pick<MerchantSettings, 'locales'>, storeId: string): string {
  const { stores = {}, groups = {} } = locales
  const group = storeId === '' ? undefined : Object.entries(stores).find(([id]) => id === storeId)?.[1]
  const found = group === undefined ? undefined : Object.entries(groups).find(([name]) => name === group)?.[1]
  return found?.timeZone ?? zoneOf({ locales })
}

/** A schedule's rhythm. */
export function rhythmOf({ every, weekday, minute }: ReportScheduleTable): Rhythm {
  return { every, weekday, minute }
}

/** A merchant's schedules, the oldest first. */
export async function listSchedules(db: Database, merchantId: string): Promise<Schedule[]> {
  const rows = await db
    .selectFrom('report_schedules')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return withRecipients(db, rows)
}

/** A schedule of a merchant; undefined if there is none with this id. */
export async function findSchedule(db: Database, merchantId: string, id: string): Promise<Schedule | undefined> {
  const query = db.selectFrom('report_schedules').selectAll()
  const rows = await query.where('merchant_id', '=', merchantId).where('id', '=', id).execute()
  return (await withRecipients(db, rows))[0]
}

/** Adds a schedule, whose first report comes at its next time. Undefined if the merchant has as many as it may. */
export async function addSchedule(
  db: Database,
  { id: merchant_id, settings }: Merchant,
  input: ScheduleInput,
  at: number,
): Promise<Schedule | undefined> {
  if ((await listSchedules(db, merchant_id)).length >= maxSchedules) return undefined
  const row = { id: newId(), merchant_id, created_at: at, ...decided(settings, input, at) }
  await db.transaction().execute(async transaction => {
    await insertMany(transaction, 'report_schedules', [row])
    await setRecipients(transaction, row.id, input.to)
  })
  return findSchedule(db, merchant_id, row.id)
}

/** Changes a schedule. Who asked for no more gets it again only if their address is left out once, and given anew. */
export async function changeSchedule(
  db: Database,
  { id: merchantId, settings }: Merchant,
  { id }: Schedule,
  input: ScheduleInput,
  at: number,
): Promise<Schedule | undefined> {
  await db.transaction().execute(async transaction => {
    await transaction
      .updateTable('report_schedules')
      .set(decided(settings, input, at))
      .where('id', '=', id)
      .execute()
    await setRecipients(transaction, id, input.to)
  })
  return findSchedule(db, merchantId, id)
}

/** Removes a schedule with all that was made of it. */
export async function removeSchedule(db: Database, { id }: Schedule): Promise<void> {
  await db.transaction().execute(async transaction => {
    await transaction.deleteFrom('report_mails').where('schedule_id', '=', id).execute()
    await transaction.deleteFrom('report_slots').where('schedule_id', '=', id).execute()
    await transaction.deleteFrom('report_recipients').where('schedule_id', '=', id).execute()
    await transaction.deleteFrom('report_schedules').where('id', '=', id).execute()
  })
}

/** Turns all schedules off, as after a restore; returns how many were on. */
export async function turnOffSchedules(db: Database, at: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('report_schedules')
    .set({ off_at: at })
    .where('off_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

function decided(settings: MerchantSettings, input: ScheduleInput, at: number) {
  const { report, storeId, cutOff, every, weekday, minute, language, skipEmpty, active } = input
  const next = nextSlot(input, zoneOfSchedule(settings, storeId), at)
  return {
    ...{ report, store_id: storeId, cut_off: cutOff, every, weekday, minute, language },
    ...{ skip_empty: skipEmpty ? 1 : 0, off_at: active ? null : at, next_at: next.at },
  } satisfies Partial<ReportScheduleTable>
}

async function setRecipients(transaction: Transaction, scheduleId: string, to: readonly string[]): Promise<void> {
  const wanted = new Map(to.map(address => [address.toLowerCase(), address]))
  const known = await transaction
    .selectFrom('report_recipients')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .execute()
  const gone = known.filter(({ email_address }) => !wanted.delete(email_address.toLowerCase()))
  if (gone.length > 0) await transaction.deleteFrom('report_recipients').where('id', 'in', idsOf(gone)).execute()
  const rows = [...wanted.values()].map(email_address => {
    return { id: newId(), schedule_id: scheduleId, email_address, stopped_at: null }
  })
  if (rows.length > 0) await insertMany(transaction, 'report_recipients', rows)
}

async function withRecipients(db: Database, rows: readonly ReportScheduleTable[]): Promise<Schedule[]> {
  if (rows.length === 0) return []
  const all = await db
    .selectFrom('report_recipients')
    .selectAll()
    .where('schedule_id', 'in', idsOf(rows))
    .orderBy('email_address')
    .execute()
  const bySchedule = Map.groupBy(all, ({ schedule_id }) => schedule_id)
  return rows.map(row => ({ ...row, recipients: bySchedule.get(row.id) ?? [] }))
}
