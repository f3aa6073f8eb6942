import { basic, demoCredentials } from '../../test/support/tills.ts'
import { startTroubledMailServer } from '../mail-server.ts'
import { pick } from '../random.ts'
import { audit, awaitMails, type Cell, type CellOptions, passTime, recount } from './audit.ts'
import { openTill } from './till.ts'

/** The last is only of PostgreSQL. */
const moments = ['before', 'after', 'sent'] as const

/** Statements of two folds, about: a process folds when it starts, and ten seconds later. */
const statements = 14

/** Milliseconds between two of the till's pairs of receipts, which it posts as long as the process lives. */
const rest = 1000

/** What each sale is, besides its number: something in every kind of row. */
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
 * Kills the service while it folds what receipts and mails add to statistics into rows, and starts the next at once, while a till
 * posts and mails leave. In the end the figures are those of the receipts: counted anew, and by the till.
 */
export async function killInAFold({ kills, random, victims, settings }: CellOptions): Promise<Cell> {
  await using mailServer = await startTroubledMailServer()
  const all = { ...settings, SMTP_URL: mailServer.url }
  const till = openTill('fold', sale)
  const recoveries: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const when = pick(random, settings.DATABASE_URL === undefined ? moments.slice(0, 2) : moments)
    const victim = await victims.open(all, { at: 'folding', when, nth: 1 + Math.floor(random() * statements) })
    if (kill > 0) recoveries.push(victim.took)
    if (victim.url === undefined) await victim.died()
    else await till.workUntil(victim.url, victim.died(), Number.POSITIVE_INFINITY, rest)
  }
  await passTime(all)
  const last = await victims.open(all)
  recoveries.push(last.took)
  await till.finish(last.url ?? '')
  await awaitMails(last.url)
  const told = await wrongFigures(last.url ?? '', till.accepted.size)
  await last.stop()
  const found = await audit(all, mailServer, till.accepted)
  const { wrong, rows } = await recount(all)
  const strays = found.strays + told + wrong + (rows === 0 ? 1 : 0)
  return { kills, accepted: till.accepted.size, recoveries, ...found, strays }
}

/** How many of the merchant's figures aren't what the till sold and mailed. */
async function wrongFigures(url: string, sold: number): Promise<number> {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const query = `fromDate=${dayOf(Date.now() - 86_400_000)}&toDate=${dayOf(Date.now())}&interval=all`
  const answer = await fetch(`${url}/ws/rest/v1/merchants/demo/statistics?${query}`, {
    headers: { authorization: basic(demoCredentials) },
  })
  const { totals } = (await answer.json()) as { totals: Totals }
  const { receipts, amounts, deliveries } = totals
  const cents = Math.round(Number(amounts[0]?.grandAmount) * 100)
  return [receipts - sold, deliveries.sent - sold, cents - sold * sale.grandAmount * 100].filter(wrong => wrong !== 0)
    .length
}

interface Totals {
  receipts: number
  amounts: { grandAmount: string }[]
  deliveries: { sent: number }
}
