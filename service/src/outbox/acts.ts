import { z } from 'zod'
import { act, UnknownTargetError } from '../acts/act.ts'
import { findMerchant } from '../merchants/merchants.ts'
import { instant } from '../receipts/instant.ts'
import { cancelDeliveries, type DeliveryFilter, releaseDeliveries, retryDeliveries } from './bulk-actions.ts'
import { addPause, countHeld, holdPaused, listPauses, type Pause, type PauseScope, removePause } from './pauses.ts'

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

/** How the command writes a choice. */
const chosen = '[--until <time>] [--code <code>] [--merchant <id>] [--domain <domain>] [--dry-run]'

/** The acts on mails that wait or failed: hold back, let go, try again, give up. */
export const deliveryActs = {
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

  retryDeliveries: act({
    id: 'retryDeliveries',
    at: 'POST /deliveries/retry',
    access: { admin: 'deliveries', command: `deliveries retry --since <time> [--canceled] ${chosen}` },
    summary: 'Try failed mails again',
    description:
      'Queues mails that failed for good, at once and with all their tries: after a mail server’s bad hour, say.',
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

function scopeOf({ merchantId, domain: to }: Pick<z.output<typeof pauseInput>, 'merchantId' | 'domain'>): PauseScope {
  if (merchantId !== undefined) return { merchantId }
  return to !== undefined ? { domain: to.toLowerCase() } : { all: true }
}

function toJson({ id, scope, reason, actor, pausedAt }: Pause): z.infer<typeof pause> {
  return { id, ...scope, reason, actor, pausedAt: new Date(pausedAt).toISOString() }
}

type Fields = Omit<z.output<typeof cancelInput>, 'dryRun'>

function chosenOf({ since, until, ...others }: Fields): DeliveryFilter {
  return { ...others, since: since.at, until: until?.at }
}

/** The choice with times as people write them. */
function told({ since, until, ...others }: Fields): Record<string, unknown> {
  const time = (instant: { at: number } | undefined) => instant && new Date(instant.at).toISOString()
  return { ...others, since: time(since), until: time(until) }
}
