import { isEmailAddress, variants } from 'counterfoil/internal'
import { z } from 'zod'
import { required } from '../../basics/errors/errors.ts'
import { reasons, remedies } from '../../basics/reasons.ts'
import { type Attempt, type Delivery, deliveriesOfReceipt } from '../../delivery/outbox/delivery.ts'
import type { SuppressionKind } from '../../delivery/suppression/kinds.ts'
import { suppressedBy } from '../../delivery/suppression/suppression.ts'
import { mailDomainOf } from '../../merchants/merchants.ts'
import { mailsPerHour, resendReceipt, storedOptions } from '../../receipts/receipts.ts'
import { errors } from '../errors.ts'
import { type ApiContext, type Operation, operation, receiptsPath } from '../operation.ts'
import { inVariant, variantParameter } from './documents.ts'
import { receiptOf } from './retrieve-receipt.ts'

const missing = required('Email Address is required')

const resendEmailData = z
  .object({
    customerEmailAddress: z
      .string({ error: issue => (issue.input === undefined || issue.input === null ? missing : 'must be a string') })
      .trim()
      .min(1, { error: missing, abort: true })
      .refine(isEmailAddress, 'must be an e-mail address, such as name@example.com')
      .describe('Where to send it; need not be the customer’s.'),
  })
  .meta({ id: 'ResendEmailData' })

const parameters = z.object({ variant: variantParameter })

/** Resend a receipt email: a new delivery made from the same data as the first. `gift` makes it one for the recipient. */
export function resendReceiptEmail(context: ApiContext): Operation {
  return operation({
    id: 'resendReceiptEmail',
    method: 'POST',
    path: `${receiptsPath}/{receiptId}/email`,
    tag: 'Receipts',
    summary: 'Resend a receipt email',
    description: `At most ${mailsPerHour} mails per receipt per hour; after that, a 429. A suppressed address is a 422 with the code \`suppressed\`.`,
    security: 'merchant',
    keyScope: 'resend',
    stores: 'some',
    query: parameters,
    body: resendEmailData,
    outcomes: {
      202: { description: 'Accepted and queued for delivery' },
      404: { description: 'The merchant has no such receipt' },
    },
    async handle(call) {
      const receipt = await receiptOf(context, call)
      const { customerEmailAddress: emailAddress } = call.input
      const { variant } = call.parameters
      // Check now, so the caller gets a 422 instead of a mail that fails later.
      if (variant === 'gift')
        await inVariant(variant, () =>
          context.engines.withReceiptEngine(call.merchant, receipt, engine =>
            engine.view(receipt.api_request, storedOptions(receipt, [], variant)),
          ),
        )
      await refuseSuppressed(context, call.merchant.id, emailAddress)
      const mailDomain = mailDomainOf(call.merchant, context.mailFrom)
      const resent = await resendReceipt(context, receipt, { emailAddress, mailDomain, variant })
      if (resent === 'too many') throw errors.tooManyRequests(3600)
      if (resent === 'erased') throw errors.notFound()
      return { status: 202 }
    },
  })
}

/** Says now that a mail wouldn't be sent. A till that resends has the customer before it. @throws HttpError */
async function refuseSuppressed(
  { db, searchKey, now }: ApiContext,
  merchantId: string,
  emailAddress: string,
): Promise<void> {
  const suppression = await suppressedBy(db, searchKey, { merchantId, emailAddress }, now())
  if (!suppression) return
  const message = `${suppressedBecause[suppression.kind]}. Ask for another address, or have the merchant lift it.`
  throw errors.invalid({ customerEmailAddress: [{ code: 'suppressed', message }] })
}

/** Why no mail goes to an address, in the interface's language. */
const suppressedBecause: Readonly<Record<SuppressionKind, string>> = {
  bounce: 'is suppressed: nobody has this address, by the word of its mail server',
  complaint: 'is suppressed: its owner called a mail spam',
  hand: 'is suppressed: the merchant writes no mails to it',
}

const delivery = z
  .object({
    id: z.string().describe('The delivery’s id, as in logs.'),
    kind: z.enum(['receipt', 'resend']).describe('`receipt`: sent when the receipt was accepted.'),
    customerEmailAddress: z.string().describe('Where it goes.'),
    variant: z.enum(variants).optional().describe('Only if the mail’s variant differs from the merchant’s.'),
    messageId: z.string().describe('The same for every attempt.'),
    status: z
      .enum(['queued', 'held', 'sent', 'failed', 'canceled', 'withheld', 'bounced', 'complained'])
      .describe(
        '`held`: an operator paused its delivery. `sent`: our mail server took it. `bounced`, `complained`: it did, and a report came later. `canceled`: an operator gave it up. `withheld`: the merchant is in test mode and doesn’t list the address, or the address is suppressed.',
      ),
    reason: z
      .enum(reasons)
      .optional()
      .describe('Why it didn’t arrive, or not yet; absent before there is something to say.'),
    remedy: z
      .enum(['ask_address', 'wait', 'reputation', 'relay', 'mail', 'none'])
      .optional()
      .describe(
        'What to do about the reason: have another address given, wait, see to the domain’s reputation, to our mail server, or to the mail itself.',
      ),
    createdAt: z.string().describe('ISO 8601, UTC, like all times here.'),
    nextAttemptAt: z.string().optional().describe('Only while queued.'),
    finishedAt: z.string().optional().describe('When it was sent, failed for good, or was canceled.'),
    report: z
      .object({
        receivedAt: z.string().describe('When it came.'),
        words: z.string().describe('What it says, at most 500 characters, as strangers wrote it.'),
      })
      .optional()
      .describe(
        'The last report about it since our mail server took it. While it is `sent`: with a `reason` that somebody still tries, without one that it arrived.',
      ),
    engineVersion: z
      .string()
      .optional()
      .describe('Version of the engine that made the sent mail; compare it with the receipt’s.'),
    attempts: z
      .array(
        z.object({
          number: z.number().describe('From 1.'),
          startedAt: z.string().describe('ISO 8601, UTC.'),
          endedAt: z.string().optional().describe('Absent while it runs.'),
          outcome: z
            .enum(['sent', 'deferred', 'failed', 'interrupted', 'withheld'])
            .optional()
            .describe(
              '`interrupted`: the process died during the attempt; the mail may have been sent. With a `code`, `stopped` or `no_connection`, it wasn’t.',
            ),
          code: z.string().optional().describe('SMTP reply code, or `connection`, `timeout`, `render` …'),
          reason: z
            .enum(reasons)
            .optional()
            .describe('Why it wasn’t accepted: by the reply’s enhanced code (RFC 3463), or else its words.'),
          detail: z.string().optional().describe('The mail server’s reply.'),
        }),
      )
      .describe('Every try to send it, oldest first.'),
  })
  .meta({ id: 'Delivery' })

/** A mail of a receipt, with every attempt to send it. */
export type ListedDelivery = z.infer<typeof delivery>

/** List a receipt's deliveries: every mail with every attempt to send it. */
export function listDeliveries(context: ApiContext): Operation {
  return {
    id: 'listDeliveries',
    method: 'GET',
    path: `${receiptsPath}/{receiptId}/deliveries`,
    tag: 'Receipts',
    summary: 'List a receipt’s deliveries',
    description: 'The receipt’s mails, oldest first, with every attempt to send each.',
    security: 'merchant',
    keyScope: 'read',
    stores: 'some',
    outcomes: {
      200: { description: 'The delivery timeline', schema: z.array(delivery) },
      404: { description: 'The merchant has no such receipt' },
    },
    async handle(call) {
      const { id, merchant_id } = await receiptOf(context, call)
      return { status: 200, json: (await deliveriesOfReceipt(context.db, merchant_id, id)).map(entryOf) }
    },
  }
}

function entryOf(row: Delivery & { attempts: Attempt[] }): ListedDelivery {
  return {
    id: row.id,
    kind: row.kind,
    customerEmailAddress: row.email_address,
    ...(row.variant !== null && { variant: row.variant }),
    messageId: row.message_id,
    status: row.status,
    ...(row.reason !== null && { reason: row.reason, remedy: remedies[row.reason] }),
    createdAt: time(row.created_at),
    ...(row.status === 'queued' && { nextAttemptAt: time(row.due_at) }),
    ...(row.finished_at !== null && { finishedAt: time(row.finished_at) }),
    ...(row.reported_at !== null && { report: { receivedAt: time(Number(row.reported_at)), words: row.report ?? '' } }),
    ...(row.engine_version !== null && { engineVersion: row.engine_version }),
    attempts: row.attempts.map(({ number, started_at, ended_at, outcome, code, reason, detail }) => ({
      number,
      startedAt: time(started_at),
      ...(ended_at !== null && { endedAt: time(ended_at) }),
      ...(outcome !== null && { outcome }),
      ...(code !== null && { code }),
      ...(reason !== null && { reason }),
      ...(detail && { detail }),
    })),
  }
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString()
