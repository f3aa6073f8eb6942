import { wholeReach } from '../../../basics/reach.ts'
import { type Reason, reasons } from '../../../basics/reasons.ts'
import { type ProblemKind, problemKinds } from '../../../database/problems/filter.ts'
import { countProblems, countUpTo } from '../../../database/problems/read.ts'
import { daysOf, type ReportForm } from './kind.ts'

/** Mails that need a look. */
interface UndeliveredFacts {
  /** Milliseconds since 1970: what is new is of this time. */
  since: number
  until: number
  /** How many became a problem since, and how many are left of all. */
  fresh: Record<ProblemKind, number>
  left: Record<ProblemKind, number>
  /** Those left that didn't arrive, by why, the most first; no more than are counted. */
  reasons: { reason: Reason; count: number }[]
}

const dayLength = 86_400_000

/** Most mails of a reason that are counted. */
const most = 10_000

/** Mails that didn't arrive or wait: what is new, what is left, and why. */
export const undeliveredKind: ReportForm<UndeliveredFacts> = {
  async gather(db, { merchant: { id: merchantId }, schedule, slot: { at: until } }) {
    const since = until - daysOf(schedule) * dayLength
    const reach = wholeReach(merchantId)
    const left = await countProblems(db, { reach, filter: {}, now: until })
    const fresh = await countProblems(db, { reach, filter: { since, until }, now: until })
    const found: UndeliveredFacts['reasons'] = []
    if (left.undelivered > 0)
      for (const reason of reasons) {
        const query = { reach, filter: { kind: 'undelivered' as const, reason }, now: until }
        const count = await countUpTo(db, query, most)
        if (count > 0) found.push({ reason, count })
      }
    return { since, until, fresh, left, reasons: found.sort((one, other) => other.count - one.count) }
  },
  isEmpty: ({ left }) => Object.values(left).every(count => count === 0),
  sheet({ since, fresh, left, reasons: found }, speech) {
    const { say, known, number, time, language, direction } = speech
    const kinds = (counts: Record<ProblemKind, number>) =>
      problemKinds.flatMap(kind =>
        counts[kind] === 0 ? [] : [{ name: say(`problems.kind.${kind}`), value: number(counts[kind]) }],
      )
    const why = found.map(({ reason, count }) => ({
      name: (known(`mail.why.${reason}`) ?? reason).replace(/[.。]$/u, ''),
      value: count === most ? `${number(most)}+` : number(count),
    }))
    const tables = [
      { title: say('reports.fresh', { time: time(since) }), rows: kinds(fresh) },
      { title: say('reports.left'), rows: kinds(left) },
      { title: say('reports.reasons'), rows: why },
    ].filter(({ rows }) => rows.length > 0)
    const notes = tables.length === 0 ? [say('problems.none')] : []
    return { language, direction, title: say('reports.kind.undelivered'), about: [], sections: [{ tables }], notes }
  },
  placeOf: () => 'problems',
}
