import { isEmailAddress } from 'counterfoil/internal'
import { z } from 'zod'
import { readBy } from '../../basics/errors/errors.ts'
import { defined } from '../../basics/maps.ts'
import { reasons } from '../../basics/reasons.ts'
import { type ProblemFilter, problemKinds } from '../../database/problems/filter.ts'
import { mailDomainOf } from '../../merchants/merchants.ts'
import { instant } from '../../receipts/instant.ts'
import { readCursor, writeCursor } from '../../receipts/page.ts'
import { finishProblems, reopenProblems } from '../../receipts/worklist/finish.ts'
import { forgetLeft, listProblems } from '../../receipts/worklist/list.ts'
import { resendProblems, resendRefusals } from '../../receipts/worklist/resend.ts'
import type { Problem } from '../../receipts/worklist/rows.ts'
import { act, idOf } from '../act.ts'
import { domain } from '../delivery/outbox.ts'

/** Mails that can be named in one go. */
const mostNamed = 500

const name = z.string().trim().min(1).max(200)

/** Which problems, as operations and commands take it. */
export const filterFields = {
  kind: z
    .enum(problemKinds)
    .optional()
    .describe(
      '`undelivered`: it failed, or came back. `waiting`: for longer than usual, a quarter of an hour. `held`: its delivery is paused. `suppressed`: its address isn’t written to.',
    ),
  reason: z.enum(reasons).optional().describe('Why it didn’t arrive, or not yet.'),
  store: name.optional().describe('Id of the receipt’s store.'),
  register: name.optional().describe('Id of the receipt’s workstation.'),
  domain: domain.optional().describe('Domain of the addresses.'),
  since: instant.optional().describe('A problem since this time (ISO 8601).'),
  until: instant.optional().describe('Before this time.'),
}

const fields = z.object(filterFields)

/** Makes a filter of what was sent. */
export function filterOf({ store, since, until, ...others }: z.output<typeof fields>): ProblemFilter {
  return { ...others, storeId: store, since: since?.at, until: until?.at }
}

const ids = z
  .array(z.string().max(64))
  .min(1)
  .max(mostNamed)
  .optional()
  .describe(`The mails’ ids, at most ${mostNamed}.`)

/** Those that are named, or, up to a time, all that fulfill the rest: nobody means what they haven't seen. */
const isChoice = ({ ids: named, ...others }: { ids?: unknown; until?: unknown }) =>
  named === undefined ? others.until !== undefined : Object.keys(filterFields).every(field => !(field in others))

const notChoice = { message: 'must be there without anything else to choose by, or else until', path: ['ids'] }

const doneInput = z
  .strictObject({ ids, ...filterFields })
  .refine(isChoice, notChoice)
  .meta({ id: 'ProblemsDoneInput' })

const reopenInput = z
  .strictObject({
    ids,
    doneAt: instant.optional().describe('All that the same person marked at this time, as the answer said.'),
  })
  .refine(({ ids: named, doneAt }) => (named === undefined) !== (doneAt === undefined), {
    message: 'must be there, or doneAt',
    path: ['ids'],
  })
  .meta({ id: 'ProblemsReopenInput' })

const cursor = z.string().transform(readBy(readCursor, 'must be as the answer before gave it'))

const resendInput = z
  .strictObject({
    ids,
    ...filterFields,
    cursor: cursor.optional().describe('The `next` of the answer before, with the same choice.'),
    emailAddress: z
      .string()
      .trim()
      .refine(isEmailAddress, 'must be an e-mail address, such as name@example.com')
      .optional()
      .describe('Another address, for one mail.'),
  })
  .refine(({ cursor: _, emailAddress: __, ...choice }) => isChoice(choice), notChoice)
  .refine(({ ids: named, emailAddress }) => emailAddress === undefined || named?.length === 1, {
    message: 'is for one mail',
    path: ['emailAddress'],
  })
  .meta({ id: 'ProblemsResendInput' })

const time = z.string().describe('ISO 8601, UTC.')

const problem = z
  .object({
    id: z.string().describe('The mail’s id.'),
    kind: z.enum(problemKinds).describe('What is wrong.'),
    at: time.describe('When it became a problem; ISO 8601, UTC.'),
    receiptId: z.string().describe('The receipt it was made of.'),
    number: z.string().describe('The receipt’s number.'),
    store: z.string().describe('Id of the receipt’s store.'),
    storeName: z.string().describe('Its name.'),
    register: z.string().describe('Id of the receipt’s workstation.'),
    domain: z.string().describe('Domain of the address.'),
    reason: z.enum(reasons).optional().describe('Why it didn’t arrive, or not yet.'),
    code: z.string().optional().describe('Code of the last attempt.'),
    attempts: z.number().describe('How often it was tried.'),
  })
  .meta({ id: 'Problem' })

const list = z
  .object({
    problems: z.array(problem).describe('Newest first. Addresses are in the console only.'),
    counts: z.record(z.enum(problemKinds), z.number()).describe('How many there are of each kind.'),
    next: z.string().optional().describe('There are more: send this as `cursor`.'),
  })
  .meta({ id: 'Problems' })

/** How the command writes which problems. */
const choosing =
  '[--kind <kind>] [--reason <reason>] [--store <id>] [--register <id>] [--domain <domain>] [--since <time>]'

/** The acts on a merchant's mails that didn't arrive, until they are dealt with. */
export const problemActs = {
  listProblems: act({
    id: 'listMailProblems',
    at: 'GET /merchants/{merchantId}/problems',
    access: { admin: 'read', command: `problems list <merchant> ${choosing} [--until <time>] [--cursor <next>]` },
    summary: 'List mails that need a look',
    description:
      'Mails that failed or came back, wait for longer than usual, are held, or aren’t sent because their address is suppressed. Those that were dealt with, or whose receipt was sent in a later mail, aren’t listed.',
    input: z.object({ ...filterFields, cursor: cursor.optional().describe('The `next` of the answer before.') }),
    outcomes: { 200: { description: 'A page of them', schema: list } },
    async run({ db, now, reach }, { cursor: start, ...input }) {
      const query = { reach, filter: filterOf(input), now: now() }
      const { problems, counts, next } = await listProblems(db, query, start)
      return { problems: problems.map(toJson), counts, next }
    },
  }),

  finishProblems: act({
    id: 'finishProblems',
    at: 'POST /merchants/{merchantId}/problems/done',
    access: {
      admin: 'deliveries',
      console: 'desk',
      stores: 'some',
      command: `problems done <merchant> (--id <id> | --until <time>) ${choosing}`,
    },
    summary: 'Mark problems as dealt with',
    description: 'They leave the list. One that fails again comes back.',
    input: doneInput,
    outcomes: {
      200: {
        description: 'How many',
        schema: z.object({
          count: z.number().describe('How many mails.'),
          doneAt: time.describe('To take all of it back; ISO 8601, UTC.'),
        }),
      },
    },
    async run({ db, now, reach, actor }, input) {
      const at = now()
      const count = await finishProblems(db, { reach, actor, now: at }, choiceOf(input))
      forgetLeft(db, reach)
      return { count, doneAt: new Date(at).toISOString() }
    },
    audit: (input, _context, result) => ({ detail: { ...told(input), count: result?.count } }),
  }),

  reopenProblems: act({
    id: 'reopenProblems',
    at: 'POST /merchants/{merchantId}/problems/reopen',
    access: {
      admin: 'deliveries',
      console: 'desk',
      stores: 'some',
      command: 'problems reopen <merchant> (--id <id> | --done-at <time>)',
    },
    summary: 'Put problems back on the list',
    input: reopenInput,
    outcomes: { 200: { description: 'How many', schema: z.object({ count: z.number().describe('How many mails.') }) } },
    async run({ db, reach, actor }, { ids: named, doneAt }) {
      const which = named ? { ids: named } : { doneAt: doneAt?.at ?? 0 }
      const count = await reopenProblems(db, { reach, actor }, which)
      forgetLeft(db, reach)
      return { count }
    },
    audit: ({ doneAt }, _context, result) => ({
      detail: defined({ doneAt: doneAt && new Date(doneAt.at).toISOString(), count: result?.count }),
    }),
  }),

  resendProblems: act({
    id: 'resendProblems',
    at: 'POST /merchants/{merchantId}/problems/resend',
    access: {
      admin: 'deliveries',
      console: 'desk',
      stores: 'some',
      command: `problems resend <merchant> (--id <id> | --until <time>) [--email <address>] ${choosing} [--cursor <next>]`,
    },
    summary: 'Send the receipts of problems again',
    description:
      'As new mails, some hundreds in one go. They leave the list once they are sent. At most so many mails per receipt and hour as for one receipt.',
    input: resendInput,
    outcomes: {
      200: {
        description: 'How many, and which not',
        schema: z.object({
          queued: z.number().describe('Mails on their way.'),
          refused: z
            .array(
              z.object({ id: z.string().describe('The mail’s id.'), why: z.enum(resendRefusals).describe('Why not.') }),
            )
            .describe(
              'Those that weren’t sent. `underway`: another is on its way to the same address. `waiting`, `held`, `suppressed`: so would be the next. `tooMany`: its receipt had as many mails as it may have in an hour. `gone`: it isn’t there, was erased, or arrived.',
            ),
          next: z.string().optional().describe('There are more: send this as `cursor`.'),
        }),
      },
    },
    async run(context, { cursor: start, emailAddress, ...input }) {
      const { db, merchant, reach } = context
      const to = { reach, mailDomain: mailDomainOf(merchant, context.mailFrom), emailAddress }
      const { queued, refused, next } = await resendProblems(context, to, { ...choiceOf(input), start })
      forgetLeft(db, reach)
      return { queued, refused, next: next && writeCursor({ way: 'next', ...next }) }
    },
    audit: ({ cursor: _, emailAddress, ...input }, _context, result) => ({
      detail: defined({
        ...told(input),
        isCorrected: emailAddress === undefined ? undefined : true,
        queued: result?.queued,
        refused: result?.refused.length,
      }),
    }),
  }),
}

type Choosing = z.output<typeof fields> & { ids?: string[] | undefined }

function choiceOf({ ids: named, ...filter }: Choosing): { ids: string[] } | { filter: ProblemFilter } {
  return named ? { ids: named } : { filter: filterOf(filter) }
}

/** A choice as the trail keeps it: no address, and nothing that was typed, but how many were named. */
function told({ ids: named, since, until, store, register, ...others }: Choosing): Record<string, unknown> {
  const iso = (sent: { at: number } | undefined) => sent && new Date(sent.at).toISOString()
  if (named) return { named: named.length }
  return defined({ ...others, store: idOf(store), register: idOf(register), since: iso(since), until: iso(until) })
}

function toJson({ emailAddress, storeId, reason, code, ...rest }: Problem): z.infer<typeof problem> {
  return {
    ...{ id: rest.id, kind: rest.kind, at: new Date(rest.at).toISOString(), receiptId: rest.receiptId },
    ...{ number: rest.number, store: storeId, storeName: rest.storeName, register: rest.register },
    domain: emailAddress.slice(emailAddress.lastIndexOf('@') + 1).toLowerCase(),
    ...(reason !== null && { reason }),
    ...(code !== null && { code }),
    attempts: rest.attempts,
  }
}
