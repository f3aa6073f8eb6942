import { newIdAt } from '../../basics/ids.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { insertMany } from '../../database/rows.ts'
import { recordEvents } from '../../delivery/webhooks/events.ts'
import { findMerchant } from '../../merchants/merchants.ts'
import { dateOf } from '../../statistics/answers/periods.ts'
import { kindOf } from './kinds/all.ts'
import { findSchedule, rhythmOf, type Schedule, zoneOfSchedule } from './schedules.ts'
import { newestSlot, nextSlot, type Slot } from './slots.ts'

/** Schedules that are read at once. */
const step = 100

/**
 * Makes the reports whose time has come: of each schedule the newest, whatever was missed before it, and once, whichever process does
 * it. One that can't be made keeps no other waiting; it is tried again with the next call.
 *
 * @returns how many were made
 */
export async function makeDueReports({ db, now, log }: { db: Database; now: () => number; log: Log }): Promise<number> {
  let made = 0
  for (let last = ''; ; ) {
    const due = await db
      .selectFrom('report_schedules')
      .select(['id', 'merchant_id'])
      .where('off_at', 'is', null)
      .where('next_at', '<=', now())
      .where('id', '>', last)
      .orderBy('id')
      .limit(step)
      .execute()
    for (const { id, merchant_id: merchantId } of due) {
      const schedule = await findSchedule(db, merchantId, id)
      try {
        if (schedule && (await makeReport(db, schedule, now()))) made++
      } catch (error) {
        log.error('A report could not be made; it is tried again in a minute', { merchantId, reportId: id, error })
      }
    }
    last = due.at(-1)?.id ?? last
    if (due.length < step) return made
  }
}

async function makeReport(db: Database, schedule: Schedule, at: number): Promise<boolean> {
  const { merchant_id, store_id, report } = schedule
  const merchant = await findMerchant(db, merchant_id)
  const timeZone = zoneOfSchedule(merchant?.settings ?? {}, store_id)
  const rhythm = rhythmOf(schedule)
  const slot = newestSlot(rhythm, timeZone, at)
  const next = nextSlot(rhythm, timeZone, at)
  if (!merchant?.active) {
    await db.transaction().execute(transaction => goOn(transaction, schedule, next))
    return false
  }
  const kind = kindOf(report)
  const facts = await kind.gather(db, { merchant, schedule, slot, timeZone })
  const isTold = schedule.skip_empty === 0 || !kind.isEmpty(facts)
  return db.transaction().execute(async transaction => {
    // Somebody changed it, or another process was quicker.
    if (!(await goOn(transaction, schedule, next))) return false
    const row = { schedule_id: schedule.id, day: slot.day, made_at: at, body: JSON.stringify(facts) }
    const added = await transaction
      .insertInto('report_slots')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!added || !isTold) return false
    await queueMails(transaction, schedule, slot, at)
    const data = { report, scheduleId: schedule.id, date: dateOf(slot.day), ...facts }
    await recordEvents(transaction, () => [{ type: 'report.ready', merchantId: merchant.id, data }], at)
    return true
  })
}

/** Sets when a schedule's next report is made; false if that isn't as it was read. */
async function goOn(transaction: Transaction, { id, next_at }: Schedule, next: Slot): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('report_schedules')
    .set({ next_at: next.at })
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .where('off_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function queueMails(transaction: Transaction, { id, merchant_id }: Schedule, { day }: Slot, at: number) {
  const recipients = await transaction
    .selectFrom('report_recipients')
    .select(['id', 'email_address'])
    .where('schedule_id', '=', id)
    .where('stopped_at', 'is', null)
    .execute()
  const rows = recipients.map(({ id: recipient_id, email_address }) => ({
    ...{ id: newIdAt(at), merchant_id, schedule_id: id, day, recipient_id, email_address },
    ...{ status: 'queued' as const, created_at: at, due_at: at },
  }))
  if (rows.length > 0) await insertMany(transaction, 'report_mails', rows)
}

/** Days for which it is kept what reports said. */
const keptDays = 30

/** Deletes what reports said long ago: their day can't come again, because the next one's time is known. */
export async function expireMadeReports(db: Database, at: number): Promise<void> {
  const before = at - keptDays * 86_400_000
  await db.deleteFrom('report_mails').where('status', '!=', 'queued').where('created_at', '<', before).execute()
  await db.deleteFrom('report_slots').where('made_at', '<', before).execute()
}
