import { saveMerchant } from '../../../src/merchants/merchants.ts'
import { pick, type Random } from '../../random.ts'
import { audit, awaitMails, passTime, withDatabase } from '../audit.ts'
import type { Cell, CellOptions } from '../cell.ts'
import { type Moment, startKillingMailServer } from '../killing-mail-server.ts'
import { openTill } from '../till.ts'
import type { Trap } from '../victims/trap.ts'

/** The points in a receipt's way from the till to the mail. */
export const workPoints = [
  'before the commit',
  'after the commit',
  'before DATA',
  'after DATA',
  'before the mark',
  'in a PDF',
] as const

export type WorkPoint = (typeof workPoints)[number]

/** Receipts in a cycle, at most: enough for each trap. */
const receipts = { usual: 12, printed: 4 }

/**
 * Kills the service at some points, each so many times, while a till posts and mails leave, and starts the next at once. What got no
 * answer is sent again to the next, as a till does.
 */
export async function killInTheWork(
  points: readonly WorkPoint[],
  { kills, random, victims, settings }: CellOptions,
): Promise<Cell> {
  await using mailServer = await startKillingMailServer()
  const all = { ...settings, SMTP_URL: mailServer.url }
  const till = openTill('kill')
  const recoveries: number[] = []
  const order = points.flatMap(point => Array<WorkPoint>(kills).fill(point))
  for (const [kill, point] of order.entries()) {
    if (point === 'in a PDF' && order[kill - 1] !== point) await attachPdfs(all)
    const trap = trapAt(point, random)
    const victim = await victims.open(all, trap)
    if (kill > 0) recoveries.push(victim.took)
    const skip = Math.floor(random() * 3)
    if (!trap) mailServer.arm(point as Moment, skip, () => void process.kill(victim.pid, 'SIGKILL'))
    // A trap on what the start takes up again may strike before the process listens.
    if (victim.url === undefined) await victim.died()
    else await till.workUntil(victim.url, victim.died(), point === 'in a PDF' ? receipts.printed : receipts.usual)
  }
  await passTime(all)
  const last = await victims.open(all)
  recoveries.push(last.took)
  await till.finish(last.url ?? '')
  await awaitMails(last.url)
  await last.stop()
  return {
    kills: order.length,
    accepted: till.accepted.size,
    recoveries,
    ...(await audit(all, mailServer, till.accepted)),
  }
}

/** The trap a process sets itself; undefined where the mail server kills it. */
function trapAt(point: WorkPoint, random: Random): Trap | undefined {
  const nth = 1 + Math.floor(random() * 3)
  if (point === 'before the commit') return { at: 'commit', when: 'before', nth }
  if (point === 'after the commit') return { at: 'commit', when: pick(random, ['after', 'sent']), nth }
  if (point === 'before the mark') return { at: 'mark', when: 'before', nth }
  if (point === 'in a PDF')
    return { at: 'print', when: 'after', nth: Math.min(2, nth), delay: Math.floor(random() * 60) }
  return undefined
}

function attachPdfs(settings: Record<string, string>): Promise<unknown> {
  return withDatabase(settings, db =>
    saveMerchant({ db, now: Date.now, templatesDir: '' }, 'demo', {
      name: 'Demo Shop',
      settings: { attachPdf: true },
    }),
  )
}
