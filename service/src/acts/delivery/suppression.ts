import { isEmailAddress } from 'counterfoil/internal'
import { z } from 'zod'
import { readBy } from '../../basics/errors/errors.ts'
import { OutOfReachError } from '../../basics/reach.ts'
import { reasons } from '../../basics/reasons.ts'
import { suppressionKinds } from '../../delivery/suppression/kinds.ts'
import {
  countSuppressions,
  type ListedSuppression,
  liftMeant,
  listSuppressions,
  pageSize,
  readPlace,
  writePlace,
} from '../../delivery/suppression/list.ts'
import { lift, type Suppression, suppress, suppressedBy } from '../../delivery/suppression/suppression.ts'
import { instant } from '../../receipts/instant.ts'
import { act, UnknownTargetError } from '../act.ts'

const emailAddress = z
  .string()
  .trim()
  .max(1000)
  .refine(isEmailAddress, 'must be an e-mail address, such as name@example.com')
  .describe('In any spelling. Only a hash of it is kept.')

const kind = z
  .enum(suppressionKinds)
  .describe(
    '`bounce`: nobody has the address, by the word of its mail server. `complaint`: the person called a mail spam. `hand`: somebody of the merchant said so.',
  )

const id = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/, 'must be as the list gave it')
  .describe('A hash; the address itself isn’t kept.')

const listInput = z.object({
  kind: kind.optional(),
  cursor: z
    .string()
    .transform(readBy(readPlace, 'must be as `next` gave it'))
    .optional()
    .describe('The `next` of the answer before, with the same kind.'),
})

const addressInput = z.strictObject({ emailAddress }).meta({ id: 'SuppressionInput' })

const liftInput = z
  .strictObject({
    emailAddress: emailAddress.optional(),
    id: id.optional(),
    since: instant.optional().describe('All that were suppressed since then (ISO 8601).'),
    until: instant.optional().describe('Only with `since`: before this time.'),
    kind: kind.optional().describe('Only with `since`: which kind; default `bounce`.'),
    code: z.string().max(50).optional().describe('Only with `since`: what the mail server said, such as `550`.'),
    dryRun: z.boolean().optional().describe('Only counts them; default false.'),
  })
  .refine(
    fields =>
      [fields.emailAddress, fields.id, fields.since].filter(each => each !== undefined).length === 1 &&
      (fields.since !== undefined || [fields.until, fields.kind, fields.code].every(each => each === undefined)),
    { message: 'must have one of emailAddress, id and since', path: ['emailAddress'] },
  )
  .meta({ id: 'LiftInput' })

const suppression = z
  .object({
    id,
    kind,
    reason: z.enum(reasons).optional().describe('What the mail server or the report said, in one word.'),
    code: z.string().optional().describe('Its code, such as `550`.'),
    since: z.string().describe('ISO 8601, UTC, like all times here.'),
    until: z.string().optional().describe('When it ends; absent if only somebody can lift it.'),
    by: z.string().optional().describe('Who added it by hand, as the audit trail names them.'),
    receiptId: z.string().optional().describe('The receipt whose mail led to it, as long as that is there.'),
  })
  .meta({ id: 'Suppression' })

const found = suppression.omit({ id: true, receiptId: true })

/** The acts on the addresses that a merchant doesn't write to. Those with an address are POST: a URL ends up in logs. */
export const suppressionActs = {
  listSuppressions: act({
    id: 'listSuppressions',
    at: 'GET /merchants/{merchantId}/suppressions',
    access: { admin: 'read', command: 'suppressions list <merchant> [--kind <kind>] [--cursor <next>]' },
    summary: 'List suppressed addresses',
    description: `Who isn’t written to, and why; the last ones first, ${pageSize} in one answer. Without addresses, which aren’t kept.`,
    input: listInput,
    outcomes: {
      200: {
        description: 'A page of them',
        schema: z.object({
          suppressions: z.array(suppression).describe('The last ones first.'),
          next: z.string().optional().describe('There are more: send this as `cursor`.'),
          counts: z.record(kind, z.number()).describe('How many there are of each kind.'),
        }),
      },
    },
    async run({ db, now, merchant }, { kind, cursor }) {
      const page = await listSuppressions(db, merchant.id, { kind, after: cursor, at: now() })
      return {
        suppressions: page.suppressions.map(listed),
        ...(page.next && { next: writePlace(page.next) }),
        counts: await countSuppressions(db, now(), merchant.id),
      }
    },
  }),

  findSuppression: act({
    id: 'findSuppression',
    at: 'POST /merchants/{merchantId}/suppressions/find',
    access: { admin: 'deliveries', console: 'desk', command: 'suppressions find <merchant> --email <address>' },
    summary: 'Look up whether an address is suppressed',
    input: addressInput,
    outcomes: {
      200: {
        description: 'Why it is; without `suppression` if it isn’t',
        schema: z.object({ suppression: found.optional().describe('Why mails to it are withheld.') }),
      },
    },
    async run({ db, searchKey, now, merchant }, { emailAddress }) {
      const suppression = await suppressedBy(db, searchKey, { merchantId: merchant.id, emailAddress }, now())
      return { ...(suppression && { suppression: told(suppression) }) }
    },
    audit: (_input, _context, result) => ({ detail: { ...(result && { found: result.suppression !== undefined }) } }),
  }),

  addSuppression: act({
    id: 'addSuppression',
    at: 'POST /merchants/{merchantId}/suppressions',
    access: { admin: 'deliveries', console: 'desk', command: 'suppressions add <merchant> --email <address>' },
    summary: 'Suppress an address',
    description: 'The merchant’s mails to it are withheld from now on, until somebody lifts it.',
    input: addressInput,
    outcomes: { 201: { description: 'It is suppressed', schema: found } },
    async run({ db, searchKey, now, merchant, actor }, { emailAddress }) {
      const address = { merchantId: merchant.id, emailAddress }
      await db
        .transaction()
        .execute(transaction =>
          suppress(transaction, searchKey, [{ ...address, kind: 'hand', createdBy: actor }], now()),
        )
      return told({ kind: 'hand', createdAt: now(), createdBy: actor })
    },
    report: ({ log, merchantId, actor }) => log.info('An operator suppressed an address', { merchantId, actor }),
  }),

  liftSuppressions: act({
    id: 'liftSuppressions',
    at: 'POST /merchants/{merchantId}/suppressions/lift',
    access: {
      admin: 'deliveries',
      console: 'desk',
      stores: 'some',
      command:
        'suppressions lift <merchant> (--email <address> | --id <id> | --since <time>) [--until <time>] [--kind <kind>] [--code <code>] [--dry-run]',
    },
    summary: 'Lift suppressions',
    description:
      'Lets the merchant write again to an address, or to all that were suppressed in some time: after a mail server said wrongly that nobody has them.',
    input: liftInput,
    outcomes: {
      200: {
        description: 'How many',
        schema: z.object({
          count: z.number().describe('How many addresses.'),
          dryRun: z.boolean().describe('Whether they were only counted.'),
        }),
      },
      404: { description: 'The address isn’t suppressed, or there is no such merchant' },
    },
    async run({ db, searchKey, now, merchant, reach }, { dryRun = false, ...input }) {
      const { emailAddress, id, since, until, kind = 'bounce', code } = input
      // Whoever sees some stores has that customer before them; all others are those of any store.
      if (reach.stores !== null && emailAddress === undefined) throw new OutOfReachError()
      let count: number
      if (emailAddress !== undefined) {
        const address = { merchantId: merchant.id, emailAddress }
        if (dryRun) count = (await suppressedBy(db, searchKey, address, now())) ? 1 : 0
        else count = await lift(db, searchKey, [address])
      } else {
        const meant = id === undefined ? { kind, since: since?.at ?? 0, until: until?.at, code } : { id }
        count = await liftMeant(db, merchant.id, meant, dryRun)
      }
      if (count === 0 && since === undefined)
        throw new UnknownTargetError('The merchant doesn’t suppress this address.')
      return { count, dryRun }
    },
    audit: ({ dryRun = false, emailAddress, id, since, until, kind, code }, _context, result) => ({
      detail: {
        by: emailAddress !== undefined ? 'emailAddress' : id !== undefined ? 'id' : 'time',
        ...(since && { since: isoAt(since.at), until: until && isoAt(until.at), kind: kind ?? 'bounce', code }),
        ...{ count: result?.count, dryRun },
      },
    }),
    report({ log, merchantId, actor }, { count, dryRun }) {
      if (!dryRun) log.info('An operator lifted suppressions', { merchantId, count, actor })
    },
  }),
}

function listed({ id, receiptId, ...rest }: ListedSuppression): z.infer<typeof suppression> {
  return { id, ...told(rest), ...(receiptId !== undefined && { receiptId }) }
}

/** A suppression as all doors tell it. */
function told({
  kind,
  reason,
  code,
  createdAt,
  expiresAt,
  createdBy,
}: Pick<Suppression, 'kind' | 'createdAt'> & Partial<Suppression>): z.infer<typeof found> {
  return {
    kind,
    ...(reason && { reason }),
    ...(code && { code }),
    since: isoAt(createdAt),
    ...(expiresAt && { until: isoAt(expiresAt) }),
    ...(createdBy && { by: createdBy }),
  }
}

const isoAt = (milliseconds: number) => new Date(milliseconds).toISOString()
