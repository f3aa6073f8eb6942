import { wholeReach } from '../../../basics/reach.ts'
import { type ProblemKind, problemKinds } from '../../../database/problems/filter.ts'
import { countProblems } from '../../../database/problems/read.ts'
import { listRefusals } from '../../../receipts/problems.ts'
import { listWarnings } from '../../../receipts/warnings.ts'
import { readSilentTills } from '../../../statistics/silent-tills.ts'
import { daysOf, type ReportForm } from './kind.ts'

/** How many problems there are of each kind. */
interface ProblemFacts {
  /** Milliseconds since 1970: since then receipts were refused, or accepted with warnings. */
  since: number
  /** Mails that are left. */
  mails: Record<ProblemKind, number>
  refused: number
  warned: number
  silent: number
}

/** All kinds of problems, as the console's page has them. */
export const problemsKind: ReportForm<ProblemFacts> = {
  async gather(db, { merchant: { id: merchantId }, schedule, slot: { at } }) {
    const since = at - daysOf(schedule) * 86_400_000
    const reach = wholeReach(merchantId)
    const mails = await countProblems(db, { reach, filter: {}, now: at })
    const { count: refused } = await listRefusals(db, reach, since)
    const { count: warned } = await listWarnings(db, reach, since)
    return { since, mails, refused, warned, silent: (await readSilentTills(db, reach, at)).length }
  },
  isEmpty: ({ mails, refused, warned, silent }) =>
    [...Object.values(mails), refused, warned, silent].every(count => count === 0),
  sheet({ since, mails, refused, warned, silent }, speech) {
    const { say, number, time, language, direction } = speech
    const rows = (counts: readonly (readonly [string, number])[]) =>
      counts.flatMap(([word, count]) => (count === 0 ? [] : [{ name: say(word), value: number(count) }]))
    const tables = [
      { title: say('reports.left'), rows: rows(problemKinds.map(kind => [`problems.kind.${kind}`, mails[kind]])) },
      { title: say('problems.silent'), rows: rows([['problems.silent', silent]]) },
      {
        title: say('reports.fresh', { time: time(since) }),
        rows: rows([
          ['problems.refused', refused],
          ['problems.warned', warned],
        ]),
      },
    ].filter(({ rows: some }) => some.length > 0)
    const notes = tables.length === 0 ? [say('problems.none')] : []
    return { language, direction, title: say('reports.kind.problems'), about: [], sections: [{ tables }], notes }
  },
  placeOf: () => 'problems',
}
