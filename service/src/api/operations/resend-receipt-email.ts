import { isEmailAddress } from 'counterfoil'
import { z } from 'zod'
import { required } from '../../errors/check.ts'
import { mailDomainOf } from '../../mail/transport.ts'
import { mailsPerHour, resendReceipt } from '../../receipts/receipts.ts'
import { storedOptions } from '../../receipts/stored-document.ts'
import type { ApiContext } from '../context.ts'
import { errors } from '../errors.ts'
import { type Operation, operation } from '../operation.ts'
import { receiptsPath } from '../paths.ts'
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
    description: `At most ${mailsPerHour} mails per receipt per hour; after that, a 429.`,
    security: 'merchant',
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
      const mailDomain = mailDomainOf(call.merchant, context.mailFrom)
      const resent = await resendReceipt(context, receipt, { emailAddress, mailDomain, variant })
      if (resent === 'too many') throw errors.tooManyRequests(3600)
      if (resent === 'erased') throw errors.notFound()
      return { status: 202 }
    },
  })
}
