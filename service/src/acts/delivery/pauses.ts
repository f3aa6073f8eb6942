import { z } from 'zod'
import { releaseDeliveries } from '../../delivery/outbox/bulk-actions.ts'
import {
  addPause,
  countHeld,
  holdPaused,
  listPauses,
  type Pause,
  type PauseScope,
  removePause,
} from '../../delivery/outbox/pauses.ts'
import { findMerchant } from '../../merchants/merchants.ts'
import { act, UnknownTargetError } from '../act.ts'

import { domain } from './outbox.ts'

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

/** The acts that hold mails back and let them go. */
export const pauseActs = {
  listPauses: act({
    id: 'listPauses',
    at: 'GET /pauses',
    access: { admin: 'read', command: 'deliveries pauses' },
    summary: 'List what is paused',
    outcomes: {
      200: {
        description: 'All pauses, and how many mails they hold back',
        schema: z.object({
          pauses: z.array(pause).describe('What is paused, oldest first.'),
          held: z.number().describe('Mails held back now.'),
        }),
      },
    },
    run: async ({ db }) => ({ pauses: (await listPauses(db)).map(toJson), held: await countHeld(db) }),
  }),

  pauseDelivery: act({
    id: 'pauseDelivery',
    at: 'POST /pauses',
    access: {
      admin: 'deliveries',
      command: 'deliveries pause (--all | --merchant <id> | --domain <domain>) --reason <text>',
    },
    summary: 'Pause delivery',
    description:
      'Holds back all mails, a merchant’s, or those to a domain, within a second; mails being sent are finished. Receipts are accepted as before.',
    input: pauseInput,
    outcomes: {
      201: { description: 'The pause, or the one that was there', schema: pause },
      404: { description: 'There is no such merchant' },
    },
    async run({ db, now, actor }, { reason, ...input }) {
      const scope = scopeOf(input)
      if ('merchantId' in scope && !(await findMerchant(db, scope.merchantId)))
        throw new UnknownTargetError(`There is no merchant "${scope.merchantId}". "merchant list" shows all merchants.`)
      const paused = await addPause(db, scope, { actor, reason, pausedAt: now() })
      await holdPaused(db)
      return toJson(paused)
    },
    audit: (input, _context, result) => ({ target: result?.id, detail: scopeOf(input) }),
    report: ({ log, actor }, { id }) => log.warn('An operator paused delivery', { pauseId: id, actor }),
  }),

  resumeDelivery: act({
    id: 'resumeDelivery',
    at: 'DELETE /pauses/{pauseId}',
    access: { admin: 'deliveries', command: 'deliveries resume <pauseId>' },
    summary: 'Resume delivery',
    description: 'Ends a pause and queues the mails that no other pause holds back.',
    outcomes: {
      200: {
        description: 'How many mails were queued',
        schema: z.object({ queued: z.number().describe('Mails queued again.') }),
      },
      404: { description: 'There is no such pause' },
    },
    async run(context) {
      const { db, target } = context
      const ended = await removePause(db, target)
      if (!ended) throw new UnknownTargetError(`There is no pause "${target}". "deliveries pauses" shows all.`)
      return { queued: await releaseDeliveries(context), scope: ended.scope }
    },
    answer: ({ queued }) => ({ queued }),
    audit: (_input, { target }, result) => ({
      target,
      ...(result && { detail: { ...result.scope, queued: result.queued } }),
    }),
    report: ({ log, actor, target }, { queued }) =>
      log.warn('An operator resumed delivery', { pauseId: target, count: queued, actor }),
  }),
}

function scopeOf({ merchantId, domain: to }: Pick<z.output<typeof pauseInput>, 'merchantId' | 'domain'>): PauseScope {
  if (merchantId !== undefined) return { merchantId }
  return to !== undefined ? { domain: to.toLowerCase() } : { all: true }
}

function toJson({ id, scope, reason, actor, pausedAt }: Pause): z.infer<typeof pause> {
  return { id, ...scope, reason, actor, pausedAt: new Date(pausedAt).toISOString() }
}
