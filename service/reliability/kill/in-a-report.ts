import { saveMerchant } from '../../src/merchants/merchants.ts'
import { addSchedule } from '../../src/worker/reports/schedules.ts'
import { until } from '../../test/support/mail-server.ts'
import { count, type Finding, middleAndMost, type Play } from '../finding.ts'
import { startTroubledMailServer } from '../mail-server.ts'
import { pick, type Random, seeded } from '../random.ts'
import { type DatabaseName, openStage } from '../stage.ts'
import { withDatabase } from './audit.ts'
import type { Trap } from './trap.ts'
import { raiseVictims, type Victims } from './victims.ts'

/** What came of reports whose time had come. */
export interface ReportResult {
  kills: number
  /** One for each recipient. */
  mails: number
  /** That never came. */
  lost: number
  /** That were made twice: another mail about the same day, to the same person. */
  doubles: number
  /** That came again, with the Message-ID of the first. */
  copies: number
  /** Attempts that a kill interrupted: each may cost one copy. */
  interrupted: number
  /** Days that weren't made once, and mails that aren't marked as sent in the end. */
  strays: number
  recoveries: number[]
}

/** Whether each report was made once, and mailed once but where nobody could know that it was. */
export function isReported({ mails, lost, doubles, copies, interrupted, strays }: ReportResult): boolean {
  return mails > 0 && lost === 0 && doubles === 0 && strays === 0 && copies <= interrupted
}

const columns = [
  'killed while reporting',
  'database',
  'kills',
  'mails',
  'lost',
  'made twice',
  'mailed again',
  'astray',
  'listening again: middle, longest',
]

/** Kills the service while it makes and mails reports, at each point so often. */
export function killWhileReporting(database: DatabaseName, points: readonly ReportPoint[] = reportPoints): Play {
  return async ({ cycles, seed }) => {
    await using stage = await openStage(database)
    if (!stage) return undefined
    await using victims = await raiseVictims()
    const settings = { ...stage.settings, PORT: '0' }
    const kills = cycles * points.length
    const found = await reportAndKill({ kills, points, random: seeded(seed), victims, settings })
    return findingOf(database, found)
  }
}

function findingOf(database: DatabaseName, found: ReportResult): Finding {
  const { kills, mails, lost, doubles, copies, strays, recoveries } = found
  const cells = [kills, mails, lost, doubles, copies, strays].map(count)
  return {
    part: 'reports',
    columns,
    rows: [['at each point', database, ...cells, middleAndMost(recoveries)]],
    kept: isReported(found),
  }
}

/**
 * Before and after a report is made, or an attempt to mail it begins; before the mail server has it, when it has it, and before and
 * after that is recorded.
 */
export const reportPoints = [
  'before it is made',
  'after it is made',
  'before it is begun',
  'after it is begun',
  'before DATA',
  'after DATA',
  'before the end',
  'after the end',
] as const

type ReportPoint = (typeof reportPoints)[number]

/** Schedules whose time has come, of each process, and people that each goes to. */
const [schedules, recipients] = [3, 2]

interface ReportOptions {
  kills: number
  /** Where, by turns. */
  points: readonly ReportPoint[]
  random: Random
  victims: Victims
  /** A new, empty database with all the service's settings. */
  settings: Record<string, string>
}

/** Has reports made and mailed by processes that are killed one after the other, and counts what came. */
export async function reportAndKill(options: ReportOptions): Promise<ReportResult> {
  const { kills, points, random, victims, settings } = options
  await using mailServer = await startTroubledMailServer()
  const all = { ...settings, SMTP_URL: mailServer.url }
  const recoveries: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    await addDue(all, kill)
    const point = points[kill % points.length] ?? 'before it is made'
    const victim = await victims.open(all, trapAt(point, random))
    if (kill > 0) recoveries.push(victim.took)
    if (point === 'before DATA' || point === 'after DATA')
      mailServer.arm(point, Math.floor(random() * schedules), () => void process.kill(victim.pid, 'SIGKILL'))
    await victim.died(timeoutMs)
  }
  const mails = kills * schedules * recipients
  const last = await victims.open(all)
  const addresses = () => new Set(mailServer.mails.map(({ envelope }) => envelope.to[0])).size
  await until(() => addresses() >= mails, timeoutMs).catch(() => {})
  // What is in hand is recorded before it ends.
  await last.stop()
  const messages = new Set(mailServer.mails.map(({ messageId }) => messageId)).size
  return {
    ...{ kills, mails, recoveries, lost: mails - addresses(), doubles: messages - addresses() },
    ...{ copies: mailServer.mails.length - messages },
    ...(await audit(all, kills * schedules)),
  }
}

/** How long a process may need until it is killed, and the last one for all that is left, milliseconds. */
const timeoutMs = 120_000

const minute = 60_000

function trapAt(point: ReportPoint, random: Random): Trap | undefined {
  const [, when, what] = /^(before|after) (?:it is |the )(made|begun|end)$/.exec(point) ?? []
  if (when !== 'before' && when !== 'after') return undefined
  const at = ({ made: 'making', begun: 'reporting', end: 'reported' } as const)[what as 'made' | 'begun' | 'end']
  return {
    at,
    when: when === 'after' ? pick(random, ['after', 'sent']) : when,
    nth: 1 + Math.floor(random() * schedules),
  }
}

/** Adds schedules whose time came a minute ago. Each person gets one report of each. */
function addDue(settings: Record<string, string>, kill: number): Promise<void> {
  return withDatabase(settings, async db => {
    const now = Date.now()
    const merchant = await saveMerchant({ db, now: () => now, templatesDir: '' }, `shop-${kill}`, {
      name: 'Alder & Finch',
    })
    for (let schedule = 0; schedule < schedules; schedule++) {
      const to = Array.from({ length: recipients }, (_, person) => `r${kill}-${schedule}-${person}@example.com`)
      const what = {
        report: 'silent',
        storeId: '',
        cutOff: 0,
        language: 'en-US',
        skipEmpty: false,
        active: true,
      } as const
      const added = await addSchedule(db, merchant, { ...what, every: 'day', weekday: 1, minute: 0, to }, now)
      if (!added) throw new Error('The merchant has as many schedules as it may.')
      await db
        .updateTable('report_schedules')
        .set({ next_at: now - minute })
        .where('id', '=', added.id)
        .execute()
    }
  })
}

/** Counts in the database of a service that has stopped. @param days that were to be made */
function audit(settings: Record<string, string>, days: number) {
  return withDatabase(settings, async db => {
    const slots = await db.selectFrom('report_slots').select('schedule_id').execute()
    const mails = await db.selectFrom('report_mails').select(['status', 'attempt_count']).execute()
    const unsent = mails.filter(({ status }) => status !== 'sent').length
    return {
      strays: unsent + Math.abs(slots.length - days) + Math.abs(mails.length - days * recipients),
      interrupted: mails.reduce((sum, { attempt_count }) => sum + Math.max(0, Number(attempt_count) - 1), 0),
    }
  })
}
