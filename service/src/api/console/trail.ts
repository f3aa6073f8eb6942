import { actIdOf } from '../../acts/all.ts'
import { listAuditEntries } from '../../administration/audit.ts'
import { namesOfPeople } from '../../console/people.ts'
import type { ApiContext } from '../context.ts'
import type { Operation } from '../operation.ts'
import { consoleOperation } from './operation.ts'

/** Acts in the list. */
const most = 200

/** Who did what at the merchant, by whichever door. The trail holds ids of people; their names are looked up. */
export function readTrail({ db }: ApiContext): Operation {
  return consoleOperation('readTrail', 'GET /trail', 'Who did what', {
    role: 'admin',
    async handle({ merchant }) {
      const [entries, names] = await Promise.all([
        listAuditEntries(db, { merchantId: merchant.id, limit: most + 1 }),
        namesOfPeople(db, merchant.id),
      ])
      const acts = entries.slice(0, most).map(({ at, actor, action, target, ...rest }) => {
        const name = names.get(actor.replace(/^person:/, ''))
        return {
          ...rest,
          at: new Date(at).toISOString(),
          actor: name === undefined ? actor : `person:${name}`,
          action: actIdOf(action),
          ...(target !== undefined && { target: names.get(target) ?? target }),
        }
      })
      return { status: 200, json: { acts, hasMore: entries.length > most } }
    },
  })
}
