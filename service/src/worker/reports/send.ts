import { domainOf } from '../../basics/addresses.ts'
import type { Log } from '../../basics/monitoring/log.ts'
import { type Database, locking } from '../../database/database.ts'
import type { WorkSource } from '../../database/queue/due-rows.ts'
import type { ReportMailTable } from '../../database/tables.ts'
import { MailFault, type MailTransport } from '../../delivery/mail/transport.ts'
import { type Handler, keepTrying, lanes, waitAfter } from '../../delivery/queue/queue.ts'
import { speechIn } from '../../merchants/speech.ts'
import { kindOf } from './kinds/all.ts'
import { sheetMail } from './mail.ts'
import { zoneOfSchedule } from './schedules.ts'
import { findStopping, type Stopping, type StopTokens, stopPath } from './stop.ts'

/** Where mails with reports wait. */
export const reportSource: WorkSource = {
  table: 'report_mails',
  waiting: `status = 'queued'`,
  recipient: 'email_address',
}

/** What sending reports needs of the process. */
interface ReportSenderOptions {
  db: Database
  transport: Pick<MailTransport, 'send'>
  mailFrom: string
  tokens: StopTokens
  /** The full URL for a path of the service; undefined if that isn't known. */
  address: (path: string) => string | undefined
  log: Log
  now: () => number
  /** From 0 to 1, for jitter. */
  chance: () => number
}

/** Mails in hand at once, and those to one domain. */
const [mostInHand, mostPerDomain] = [4, 2]

/** Milliseconds that the mail server may take for a report. */
const sendMs = 60_000

const minute = 60_000

/** Waits between attempts, milliseconds: a day in total, after which the next report is due anyway. */
const waits = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 960 * minute]

/**
 * Makes the handler of due mails with reports. If the process dies between sending and recording that, the mail is sent twice, with the
 * same Message-ID, but it is never lost.
 */
export function createReportSender(options: ReportSenderOptions): Handler {
  const { db, now, chance, log } = options
  return {
    pace: { inHand: () => mostInHand, inHandFor: () => mostPerDomain },
    async handle({ id }) {
      const begun = await begin(db, id, now())
      if (!begun) return
      const { mail } = begun
      const about = { merchantId: mail.merchant_id, reportId: mail.schedule_id, messageId: id }
      const fault = await send(options, begun).then(
        () => undefined,
        (error: unknown) => error,
      )
      const code = fault === undefined ? 'ok' : fault instanceof MailFault ? fault.code : 'error'
      const isPermanent = fault instanceof MailFault && fault.permanent
      const wait = fault === undefined || isPermanent ? undefined : waitAfter(mail.attempt_count, chance(), waits)
      if (fault !== undefined)
        log.warn(wait === undefined ? 'A report could not be mailed' : 'A report could not be mailed yet', {
          ...{ ...about, code },
          ...(!(fault instanceof MailFault) && { error: fault }),
        })
      const at = now()
      const end: Partial<ReportMailTable> =
        wait === undefined
          ? { status: fault === undefined ? 'sent' : 'failed', finished_at: at, code }
          : { due_at: at + wait, lane: lanes.later, worker: null, code }
      await keepTrying(async () => {
        await db
          .updateTable('report_mails')
          .set(end)
          .where('id', '=', id)
          .where('status', '=', 'queued')
          .where('attempt_count', '=', mail.attempt_count)
          .execute()
      })
    },
  }
}

interface BegunReport extends Stopping {
  mail: ReportMailTable
  /** JSON of what it says. */
  body: string
}

/** Opens the next attempt; undefined if the mail isn't to be sent anymore. */
async function begin(db: Database, id: string, at: number): Promise<BegunReport | undefined> {
  const mail = await db.transaction().execute(async transaction => {
    const row = transaction.selectFrom('report_mails').selectAll().where('id', '=', id).where('status', '=', 'queued')
    const found = await locking(transaction, row).executeTakeFirst()
    if (!found) return undefined
    const attempt_count = found.attempt_count + 1
    await transaction.updateTable('report_mails').set({ attempt_count }).where('id', '=', id).execute()
    return { ...found, attempt_count }
  })
  if (!mail) return undefined
  const found = await findStopping(db, mail.recipient_id)
  const slot = await db
    .selectFrom('report_slots')
    .select('body')
    .where('schedule_id', '=', mail.schedule_id)
    .where('day', '=', mail.day)
    .executeTakeFirst()
  if (found && slot && found.recipient.stopped_at === null && found.schedule.off_at === null)
    return { ...found, mail, body: slot.body }
  await db.updateTable('report_mails').set({ status: 'canceled', finished_at: at }).where('id', '=', id).execute()
  return undefined
}

async function send(
  { transport, mailFrom, tokens, address }: ReportSenderOptions,
  { mail, body, recipient, schedule, merchant }: BegunReport,
): Promise<void> {
  const { report, language, store_id } = schedule
  const speech = speechIn(language, zoneOfSchedule(merchant.settings, store_id))
  const kind = kindOf(report)
  const facts = JSON.parse(body) as object
  const [open, stop] = [address(`/console/${kind.placeOf(facts)}`), address(stopPath + tokens.of(recipient.id))]
  const around = { merchantName: merchant.name, ...(open && { open }), ...(stop && { stop }) }
  await transport.send(
    {
      ...{ deliveryId: mail.id, to: recipient.email_address, messageId: `<${mail.id}@${domainOf(mailFrom)}>` },
      date: new Date(Number(mail.created_at)),
      from: { name: merchant.name, address: mailFrom },
      content: sheetMail(kind.sheet(facts, speech), speech, around),
    },
    AbortSignal.timeout(sendMs),
  )
}
