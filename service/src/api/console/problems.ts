import { listFailedMails } from '../../receipts/failed-mails.ts'
import { listRefusals } from '../../receipts/refusals.ts'
import { listWarnings } from '../../receipts/warnings.ts'
import type { ApiContext } from '../context.ts'
import type { Operation } from '../operation.ts'
import { consoleOperation } from './operation.ts'

const day = 86_400_000

/** Days looked back. */
const span = 30

/** What goes wrong: refused requests, receipts with warnings, mails that came back, tills that have gone silent. */
export function listProblems({ db, statistics, now }: ApiContext): Operation {
  return consoleOperation('listProblems', 'GET /problems', 'What goes wrong', {
    async handle({ merchant }) {
      const since = now() - span * day
      const [refused, warned, failed, silent] = await Promise.all([
        listRefusals(db, merchant.id, since),
        listWarnings(db, merchant.id, since),
        listFailedMails(db, merchant.id, since),
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
