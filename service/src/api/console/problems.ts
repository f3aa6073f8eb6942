import type { Merchant } from '../../merchants/merchants.ts'
import type { FailedMail } from '../../receipts/failed-mails.ts'
import type { Refusals } from '../../receipts/refusals.ts'
import type { Statistics } from '../../statistics/statistics.ts'
import type { Operation } from '../operation.ts'
import { consoleOperation } from './operation.ts'
import { type SilentTill, silentTills } from './silent-tills.ts'

export interface ProblemOptions {
  refusals: Pick<Refusals, 'list'>
  failedMails: (merchantId: string, since: number) => Promise<FailedMail[]>
  statistics: Statistics
  now: () => number
}

const day = 86_400_000

/** Days looked back. */
const span = 30

/** What goes wrong: refused requests, mails that came back, tills that have gone silent. */
export function problemOperations({ refusals, failedMails, statistics, now }: ProblemOptions): Operation[] {
  return [
    consoleOperation('listProblems', 'GET', '/problems', 'What goes wrong', async ({ merchant }) => {
      const since = now() - span * day
      const [refused, failed, silent] = await Promise.all([
        refusals.list(merchant.id, since),
        failedMails(merchant.id, since),
        silentOf(merchant),
      ])
      const withTime = <Row extends { at: number }>({ at, ...rest }: Row) => ({
        ...rest,
        at: new Date(at).toISOString(),
      })
      return { status: 200, json: { days: span, refused: refused.map(withTime), failed: failed.map(withTime), silent } }
    }),
  ]

  async function silentOf({ id, settings }: Merchant): Promise<SilentTill[]> {
    const today = Math.floor(now() / day)
    const answer = await statistics.answer({
      merchantId: id,
      from: today - span,
      to: today + 1,
      interval: 'day',
      groupBy: 'register',
      orderBy: 'count',
      weekStart: 0,
      shownZone: settings.locales?.timeZone ?? 'UTC',
    })
    return typeof answer === 'string' ? [] : silentTills(answer.rows, today)
  }
}
