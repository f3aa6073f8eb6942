import { createAppearances } from '../../src/merchants/appearances.ts'
import { createMerchants } from '../../src/merchants/merchants.ts'
import { startTroubledMailServer } from '../mail-server.ts'
import { pick, type Random } from '../random.ts'
import { audit, awaitMails, type Cell, type CellOptions, passTime, withDatabase } from './audit.ts'
import { openTill } from './till.ts'
import type { Trap } from './trap.ts'

/** The points in a receipt's way from the till to the mail; `anywhere` is at a random moment under load. */
export const workPoints = [
  'anywhere',
  'before the commit',
  'after the commit',
  'before DATA',
  'after DATA',
  'before the mark',
  'in a PDF',
] as const

export type WorkPoint = (typeof workPoints)[number]

/** Receipts in a cycle, at most, where 12 aren't right for the trap. */
const receipts: Partial<Record<WorkPoint, number>> = { anywhere: Number.POSITIVE_INFINITY, 'in a PDF': 4 }

/**
 * Kills the service at some points, each so many times, while a till posts and mails leave, and starts the next at once. What got no
 * answer is sent again to the next, as a till does.
 */
export async function killInTheWork(
  points: readonly WorkPoint[],
  { kills, random, victims, settings }: CellOptions,
): Promise<Cell> {
  await using mailServer = await startTroubledMailServer()
  const all = { ...settings, SMTP_URL: mailServer.url }
  const till = openTill('kill')
  const recoveries: number[] = []
  const order = points.flatMap(point => Array<WorkPoint>(kills).fill(point))
  for (const [kill, point] of order.entries()) {
    if (point === 'in a PDF' && order[kill - 1] !== point) await attachPdfs(all)
    const trap = trapAt(point, random)
    const victim = await victims.open(all, trap)
    if (kill > 0) recoveries.push(victim.took)
    const strike = () => void process.kill(victim.pid, 'SIGKILL')
    if (point === 'before DATA' || point === 'after DATA') mailServer.arm(point, Math.floor(random() * 3), strike)
    if (point === 'anywhere') setTimeout(strike, 2000 * random())
    // A trap on what the start takes up again may strike before the process listens.
    if (victim.url === undefined) await victim.died()
    else await till.workUntil(victim.url, victim.died(), receipts[point] ?? 12)
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

/** The trap a process sets itself; undefined where it is killed from outside. */
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
    createMerchants(db, createAppearances(db, '', Date.now), Date.now).save('demo', {
      name: 'Demo Shop',
      settings: { attachPdf: true },
    }),
  )
}
