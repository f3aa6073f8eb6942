import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HashKey } from '../../basics/addresses.ts'
import type { Database } from '../../database/database.ts'
import type { ReportRecipientTable } from '../../database/tables.ts'
import { findMerchant, type Merchant } from '../../merchants/merchants.ts'
import { findSchedule, type Schedule } from './schedules.ts'

/** Where a recipient asks for no more of a report; the token is behind it. */
export const stopPath = '/reports/stop/'

/** Names of recipients that nobody else can make, for links in mails. */
export interface StopTokens {
  of(recipientId: string): string
  /** The recipient's id; undefined for what isn't signed by us. */
  read(token: string): string | undefined
}

/** @param key of the search: with another one, links of before don't work anymore */
export function createStopTokens({ secret }: HashKey): StopTokens {
  const tokenOf = (id: string) => {
    const signature = createHmac('sha256', secret).update(`report recipient\0${id}`).digest('hex')
    return `${id}.${signature.slice(0, 32)}`
  }
  return {
    of: tokenOf,
    read(token) {
      const [, id] = /^([0-9a-f]{32})\.[0-9a-f]{32}$/.exec(token) ?? []
      if (id === undefined) return undefined
      return timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(id))) ? id : undefined
    },
  }
}

/** Who would stop which report. */
export interface Stopping {
  recipient: ReportRecipientTable
  schedule: Schedule
  merchant: Merchant
}

/** Whom a link is for; undefined if the report or the recipient is gone. */
export async function findStopping(db: Database, recipientId: string): Promise<Stopping | undefined> {
  const row = await db
    .selectFrom('report_recipients')
    .innerJoin('report_schedules', 'report_schedules.id', 'report_recipients.schedule_id')
    .select(['report_schedules.id', 'report_schedules.merchant_id'])
    .where('report_recipients.id', '=', recipientId)
    .executeTakeFirst()
  const schedule = row && (await findSchedule(db, row.merchant_id, row.id))
  const merchant = row && (await findMerchant(db, row.merchant_id))
  const recipient = schedule?.recipients.find(({ id }) => id === recipientId)
  return schedule && merchant && recipient && { recipient, schedule, merchant }
}

/** Sends a recipient no more, not even what waits. Again, it changes nothing. */
export async function stopReport(db: Database, recipientId: string, at: number): Promise<void> {
  await db.transaction().execute(async transaction => {
    await transaction
      .updateTable('report_recipients')
      .set({ stopped_at: at })
      .where('id', '=', recipientId)
      .where('stopped_at', 'is', null)
      .execute()
    await transaction
      .updateTable('report_mails')
      .set({ status: 'canceled', finished_at: at })
      .where('recipient_id', '=', recipientId)
      .where('status', '=', 'queued')
      .execute()
  })
}
