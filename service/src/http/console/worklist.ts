import { z } from 'zod'
import { filterFields, filterOf } from '../../acts/receipts/worklist.ts'
import { readBy } from '../../basics/errors/errors.ts'
import { defined } from '../../basics/maps.ts'
import { remedies } from '../../basics/reasons.ts'
import { namesOfPeople } from '../../people/people.ts'
import { readCursor } from '../../receipts/page.ts'
import { problemsCsv } from '../../receipts/worklist/export.ts'
import { countLeft, listProblems, mostLeft } from '../../receipts/worklist/list.ts'
import type { Problem } from '../../receipts/worklist/rows.ts'
import { type ApiContext, consoleOperation, type Operation } from '../operation.ts'
import { meantAddress } from './addresses.ts'

const query = z.object({
  ...filterFields,
  done: z.literal('yes').optional(),
  at: z.string().transform(readBy(readCursor, 'must be as the page before gave it')).optional(),
})

/** The worklist of mails that didn't arrive: its pages, how many are left, and all of them as a file. */
export function worklistOperations({ db, now }: ApiContext): Operation[] {
  return [
    consoleOperation('listMailProblems', 'GET /problems/mails', 'Mails that need a look', {
      stores: 'some',
      query,
      async handle({ merchant, reach, parameters: { at: start, done, ...fields } }) {
        const asked = {
          reach,
          filter: { ...filterOf(fields), isDone: done !== undefined },
          now: now(),
        }
        const { problems, ...page } = await listProblems(db, asked, start)
        const domains = new Map<string, string | undefined>()
        const names = done === undefined ? new Map<string, string>() : await namesOfPeople(db, merchant.id)
        return {
          status: 200,
          json: {
            problems: problems.map(problem => shown(problem, names, domains)),
            ...page,
            // What somebody does to all of them is done to those up to here. The newest may be of this very millisecond.
            until: new Date(asked.now + 1).toISOString(),
          },
        }
      },
    }),
    consoleOperation('countProblems', 'GET /problems/left', 'How many mails need a look', {
      stores: 'some',
      async handle({ reach }) {
        const count = await countLeft(db, reach, now())
        return { status: 200, json: { count, isMore: count === mostLeft } }
      },
    }),
    consoleOperation('exportProblems', 'GET /problems/mails.csv', 'Mails that need a look, as CSV', {
      role: 'desk',
      stores: 'some',
      recorded: true,
      query,
      handle: async ({ reach, parameters: { at: _, done, ...fields } }) => ({
        status: 200,
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="problems.csv"',
        },
        body: problemsCsv(db, {
          reach,
          filter: { ...filterOf(fields), isDone: done !== undefined },
          now: now(),
        }),
        audit: { detail: defined({ kind: fields.kind, reason: fields.reason, domain: fields.domain }) },
      }),
    }),
  ]
}

/** A problem as it is answered: times as text, no field for what there isn't, what to do, and the address that was probably meant. */
function shown(
  { at, dueAt, doneAt, doneBy, again, ...problem }: Problem,
  names: ReadonlyMap<string, string>,
  domains: Map<string, string | undefined>,
) {
  const iso = (time: number) => new Date(time).toISOString()
  const { reason, code, detail, ...rest } = problem
  const meant = meantAddress(problem.emailAddress, domains)
  return {
    ...rest,
    at: iso(at),
    ...(reason !== null && { reason, remedy: remedies[reason] }),
    ...(code !== null && { code }),
    // Where there is nothing better to say.
    ...(detail !== null && (reason ?? 'other') === 'other' && { detail }),
    ...(dueAt !== null && { dueAt: iso(dueAt) }),
    ...(doneAt !== null && { doneAt: iso(doneAt) }),
    ...(doneBy !== null && { doneBy: names.get(doneBy.replace(/^person:/, '')) ?? doneBy }),
    ...(again && { again: { ...again, at: iso(again.at) } }),
    ...(meant !== undefined && { meant }),
  }
}

/** A problem on the console's page. */
export type ShownProblem = ReturnType<typeof shown>
