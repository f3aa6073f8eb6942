import { z } from 'zod'
import { readBy } from '../../basics/errors/errors.ts'
import { defined } from '../../basics/maps.ts'
import { suppressionKinds } from '../../delivery/suppression/kinds.ts'
import { countSuppressions, listSuppressions, readPlace, writePlace } from '../../delivery/suppression/list.ts'
import { namesOfPeople } from '../../people/people.ts'
import { type ApiContext, consoleOperation, type Operation } from '../operation.ts'

const listQuery = z.object({
  kind: z.enum(suppressionKinds).optional(),
  cursor: z.string().transform(readBy(readPlace, 'must be as `next` gave it')).optional(),
})

/**
 * Whom the merchant doesn't write to, as a page shows it: with the addresses of the mails that led to it, as long as these are there,
 * and the names of people.
 */
export function lookAtSuppressions({ db, now }: ApiContext): Operation {
  return consoleOperation('lookAtSuppressions', 'GET /suppressions', 'Look at suppressed addresses', {
    role: 'desk',
    query: listQuery,
    async handle({ parameters: { kind, cursor }, merchant }) {
      const { suppressions, next } = await listSuppressions(db, merchant.id, { kind, after: cursor, at: now() })
      const names = await namesOfPeople(db, merchant.id)
      const shown = suppressions.map(({ createdAt, expiresAt, createdBy, ...rest }) =>
        defined({
          ...{ id: rest.id, kind: rest.kind, receiptId: rest.receiptId, emailAddress: rest.emailAddress },
          reason: rest.reason ?? undefined,
          since: new Date(createdAt).toISOString(),
          until: expiresAt === null ? undefined : new Date(expiresAt).toISOString(),
          by: createdBy === null ? undefined : (names.get(createdBy.replace(/^person:/, '')) ?? createdBy),
        }),
      )
      const counts = await countSuppressions(db, now(), merchant.id)
      return { status: 200, json: defined({ suppressions: shown, next: next && writePlace(next), counts }) }
    },
  })
}
