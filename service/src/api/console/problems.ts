import type { FailedMails } from '../../receipts/failed-mails.ts'
import type { Refusals } from '../../receipts/refusals.ts'
import type { Warnings } from '../../receipts/warnings.ts'
import type { Statistics } from '../../statistics/answers/answer.ts'
import type { Operation } from '../operation.ts'
import { consoleOperation } from './operation.ts'

export interface ProblemOptions {
  refusals: Pick<Refusals, 'list'>
  warnings: Pick<Warnings, 'list'>
  failedMails: FailedMails
  statistics: Statistics
  now: () => number
}

const day = 86_400_000

/** Days looked back. */
const span = 30

/** What goes wrong: refused requests, receipts with warnings, mails that came back, tills that have gone silent. */
export function listProblems({ refusals, warnings, failedMails, statistics, now }: ProblemOptions): Operation {
  return consoleOperation('listProblems', 'GET /problems', 'What goes wrong', {
    async handle({ merchant }) {
      const since = now() - span * day
      const [refused, warned, failed, silent] = await Promise.all([
        refusals.list(merchant.id, since),
        warnings.list(merchant.id, since),
        failedMails(merchant.id, since),
        statistics.silentTills(merchant.id),
      ])
      const withTime = <Row extends { at: number }>({ at, ...rest }: Row) => ({
        ...rest,
        at: new Date(at).toISOString(),
      })
      const json = {
        days: span,
        refused: refused.refusals.map(withTime),
        warned: warned.causes.map(withTime),
        failed: failed.mails.map(withTime),
        // Lists are of the latest only.
        counts: { refused: refused.count, warned: warned.count, failed: failed.count, silent: silent.length },
        silent: silent.map(({ since: from, lastDay, ...till }) => ({
          ...till,
          since: new Date(Math.min(from, now())).toISOString(),
          lastDay: new Date(lastDay * day).toISOString().slice(0, 10),
        })),
      }
      return { status: 200, json }
    },
  })
}
