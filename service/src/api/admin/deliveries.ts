import { z } from 'zod'
import { check } from '../../errors/check.ts'
import type { Log } from '../../monitoring/log.ts'
import type { Chosen, Levers } from '../../outbox/levers.ts'
import { instant } from '../../receipts/instant.ts'
import { readBody } from '../body.ts'
import type { Operation } from '../operation.ts'
import { domain } from './pauses.ts'

/** Which mails, besides `since`. */
const choice = {
  until: instant.optional().describe('Before this time; default now.'),
  code: z.string().max(50).optional().describe('Code of the last attempt, such as `550` or `connection`.'),
  merchantId: z.string().optional().describe('Only this merchant’s.'),
  domain: domain.optional().describe('Domain of the addresses.'),
  dryRun: z.boolean().optional().describe('Only counts them; default false.'),
}

const retryInput = z
  .strictObject({
    status: z.enum(['failed', 'canceled']).optional().describe('Default `failed`.'),
    since: instant.describe('Failed, or canceled, since this time (ISO 8601).'),
    ...choice,
  })
  .meta({ id: 'RetryInput' })

const cancelInput = z
  .strictObject({ since: instant.describe('Created since this time (ISO 8601).'), ...choice })
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
        const { status, dryRun = false, ...fields } = check(retryInput, readBody(body))
        const chosen = chosenOf(fields)
        const count = await levers.retry(chosen, { dryRun, ...(status && { status }) })
        if (!dryRun) log.warn('An operator had mails tried again', { count, actor })
        return {
          status: 200,
          json: { count, dryRun },
          audit: { detail: { ...told(chosen), status, count, dryRun } },
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
        const { dryRun = false, ...fields } = check(cancelInput, readBody(body))
        const chosen = chosenOf(fields)
        const count = await levers.cancel(chosen, { dryRun })
        if (!dryRun) log.warn('An operator canceled mails', { count, actor })
        return { status: 200, json: { count, dryRun }, audit: { detail: { ...told(chosen), count, dryRun } } }
      },
    },
  ]
}

type Fields = Omit<z.output<typeof cancelInput>, 'dryRun'>

function chosenOf({ since, until, ...others }: Fields): Chosen {
  return { ...others, since: since.at, until: until?.at }
}

/** The choice with times as people write them. */
function told({ since, until, ...others }: Chosen): Record<string, unknown> {
  const time = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
  return { ...others, since: time(since), until: time(until) }
}
