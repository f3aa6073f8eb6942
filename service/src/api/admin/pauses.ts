import { z } from 'zod'
import { check } from '../../errors/check.ts'
import type { Merchants } from '../../merchants/merchants.ts'
import type { Log } from '../../monitoring/log.ts'
import type { Levers } from '../../outbox/levers.ts'
import type { Pause, Pauses } from '../../outbox/pauses.ts'
import { readBody } from '../body.ts'
import { errors } from '../errors/error-response.ts'
import type { Operation } from '../operation.ts'
import { merchantOf } from './merchants.ts'

/** The domain of email addresses. */
export const domain = z
  .string()
  .max(253)
  .regex(
    /^[A-Za-z0-9\u0080-\uffff](?:[A-Za-z0-9.\u0080-\uffff-]*[A-Za-z0-9\u0080-\uffff])?$/,
    'must be a domain, such as example.com',
  )

const pauseInput = z
  .strictObject({
    all: z.literal(true).optional().describe('All mails.'),
    merchantId: z.string().optional().describe('The mails of this merchant.'),
    domain: domain.optional().describe('The mails to addresses of this domain.'),
    reason: z.string().min(1).max(200).describe('For the next operator; no personal data.'),
  })
  .refine(({ all, merchantId, domain: to }) => [all, merchantId, to].filter(part => part !== undefined).length === 1, {
    message: 'must have one of all, merchantId and domain',
    path: ['all'],
  })
  .meta({ id: 'PauseInput' })

const pause = z
  .object({
    id: z.string().describe('For resuming.'),
    all: z.literal(true).optional().describe('All mails are held back.'),
    merchantId: z.string().optional().describe('The mails of this merchant are.'),
    domain: z.string().optional().describe('The mails to addresses of this domain are.'),
    reason: z.string().describe('Why.'),
    actor: z.string().describe('Who paused it: the name of an admin token.'),
    pausedAt: z.string().describe('Since when, ISO 8601, UTC.'),
  })
  .meta({ id: 'Pause' })

export interface PauseOptions {
  pauses: Pauses
  levers: Levers
  merchants: Merchants
  log: Log
}

/** The `/admin` operations that hold mails back. */
export function pauseOperations({ pauses, levers, merchants, log }: PauseOptions): Operation[] {
  return [
    {
      id: 'listPauses',
      method: 'GET',
      path: '/admin/pauses',
      tag: 'Administration',
      summary: 'List what is paused',
      security: 'admin',
      outcomes: {
        200: {
          description: 'All pauses, and how many mails they hold back',
          schema: z.object({
            pauses: z.array(pause).describe('What is paused, oldest first.'),
            held: z.number().describe('Mails held back now.'),
          }),
        },
      },
      handle: async () => ({
        status: 200,
        json: { pauses: (await pauses.list()).map(shown), held: await levers.held() },
      }),
    },
    {
      id: 'pauseDelivery',
      method: 'POST',
      path: '/admin/pauses',
      tag: 'Administration',
      summary: 'Pause delivery',
      description:
        'Holds back all mails, a merchant’s, or those to a domain, within a second; mails being sent are finished. Receipts are accepted as before.',
      security: 'admin',
      scope: 'deliveries',
      body: pauseInput,
      outcomes: {
        201: { description: 'The pause, or the one that was there', schema: pause },
        404: { description: 'There is no such merchant' },
      },
      async handle({ body, actor }) {
        const { reason, merchantId, domain: to } = check(pauseInput, readBody(body))
        if (merchantId !== undefined) await merchantOf(merchants, merchantId)
        const scope =
          merchantId !== undefined ? { merchantId } : to !== undefined ? { domain: to } : { all: true as const }
        const added = await pauses.add(scope, { actor, reason })
        log.warn('An operator paused delivery', { pauseId: added.id, actor })
        return { status: 201, json: shown(added), audit: { target: added.id, detail: added.scope } }
      },
    },
    {
      id: 'resumeDelivery',
      method: 'DELETE',
      path: '/admin/pauses/{pauseId}',
      tag: 'Administration',
      summary: 'Resume delivery',
      description: 'Ends a pause and queues the mails that no other pause holds back.',
      security: 'admin',
      scope: 'deliveries',
      outcomes: {
        200: {
          description: 'How many mails were queued',
          schema: z.object({ queued: z.number().describe('Mails queued again.') }),
        },
        404: { description: 'There is no such pause' },
      },
      async handle({ params, actor }) {
        const ended = await pauses.remove(params.pauseId ?? '')
        if (!ended) throw errors.notFound()
        const queued = await levers.release()
        log.warn('An operator resumed delivery', { pauseId: ended.id, count: queued, actor })
        return { status: 200, json: { queued }, audit: { target: ended.id, detail: { ...ended.scope, queued } } }
      },
    },
  ]
}

function shown({ id, scope, reason, actor, pausedAt }: Pause): z.infer<typeof pause> {
  return { id, ...scope, reason, actor, pausedAt: new Date(pausedAt).toISOString() }
}
