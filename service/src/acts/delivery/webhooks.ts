import { z } from 'zod'
import { InvalidInputError } from '../../basics/errors/errors.ts'
import {
  addEndpoint,
  changeEndpoint,
  type Endpoint,
  findEndpoint,
  listEndpoints,
  maxEndpoints,
  removeEndpoint,
  replaceSecret,
  urlProblem,
} from '../../delivery/webhooks/endpoints.ts'
import { addTestMessage, listMessages, messagePage, redeliver } from '../../delivery/webhooks/messages.ts'
import { eventTypes } from '../../delivery/webhooks/payload.ts'
import { instant } from '../../receipts/instant.ts'
import { type ActContext, act, UnknownTargetError } from '../act.ts'
import { shownMessage, shownWebhook, webhook, webhookMessage } from './shown-webhooks.ts'

const fields = {
  url: z.string().min(1).max(2000).describe('Where messages are posted: an https address.'),
  events: z.array(z.enum(eventTypes)).min(1).max(eventTypes.length).describe('What it is told; default: everything.'),
  customerData: z.boolean().describe('Whether messages say who the customer is; default false.'),
  active: z.boolean().describe('Whether it is on; default true.'),
}

const endpointInput = z
  .strictObject({
    url: fields.url,
    events: fields.events.optional(),
    customerData: fields.customerData.optional(),
    active: fields.active.optional(),
  })
  .meta({ id: 'WebhookInput' })

const endpointChange = z
  .strictObject({
    url: fields.url.optional(),
    events: fields.events.optional(),
    customerData: fields.customerData.optional(),
    active: fields.active.optional(),
  })
  .meta({ id: 'WebhookChange' })

const webhookWithSecret = webhook
  .extend({ secret: z.string().describe('Signs the messages; shown only in this response.') })
  .meta({ id: 'WebhookWithSecret' })

const logInput = z.strictObject({
  status: z.enum(['waiting', 'delivered', 'failed']).optional().describe('Only these; default all.'),
  before: z.coerce.number().int().min(1).optional().describe('The `next` of the page before.'),
})

const redeliveryInput = z
  .strictObject({
    messageId: z.string().max(64).optional().describe('This message.'),
    since: instant.optional().describe('All messages since this time (ISO 8601).'),
    until: instant.optional().describe('Until this time; default now.'),
  })
  .refine(({ messageId, since }) => (messageId === undefined) !== (since === undefined), {
    message: 'must have one of messageId and since',
    path: ['messageId'],
  })
  .meta({ id: 'WebhookRedelivery' })

const notThere = { 404: { description: 'The merchant has no such webhook' } }

/** The acts on a merchant's webhooks. None of them tells a secret again, or a URL to the audit trail: it may hold one. */
export const webhookActs = {
  listWebhooks: act({
    id: 'listWebhooks',
    at: 'GET /merchants/{merchantId}/webhooks',
    access: { admin: 'read', console: 'admin', command: 'webhook list <merchant>' },
    summary: 'List a merchant’s webhooks',
    outcomes: { 200: { description: 'All webhooks', schema: z.array(webhook) } },
    run: async ({ db, merchant }) => (await listEndpoints(db, merchant.id)).map(shownWebhook),
  }),

  addWebhook: act({
    id: 'addWebhook',
    at: 'POST /merchants/{merchantId}/webhooks',
    access: {
      admin: 'settings',
      console: 'admin',
      command: 'webhook add <merchant> --url <url> [--events <types>] [--customer-data]',
    },
    summary: 'Add a webhook',
    description: `Tells a merchant’s own system what happens from now on (docs/webhooks.md). A merchant has at most ${maxEndpoints}.`,
    input: endpointInput,
    outcomes: { 201: { description: 'The webhook and its secret', schema: webhookWithSecret } },
    async run({ db, now, merchant, webhooks }, { url, events = eventTypes, customerData = false, active = true }) {
      await checkUrl(url, webhooks)
      const input = { url, events: [...new Set(events)], customerData, active }
      const added = await addEndpoint(db, webhooks.seal, merchant.id, input, now())
      if (!added) throw refused('url', `must be one of at most ${maxEndpoints} webhooks`)
      return { ...shownWebhook(added.endpoint), secret: added.secret }
    },
    audit: ({ customerData = false }, _context, result) => ({ target: result?.id, detail: { customerData } }),
    report: ({ log, merchantId }, { id }) =>
      log.info('An administrator added a webhook', { merchantId, webhookId: id }),
  }),

  changeWebhook: act({
    id: 'changeWebhook',
    at: 'PUT /merchants/{merchantId}/webhooks/{webhookId}',
    access: {
      admin: 'settings',
      console: 'admin',
      command:
        'webhook change <merchant> <webhookId> [--url <url>] [--events <types>] [--customer-data | --no-customer-data] [--on | --off]',
    },
    summary: 'Change a webhook, or turn it on or off',
    description: 'What is absent stays as it is. One that is turned on again is told what happens from then on.',
    input: endpointChange,
    outcomes: { 200: { description: 'The webhook', schema: webhook }, ...notThere },
    async run(context, { url, events, customerData, active }) {
      const { db, now, webhooks } = context
      const before = await endpointOf(context)
      if (url !== undefined && url !== before.url) await checkUrl(url, webhooks)
      const input = {
        url: url ?? before.url,
        events: events ? [...new Set(events)] : (JSON.parse(before.events) as string[]),
        customerData: customerData ?? before.customer_data === 1,
        active: active ?? before.off_at === null,
      }
      return shownWebhook(await changeEndpoint(db, before, input, now()))
    },
    audit: (input, { target }, result) => ({
      target,
      detail: {
        changed: Object.keys(input),
        ...(result && { customerData: result.customerData, active: result.active }),
      },
    }),
  }),

  replaceWebhookSecret: act({
    id: 'replaceWebhookSecret',
    at: 'POST /merchants/{merchantId}/webhooks/{webhookId}/secret',
    access: { admin: 'settings', console: 'admin', command: 'webhook secret <merchant> <webhookId>' },
    summary: 'Replace a webhook’s secret',
    description: 'For 24 hours messages are signed with both, the replaced secret and the new one.',
    outcomes: { 201: { description: 'The webhook and its new secret', schema: webhookWithSecret }, ...notThere },
    async run(context) {
      const { db, now, webhooks } = context
      const { endpoint, secret } = await replaceSecret(db, webhooks.seal, await endpointOf(context), now())
      return { ...shownWebhook(endpoint), secret }
    },
  }),

  testWebhook: act({
    id: 'testWebhook',
    at: 'POST /merchants/{merchantId}/webhooks/{webhookId}/test',
    access: { admin: 'settings', console: 'admin', command: 'webhook test <merchant> <webhookId>' },
    summary: 'Try a webhook',
    description: 'Posts a `webhook.test`, once, also if the webhook is off. The log shows the answer.',
    outcomes: {
      201: { description: 'The message’s id', schema: z.object({ messageId: z.string().describe('In the log.') }) },
      ...notThere,
    },
    async run(context) {
      const messageId = await addTestMessage(context.db, await endpointOf(context), context.now())
      context.queue.wake()
      return { messageId }
    },
  }),

  listWebhookMessages: act({
    id: 'listWebhookMessages',
    at: 'GET /merchants/{merchantId}/webhooks/{webhookId}/messages',
    access: {
      admin: 'read',
      console: 'admin',
      command: 'webhook log <merchant> <webhookId> [--status <status>] [--before <next>]',
    },
    summary: 'List what a webhook was told, and what it answered',
    description: `At most ${messagePage} messages, newest first. They are kept for 14 days.`,
    input: logInput,
    outcomes: {
      200: {
        description: 'Messages with their attempts',
        schema: z.object({
          messages: z.array(webhookMessage).describe('Newest first.'),
          next: z.number().optional().describe('There are more: send this as `before`.'),
        }),
      },
      ...notThere,
    },
    async run(context, filter) {
      const { id } = await endpointOf(context)
      const { messages, next } = await listMessages(context.db, id, filter)
      return { messages: messages.map(shownMessage), ...(next !== undefined && { next }) }
    },
  }),

  redeliverWebhook: act({
    id: 'redeliverWebhook',
    at: 'POST /merchants/{merchantId}/webhooks/{webhookId}/redeliveries',
    access: {
      admin: 'settings',
      console: 'admin',
      command: 'webhook redeliver <merchant> <webhookId> (--message <id> | --since <time>) [--until <time>]',
    },
    summary: 'Post messages again',
    description:
      'One, or all since a time, with the same ids; those that wait are posted anyway. The webhook must be on.',
    input: redeliveryInput,
    outcomes: {
      200: {
        description: 'How many',
        schema: z.object({ count: z.number().describe('Messages that are posted again.') }),
      },
      ...notThere,
    },
    async run(context, { messageId, since, until }) {
      const { db, now } = context
      const { id, off_at } = await endpointOf(context)
      // It would only call what was delivered failed.
      if (off_at !== null) throw refused(messageId === undefined ? 'since' : 'messageId', 'is for a webhook that is on')
      const choice = messageId === undefined ? { since: since?.at ?? 0, until: until?.at ?? now() } : { messageId }
      const count = await redeliver(db, id, choice, now())
      context.queue.wake()
      return { count }
    },
    audit: (_input, { target }, result) => ({ target, ...(result && { detail: result }) }),
  }),

  removeWebhook: act({
    id: 'removeWebhook',
    at: 'DELETE /merchants/{merchantId}/webhooks/{webhookId}',
    access: { admin: 'settings', console: 'admin', command: 'webhook remove <merchant> <webhookId>' },
    summary: 'Remove a webhook',
    description: 'With its log. What waits isn’t posted anymore.',
    outcomes: { 204: { description: 'It is removed' }, ...notThere },
    async run(context) {
      await removeEndpoint(context.db, await endpointOf(context), context.now())
    },
    report: ({ log, merchantId, target }) =>
      log.info('An administrator removed a webhook', { merchantId, webhookId: target }),
  }),
}

/** @throws UnknownTargetError if the merchant has no such endpoint */
async function endpointOf({ db, merchant, target }: ActContext): Promise<Endpoint> {
  const endpoint = await findEndpoint(db, merchant.id, target)
  if (!endpoint) throw new UnknownTargetError(`The merchant has no webhook "${target}". "webhook list" shows all.`)
  return endpoint
}

/** @throws InvalidInputError if messages can't go there */
async function checkUrl(url: string, { allowed }: ActContext['webhooks']): Promise<void> {
  const problem = await urlProblem(url, allowed)
  if (problem !== undefined) throw refused('url', problem)
}

function refused(field: string, problem: string): InvalidInputError {
  return new InvalidInputError({ [field]: [{ code: null, message: problem }] })
}
