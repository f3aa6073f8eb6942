import { setImmediate as nextTurn } from 'node:timers/promises'
import { actIdOf } from '../../acts/all.ts'
import { listAuditEntries } from '../../people/audit.ts'
import { namesOfPeople } from '../../people/people.ts'
import { listRefusals } from '../../receipts/problems.ts'
import { listWarnings } from '../../receipts/warnings.ts'
import type { NamedSilentTill } from '../../statistics/silent-tills.ts'
import { type ApiContext, consoleOperation, type Operation } from '../operation.ts'

const day = 86_400_000

/** Days looked back. */
const span = 30

/** What goes wrong besides mails: refused requests, receipts with warnings, tills that have gone silent. */
export function listProblems({ db, statistics, now }: ApiContext): Operation {
  return consoleOperation('listProblems', 'GET /problems', 'What goes wrong', {
    stores: 'some',
    async handle({ reach }) {
      const since = now() - span * day
      // One after the other: on the embedded database, all at once would be one long turn.
      const refused = await listRefusals(db, reach, since)
      const warned = await listWarnings(db, reach, since)
      await nextTurn()
      const silent = await statistics.silentTills(reach)
      const withTime = <Row extends { at: number }>({ at, ...rest }: Row) => ({
        ...rest,
        at: new Date(at).toISOString(),
      })
      const json = {
        days: span,
        refused: refused.refusals.map(withTime),
        warned: warned.causes.map(withTime),
        // Lists are of the latest only.
        counts: { refused: refused.count, warned: warned.count, silent: silent.length },
        silent: silent.map(till => shownSilent(till, now())),
      }
      return { status: 200, json }
    },
  })
}

/** The tills that have gone silent, alone: the overview says so first. */
export function listSilentTills({ statistics, now }: ApiContext): Operation {
  return consoleOperation('listSilentTills', 'GET /silent', 'Tills that have gone silent', {
    role: 'statistics',
    stores: 'some',
    async handle({ reach }) {
      const silent = await statistics.silentTills(reach)
      return { status: 200, json: silent.map(till => shownSilent(till, now())) }
    },
  })
}

function shownSilent({ since, lastDay, ...till }: NamedSilentTill, now: number) {
  return {
    ...till,
    since: new Date(Math.min(since, now)).toISOString(),
    lastDay: new Date(lastDay * day).toISOString().slice(0, 10),
  }
}

/** Acts in the list. */
const maxActs = 200

/** Who did what at the merchant, by whichever door. The trail holds ids of people; their names are looked up. */
export function readTrail({ db }: ApiContext): Operation {
  return consoleOperation('readTrail', 'GET /trail', 'Who did what', {
    role: 'manager',
    async handle({ merchant }) {
      const [entries, names] = await Promise.all([
        listAuditEntries(db, { merchantId: merchant.id, limit: maxActs + 1 }),
        namesOfPeople(db, merchant.id),
      ])
      const acts = entries.slice(0, maxActs).map(({ at, actor, action, target, ...rest }) => {
        const name = names.get(actor.replace(/^person:/, ''))
        return {
          ...rest,
          at: new Date(at).toISOString(),
          actor: name === undefined ? actor : `person:${name}`,
          action: actIdOf(action),
          ...(target !== undefined && { target: names.get(target) ?? target }),
        }
      })
      return { status: 200, json: { acts, hasMore: entries.length > maxActs } }
    },
  })
}
