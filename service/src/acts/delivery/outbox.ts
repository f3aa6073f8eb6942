import { z } from 'zod'
import { reasons } from '../../basics/reasons.ts'
import { cancelDeliveries, type DeliveryFilter, retried, retryDeliveries } from '../../delivery/outbox/bulk-actions.ts'
import { type ListedMail, listMails, pageSizes, undelivered } from '../../delivery/outbox/listing.ts'
import { instant } from '../../receipts/instant.ts'
import { act } from '../act.ts'

/** The domain of email addresses. */
export const domain = z
  .string()
  .max(253)
  .regex(
    /^[A-Za-z0-9\u0080-\uffff](?:[A-Za-z0-9.\u0080-\uffff-]*[A-Za-z0-9\u0080-\uffff])?$/,
    'must be a domain, such as example.com',
  )

/** Which mails, besides `since`. */
const choice = {
  until: instant.optional().describe('Before this time; default now.'),
  code: z.string().max(50).optional().describe('Code of the last attempt, such as `550` or `connection`.'),
  reason: z.enum(reasons).optional().describe('Why they didn’t arrive, or not yet.'),
  merchantId: z.string().optional().describe('Only this merchant’s.'),
  domain: domain.optional().describe('Domain of the addresses.'),
  dryRun: z.boolean().optional().describe('Only counts them; default false.'),
}

const retryInput = z
  .strictObject({
    status: z
      .enum(retried)
      .optional()
      .describe(
        'Default `failed`. `bounced`: those that came back. `withheld`: those whose address was suppressed; lift that first.',
      ),
    since: instant.describe('Failed, back, canceled or withheld since this time (ISO 8601).'),
    ...choice,
  })
  .meta({ id: 'RetryInput' })

const cancelInput = z
  .strictObject({ since: instant.describe('Created since this time (ISO 8601).'), ...choice })
  .meta({ id: 'CancelInput' })

const statuses = ['queued', 'held', 'sent', 'failed', 'canceled', 'withheld', 'bounced', 'complained'] as const

const listInput = z.object({
  status: z.enum(statuses).optional().describe('Default: those that failed, bounced or were called spam.'),
  since: instant.optional().describe('Finished, or if they still wait, created since this time (ISO 8601).'),
  until: choice.until,
  reason: choice.reason,
  code: choice.code,
  merchantId: choice.merchantId,
  domain: choice.domain,
  cursor: z.string().max(100).optional().describe('`next` of the answer before.'),
})

const mails = z
  .object({
    deliveries: z
      .array(
        z.object({
          id: z.string().describe('The delivery’s id, as in logs.'),
          merchantId: z.string().describe('Whose it is.'),
          receiptId: z.string().describe('Of which receipt.'),
          kind: z.enum(['receipt', 'resend']).describe('`receipt`: sent when the receipt was accepted.'),
          status: z.enum(statuses).describe('How it stands.'),
          reason: z.enum(reasons).optional().describe('Why it didn’t arrive, or not yet.'),
          code: z.string().optional().describe('Of its last attempt.'),
          domain: z.string().describe('The domain of its address.'),
          attempts: z.number().describe('How often it was tried.'),
          createdAt: z.string().describe('ISO 8601, UTC.'),
          finishedAt: z.string().optional().describe('Absent while it waits.'),
        }),
      )
      .describe(`The last ones first; at most ${pageSizes.mails}, and it may be fewer before the end.`),
    next: z.string().optional().describe('There may be more: send this as `cursor`.'),
  })
  .meta({ id: 'ListedDeliveries' })

const changed = z
  .object({
    count: z.number().describe('How many mails.'),
    dryRun: z.boolean().describe('Whether they were only counted.'),
  })
  .meta({ id: 'ChangedDeliveries' })

/** How the command writes a choice. */
const chosen = '[--until <time>] [--reason <reason>] [--code <code>] [--merchant <id>] [--domain <domain>] [--dry-run]'

/** The acts on mails that wait or failed: find, try again, give up. */
export const deliveryActs = {
  findDeliveries: act({
    id: 'findDeliveries',
    at: 'GET /deliveries',
    access: {
      admin: 'read',
      command:
        'deliveries list [--status <status>] [--since <time>] [--until <time>] [--reason <reason>] [--code <code>] [--merchant <id>] [--domain <domain>]',
    },
    summary: 'List mails by how and why they ended',
    description: 'All merchants’, without addresses. The command lists all, a JSON object a line.',
    input: listInput,
    outcomes: { 200: { description: 'The mails', schema: mails } },
    async run({ db }, { status, cursor, ...fields }) {
      const page = await listMails(db, chosenOf(fields), { statuses: status ? [status] : undelivered, cursor })
      return { deliveries: page.mails.map(mailJson), ...(page.next !== undefined && { next: page.next }) }
    },
  }),

  retryDeliveries: act({
    id: 'retryDeliveries',
    at: 'POST /deliveries/retry',
    access: {
      admin: 'deliveries',
      command: `deliveries retry --since <time> [--bounced | --canceled | --withheld] ${chosen}`,
    },
    summary: 'Try failed mails again',
    description:
      'Queues mails that failed for good or came back, at once and with all their tries: after a mail server’s bad hour, say. None to an address that is suppressed.',
    input: retryInput,
    outcomes: { 200: { description: 'How many', schema: changed } },
    async run(context, { status, dryRun = false, ...fields }) {
      return { count: await retryDeliveries(context, chosenOf(fields), { dryRun, ...(status && { status }) }), dryRun }
    },
    audit: ({ status, dryRun = false, ...fields }, _context, result) => ({
      detail: { ...told(fields), status, count: result?.count, dryRun },
    }),
    report({ log, actor }, { count, dryRun }) {
      if (!dryRun) log.warn('An operator had mails tried again', { count, actor })
    },
  }),

  cancelDeliveries: act({
    id: 'cancelDeliveries',
    at: 'POST /deliveries/cancel',
    access: { admin: 'deliveries', command: `deliveries cancel --since <time> ${chosen}` },
    summary: 'Give up mails',
    description: 'Mails that wait, or are held back, are never sent. One being sent right now may still arrive.',
    input: cancelInput,
    outcomes: { 200: { description: 'How many', schema: changed } },
    async run(context, { dryRun = false, ...fields }) {
      return { count: await cancelDeliveries(context, chosenOf(fields), { dryRun }), dryRun }
    },
    audit: ({ dryRun = false, ...fields }, _context, result) => ({
      detail: { ...told(fields), count: result?.count, dryRun },
    }),
    report({ log, actor }, { count, dryRun }) {
      if (!dryRun) log.warn('An operator canceled mails', { count, actor })
    },
  }),
}

function mailJson({
  merchant_id,
  receipt_id,
  created_at,
  finished_at,
  attempt_count,
  reason,
  code,
  ...mail
}: ListedMail) {
  return {
    ...mail,
    ...{ merchantId: merchant_id, receiptId: receipt_id, attempts: attempt_count },
    ...(reason !== null && { reason }),
    ...(code !== null && { code }),
    createdAt: new Date(created_at).toISOString(),
    ...(finished_at !== null && { finishedAt: new Date(finished_at).toISOString() }),
  }
}

type Fields = Omit<z.output<typeof listInput>, 'status' | 'cursor'>

function chosenOf({ since, until, ...others }: Fields): DeliveryFilter {
  return { ...others, since: since?.at, until: until?.at }
}

/** The choice with times as people write them. */
function told({ since, until, ...others }: Fields): Record<string, unknown> {
  const time = (instant: { at: number } | undefined) => instant && new Date(instant.at).toISOString()
  return { ...others, since: time(since), until: time(until) }
}
