import { z } from 'zod'
import { check } from '../../errors/check.ts'
import type { Log } from '../../monitoring/log.ts'
import type { Chosen, Levers } from '../../outbox/levers.ts'
import { readInstant } from '../../receipts/instant.ts'
import { readBody } from '../body.ts'
import type { Operation } from '../operation.ts'
import { domain } from './pauses.ts'

const instant = z.string().transform((text, context) => {
  const found = readInstant(text)
  if (found) return found.at
  context.addIssue({ code: 'custom', message: 'must be an ISO 8601 date and time with its offset' })
  return z.NEVER
})

const dryRun = z.boolean().optional().describe('Only counts them; default false.')
const code = z.string().max(50).optional().describe('Code of the last attempt, such as `550` or `connection`.')
const until = instant.optional().describe('Before this time; default now.')

const retryInput = z
  .strictObject({
    status: z.enum(['failed', 'canceled']).optional().describe('Default `failed`.'),
    since: instant.describe('Failed, or canceled, since this time (ISO 8601).'),
    until,
    code,
    merchantId: z.string().optional().describe('Only this merchant’s.'),
    domain: domain.optional().describe('Domain of the addresses.'),
    dryRun,
  })
  .meta({ id: 'RetryInput' })

const cancelInput = z
  .strictObject({
    since: instant.describe('Created since this time (ISO 8601).'),
    until,
    code,
    merchantId: z.string().optional().describe('Only this merchant’s.'),
    domain: domain.optional().describe('Domain of the addresses.'),
    dryRun,
  })
  .meta({ id: 'CancelInput' })

const changed = z
  .object({
    count: z.number().describe('How many mails.'),
    dryRun: z.boolean().describe('Whether they were only counted.'),
  })
  .meta({ id: 'ChangedDeliveries' })

/** The `/admin` operations on many deliveries at once. */
export function deliveryOperations({ levers, log }: { levers: Levers; log: Log }): Operation[] {
  return [
    {
      id: 'retryDeliveries',
      method: 'POST',
      path: '/admin/deliveries/retry',
      tag: 'Administration',
      summary: 'Try failed mails again',
      description:
        'Queues mails that failed for good, at once and with all their tries: after a mail server’s bad hour, say.',
      security: 'admin',
      scope: 'deliveries',
      body: retryInput,
      outcomes: { 200: { description: 'How many', schema: changed } },
      async handle({ body, actor }) {
        const { status, dryRun: dry = false, ...chosen } = check(retryInput, readBody(body))
        const count = await levers.retry(chosen, { dryRun: dry, ...(status && { status }) })
        if (!dry) log.warn('An operator had mails tried again', { count, actor })
        return {
          status: 200,
          json: { count, dryRun: dry },
          audit: { detail: { ...told(chosen), status, count, dryRun: dry } },
        }
      },
    },
    {
      id: 'cancelDeliveries',
      method: 'POST',
      path: '/admin/deliveries/cancel',
      tag: 'Administration',
      summary: 'Give up mails',
      description: 'Mails that wait, or are held back, are never sent. One being sent right now may still arrive.',
      security: 'admin',
      scope: 'deliveries',
      body: cancelInput,
      outcomes: { 200: { description: 'How many', schema: changed } },
      async handle({ body, actor }) {
        const { dryRun: dry = false, ...chosen } = check(cancelInput, readBody(body))
        const count = await levers.cancel(chosen, { dryRun: dry })
        if (!dry) log.warn('An operator canceled mails', { count, actor })
        return { status: 200, json: { count, dryRun: dry }, audit: { detail: { ...told(chosen), count, dryRun: dry } } }
      },
    },
  ]
}

/** The choice with times as people write them. */
function told({ since, until: before, ...others }: Chosen): Record<string, unknown> {
  const time = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
  return { ...others, since: time(since), until: time(before) }
}
