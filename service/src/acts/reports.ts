import { isEmailAddress } from 'counterfoil/internal'
import { z } from 'zod'
import { InvalidInputError } from '../basics/errors/errors.ts'
import { languageOf, speechLanguages } from '../merchants/speech.ts'
import { clock, clockText } from '../statistics/day-end/clock.ts'
import {
  addSchedule,
  changeSchedule,
  findSchedule,
  listSchedules,
  maxRecipients,
  maxSchedules,
  removeSchedule,
  reportKinds,
  type Schedule,
  type ScheduleInput,
} from '../worker/reports/schedules.ts'
import { type ActContext, act, UnknownTargetError } from './act.ts'

const fields = {
  report: z
    .enum(reportKinds)
    .describe(
      '`dayEnd`: what stores took. `undelivered`: mails that need a look. `silent`: tills that stopped sending. `problems`: all problems by kind.',
    ),
  storeId: z.string().max(200).describe('Only this store, for `dayEnd` and `silent`; empty, the default, for all.'),
  cutOff: clock.describe('For `dayEnd`: when a business day begins; default `00:00`.'),
  every: z.enum(['day', 'week']).describe('Default `day`. A weekly report looks back seven days.'),
  weekday: z.coerce.number().int().min(1).max(7).describe('For weekly ones: 1, the default, is Monday.'),
  at: clock.describe('By the clock of the store, or else of the merchant; default `06:00`.'),
  to: z
    .array(z.string().refine(isEmailAddress, 'must be an e-mail address, such as name@example.com'))
    .max(maxRecipients)
    .describe('Who gets it by mail; default nobody, so that only webhooks are told.'),
  language: z
    .string()
    .refine(tag => speechLanguages().includes(tag), `must be one of ${speechLanguages().join(', ')}`)
    .describe('One of the console’s; default the merchant’s.'),
  skipEmpty: z.boolean().describe('Whether nothing is sent where there is nothing to tell; default true.'),
  active: z.boolean().describe('Whether it is on; default true.'),
}

const { report: reportField, ...changeable } = fields
const optional = z.strictObject(changeable).partial()
const reportInput = optional.extend({ report: reportField }).meta({ id: 'ReportInput' })
const reportChange = optional.extend({ report: reportField.optional() }).meta({ id: 'ReportChange' })

const shownReport = z
  .object({
    id: z.string().describe('The report’s id.'),
    report: z.enum(reportKinds).describe('What it is about.'),
    storeId: z.string().describe('Only this store; empty for all.'),
    cutOff: z.string().describe('When a business day begins.'),
    every: z.enum(['day', 'week']).describe('How often.'),
    weekday: z.number().describe('For weekly ones: 1 is Monday.'),
    at: z.string().describe('At what time.'),
    language: z.string().describe('Of its words.'),
    skipEmpty: z.boolean().describe('Whether nothing is sent where there is nothing to tell.'),
    active: z.boolean().describe('Whether it is on.'),
    nextAt: z.string().optional().describe('When it is made next, ISO 8601, UTC; absent if it is off.'),
    to: z
      .array(
        z.object({
          emailAddress: z.string().describe('The address.'),
          stoppedAt: z.string().optional().describe('When they asked for no more; absent if they didn’t.'),
        }),
      )
      .describe('Who gets it by mail.'),
  })
  .meta({ id: 'Report' })

/** A report that comes by itself, as it is shown. */
export type ShownReport = z.infer<typeof shownReport>

const notThere = { 404: { description: 'The merchant has no such report' } }

const typed =
  '[--store <id>] [--cut-off <clock>] [--every <period>] [--weekday <number>] [--at <clock>] [--to <addresses>] [--language <tag>] [--empty | --no-empty]'

/** The acts on a merchant's reports. Addresses aren't in the audit trail. */
export const reportActs = {
  listReports: act({
    id: 'listReports',
    at: 'GET /merchants/{merchantId}/reports',
    access: { admin: 'read', console: 'admin', command: 'report list <merchant>' },
    summary: 'List the reports that come by themselves',
    outcomes: { 200: { description: 'All reports', schema: z.array(shownReport) } },
    run: async ({ db, merchant }) => (await listSchedules(db, merchant.id)).map(shown),
  }),

  addReport: act({
    id: 'addReport',
    at: 'POST /merchants/{merchantId}/reports',
    access: { admin: 'settings', console: 'admin', command: `report add <merchant> --report <kind> ${typed}` },
    summary: 'Add a report',
    description: `It comes by mail and to webhooks that listen for \`report.ready\`, once each time. A merchant has at most ${maxSchedules}.`,
    input: reportInput,
    outcomes: { 201: { description: 'The report', schema: shownReport } },
    async run({ db, now, merchant }, input) {
      const before = { ...defaults, language: languageOf(merchant.settings) }
      const added = await addSchedule(db, merchant, { ...before, ...decided(input) }, now())
      if (!added) throw new InvalidInputError({ report: [{ code: null, message: mostMessage }] })
      return shown(added)
    },
    audit: ({ report }, _context, result) => ({ target: result?.id, detail: { report } }),
  }),

  changeReport: act({
    id: 'changeReport',
    at: 'PUT /merchants/{merchantId}/reports/{reportId}',
    access: {
      admin: 'settings',
      console: 'admin',
      command: `report change <merchant> <reportId> [--report <kind>] ${typed} [--on | --off]`,
    },
    summary: 'Change a report, or turn it on or off',
    description: 'What is absent stays as it is. It comes once a day at most, also if its time is changed.',
    input: reportChange,
    outcomes: { 200: { description: 'The report', schema: shownReport }, ...notThere },
    async run(context, input) {
      const { db, now, merchant } = context
      const before = await scheduleOf(context)
      const changed = await changeSchedule(db, merchant, before, { ...inputOf(before), ...decided(input) }, now())
      if (!changed) throw notFound(context)
      return shown(changed)
    },
    audit: (input, { target }) => ({ target, detail: { changed: Object.keys(input) } }),
  }),

  removeReport: act({
    id: 'removeReport',
    at: 'DELETE /merchants/{merchantId}/reports/{reportId}',
    access: { admin: 'settings', console: 'admin', command: 'report remove <merchant> <reportId>' },
    summary: 'Remove a report',
    outcomes: { 204: { description: 'It is removed' }, ...notThere },
    async run(context) {
      await removeSchedule(context.db, await scheduleOf(context))
    },
  }),
}

const mostMessage = `must have at most ${maxSchedules} entries`

const defaults = {
  ...({ report: 'dayEnd', storeId: '', cutOff: 0, every: 'day', weekday: 1, minute: 360 } as const),
  ...{ skipEmpty: true, to: [], active: true },
} satisfies Partial<ScheduleInput>

function decided({ at, to, ...rest }: z.output<typeof reportChange>): Partial<ScheduleInput> {
  const given = { ...rest, minute: at, to: to && [...new Set(to.map(each => each.trim()))] }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function inputOf(schedule: Schedule): ScheduleInput {
  const { report, store_id, cut_off, every, weekday, minute, language, skip_empty, off_at, recipients } = schedule
  return {
    ...{ report, storeId: store_id, cutOff: cut_off, every, weekday, minute, language },
    ...{ skipEmpty: skip_empty === 1, active: off_at === null },
    to: recipients.map(({ email_address }) => email_address),
  }
}

function shown(schedule: Schedule): ShownReport {
  const { minute, cutOff, to: _, ...rest } = inputOf(schedule)
  return {
    ...{ id: schedule.id, ...rest, at: clockText(minute), cutOff: clockText(cutOff) },
    ...(schedule.off_at === null && { nextAt: isoOf(schedule.next_at) }),
    to: schedule.recipients.map(({ email_address: emailAddress, stopped_at }) => ({
      emailAddress,
      ...(stopped_at !== null && { stoppedAt: isoOf(stopped_at) }),
    })),
  }
}

const isoOf = (at: number) => new Date(Number(at)).toISOString()

async function scheduleOf(context: ActContext): Promise<Schedule> {
  const schedule = await findSchedule(context.db, context.merchant.id, context.target)
  if (!schedule) throw notFound(context)
  return schedule
}

function notFound({ target }: ActContext): UnknownTargetError {
  return new UnknownTargetError(`The merchant has no report "${target}". "report list" shows all.`)
}
