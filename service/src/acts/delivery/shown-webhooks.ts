import { z } from 'zod'
import type { Endpoint } from '../../delivery/webhooks/endpoints.ts'
import type { LoggedMessage } from '../../delivery/webhooks/messages.ts'

/** What is shown of a webhook. */
export const webhook = z
  .object({
    id: z.string().describe('The webhook’s id.'),
    url: z.string().describe('Where messages are posted.'),
    events: z.array(z.string()).describe('What it is told.'),
    customerData: z.boolean().describe('Whether messages say who the customer is.'),
    active: z.boolean().describe('Whether it is on.'),
    createdAt: z.string().describe('ISO 8601, UTC.'),
    failingSince: z.string().optional().describe('When it first failed since it last worked; absent if it works.'),
    offAt: z.string().optional().describe('When it was turned off; absent while it is on.'),
    offReason: z
      .enum(['hand', 'failing', 'gone'])
      .optional()
      .describe('Who turned it off: a person, three days of failures, or its own answer 410.'),
    oldSecretUntil: z.string().optional().describe('Until then messages are signed with the replaced secret, too.'),
  })
  .meta({ id: 'Webhook' })

/** A webhook as it is shown. */
export type ShownWebhook = z.infer<typeof webhook>

/** Shows a webhook. */
export function shownWebhook(endpoint: Endpoint): ShownWebhook {
  const { id, url, events, customer_data, created_at, failing_since, off_at, off_reason, old_secret_until } = endpoint
  return {
    ...{ id, url, events: JSON.parse(events) as string[], customerData: customer_data === 1, active: off_at === null },
    createdAt: iso(created_at),
    ...(failing_since !== null && { failingSince: iso(failing_since) }),
    ...(off_at !== null && { offAt: iso(off_at) }),
    ...(off_reason !== null && off_reason !== 'removed' && { offReason: off_reason }),
    ...(old_secret_until !== null && { oldSecretUntil: iso(old_secret_until) }),
  }
}

const attempt = z
  .object({
    at: z.string().describe('ISO 8601, UTC.'),
    milliseconds: z.number().describe('How long it took.'),
    status: z.number().optional().describe('The HTTP status of the answer; absent without one.'),
    code: z.string().describe('`ok`, `status`, or why there was no answer, such as `timeout`.'),
    answer: z.string().describe('How the answer’s body begins.'),
  })
  .meta({ id: 'WebhookAttempt' })

/** What is shown of a message in a webhook's log. */
export const webhookMessage = z
  .object({
    id: z.string().describe('Its `webhook-id`.'),
    type: z.string().describe('What happened.'),
    receiptId: z.string().optional().describe('The receipt that it is about.'),
    createdAt: z.string().describe('When it happened, ISO 8601, UTC.'),
    status: z.enum(['waiting', 'delivered', 'failed']).describe('What became of it.'),
    nextAttemptAt: z.string().optional().describe('When it is posted next, if that is known.'),
    attempts: z.array(attempt).describe('Every attempt to post it, oldest first.'),
  })
  .meta({ id: 'WebhookMessage' })

/** A message as it is shown. */
export type ShownMessage = z.infer<typeof webhookMessage>

/** Shows a message. */
export function shownMessage({
  id,
  type,
  receipt_id,
  created_at,
  status,
  due_at,
  attempts,
}: LoggedMessage): ShownMessage {
  return {
    ...{ id, type, createdAt: iso(created_at) },
    ...(receipt_id !== '' && { receiptId: receipt_id }),
    status: status === 'delivered' || status === 'failed' ? status : 'waiting',
    ...(status === 'queued' && { nextAttemptAt: iso(due_at) }),
    attempts: attempts.map(({ started_at, took_ms, status_code, code, answer }) => ({
      ...{ at: iso(started_at), milliseconds: took_ms, code, answer },
      ...(status_code !== null && { status: status_code }),
    })),
  }
}

function iso(at: number): string {
  return new Date(Number(at)).toISOString()
}
