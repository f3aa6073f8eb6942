import { setTimeout as pause } from 'node:timers/promises'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { basic, demoCredentials, postReceipt } from '../../test/support/tills.ts'
import { startTroubledMailServer } from '../mail-server.ts'
import { pick, type Random } from '../random.ts'
import { audit, awaitMails, type KillOptions, type KillResult, passTime, recount, withDatabase } from './audit.ts'
import type { Trap } from './trap.ts'

/** The points in a receipt's way from the till to mail and statistics; `anywhere` is at a random moment under load. */
export const workPoints = [
  'anywhere',
  'before the commit',
  'after the commit',
  'before DATA',
  'after DATA',
  'before the mark',
  'in a fold',
  'in a PDF',
] as const

export type WorkPoint = (typeof workPoints)[number]

/** Receipts in a cycle, at most, and milliseconds between two pairs, where the usual ones aren't right for the trap. */
const paces: Partial<Record<WorkPoint, readonly [receipts: number, rest: number]>> = {
  anywhere: [Number.POSITIVE_INFINITY, 15],
  // A process folds when it starts, and ten seconds later.
  'in a fold': [Number.POSITIVE_INFINITY, 1000],
  'in a PDF': [4, 15],
}

/** What each sale is, besides its number: something in every kind of row of the statistics. */
const sale = {
  items: [
    {
      name: 'Tea',
      sku: 'tea',
      total: 3,
      category: 'Drinks',
      taxes: [{ taxTypeCode: 'Sales', percent: 0.1, amount: 0.3 }],
    },
    { name: 'Cup', sku: 'cup', price: 1.2, total: 1.2, category: 'Kitchen' },
  ],
  tenders: [{ tenderTypeCode: 'Cash', amount: 4.5 }],
  grandAmount: 4.5,
}

/**
 * Kills the service at some points, each so many times, while a till posts and mails leave, and starts the next at once. What got no
 * answer is sent again to the next, as a till does. In the end the figures are those of the receipts: counted anew, and by the till.
 */
export async function killInTheWork(
  points: readonly WorkPoint[],
  { kills, random, victims, settings }: KillOptions,
): Promise<KillResult> {
  await using mailServer = await startTroubledMailServer()
  const all = { ...settings, SMTP_URL: mailServer.url }
  const till = openTill()
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
    else await till.workUntil(victim.url, victim.died(), ...(paces[point] ?? [12, 15]))
  }
  await passTime(all)
  const last = await victims.open(all)
  recoveries.push(last.took)
  await till.finish(last.url ?? '')
  await awaitMails(last.url)
  const sold = till.accepted.size
  const told = await wrongFigures(last.url ?? '', sold)
  await last.stop()
  const found = await audit(all, mailServer, till.accepted)
  const { wrong } = await recount(all)
  return { kills: order.length, accepted: sold, recoveries, ...found, strays: found.strays + told + wrong }
}

/** How many of the merchant's figures aren't what the till sold and mailed. */
async function wrongFigures(url: string, sold: number): Promise<number> {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const query = `fromDate=${dayOf(Date.now() - 86_400_000)}&toDate=${dayOf(Date.now())}&interval=all`
  const answer = await fetch(`${url}/ws/rest/v1/merchants/demo/statistics?${query}`, {
    headers: { authorization: basic(demoCredentials) },
  })
  const { totals } = (await answer.json()) as { totals: Totals }
  const cents = Math.round(Number(totals.amounts[0]?.grandAmount) * 100)
  const wrong = [totals.receipts - sold, totals.deliveries.sent - sold, cents - sold * sale.grandAmount * 100]
  return wrong.filter(Boolean).length
}

interface Totals {
  receipts: number
  amounts: { grandAmount: string }[]
  deliveries: { sent: number }
}

/** The trap a process sets itself; undefined where it is killed from outside. */
function trapAt(point: WorkPoint, random: Random): Trap | undefined {
  const nth = 1 + Math.floor(random() * 3)
  if (point === 'before the commit') return { at: 'commit', when: 'before', nth }
  if (point === 'after the commit') return { at: 'commit', when: pick(random, ['after', 'sent']), nth }
  if (point === 'before the mark') return { at: 'mark', when: 'before', nth }
  if (point === 'in a fold')
    return { at: 'folding', when: pick(random, ['before', 'after', 'sent']), nth: 1 + Math.floor(random() * 14) }
  if (point === 'in a PDF')
    return { at: 'print', when: 'after', nth: Math.min(2, nth), delay: Math.floor(random() * 60) }
  return undefined
}

function attachPdfs(settings: Record<string, string>): Promise<unknown> {
  return withDatabase(settings, db =>
    saveMerchant({ db, now: Date.now, templatesDir: '' }, 'demo', { name: 'Demo Shop', settings: { attachPdf: true } }),
  )
}

/** A till that keeps what it got no answer for, and sends it again to whoever serves next. */
function openTill() {
  /** Receipts that are accepted: transaction number, which is requestId and address too, and receipt id. */
  const accepted = new Map<string, string>()
  let waiting: string[] = []
  let next = 0

  async function send(url: string, numbers: readonly string[]): Promise<void> {
    await Promise.all(
      numbers.map(async number => {
        const answer = await postReceipt(url, number, 10_000, sale).catch(() => undefined)
        if (answer?.receiptId === undefined) waiting.push(number)
        else accepted.set(number, answer.receiptId)
      }),
    )
  }

  function sendWaiting(url: string): Promise<void> {
    const again = waiting
    waiting = []
    return send(url, again)
  }

  return {
    accepted,
    /** Sends what waits and up to so many new receipts, two at a time, until the service is gone. @param rest between, milliseconds */
    async workUntil(url: string, gone: Promise<unknown>, most: number, rest: number) {
      let isGone = false
      const end = gone.finally(() => {
        isGone = true
      })
      end.catch(() => {})
      await sendWaiting(url)
      for (let sent = 0; sent < most && !isGone; sent += 2) {
        await send(url, [`kill-${next++}`, `kill-${next++}`])
        await Promise.race([end, pause(rest)])
      }
      await end
    },
    /** Sends what waits. */
    async finish(url: string) {
      while (waiting.length > 0) await sendWaiting(url)
    },
  }
}
