import { z } from 'zod'
import { reasons } from '../../basics/reasons.ts'
import type { EventType } from '../../delivery/webhooks/payload.ts'
import { reportKinds } from '../../worker/reports/schedules.ts'

const [id, time] = [z.string(), z.iso.datetime()]
const ofMerchant = { merchantId: id.describe('The merchant.') }
const ofReceipt = { ...ofMerchant, receiptId: id.describe('The receipt.') }
const ofMail = {
  ...ofReceipt,
  deliveryId: id.describe('The mail.'),
  kind: z.enum(['receipt', 'resend']).describe('`receipt` for the first mail of a receipt.'),
}
const customer = z
  .object({ emailAddress: z.string().describe('The customer’s address.') })
  .optional()
  .describe('Only if the webhook asks for it.')
const reason = z.enum(reasons).describe('Why it didn’t arrive, or not yet.')
const tried = {
  ...ofMail,
  attempt: z.number().int().describe('Which attempt it was; of a canceled mail, how many there were.'),
  code: z
    .string()
    .optional()
    .describe(
      'The mail server’s reply code, or a word such as `connection`; `suppressed`, `test_mode` or `canceled` if the mail was not to be sent.',
    ),
  reason: reason.optional(),
  customer,
}
const reported = { ...ofMail, reason: reason.nullable(), customer }

/** What each event tells, as `data`. New fields may come at any time. */
const events: Readonly<Record<EventType | 'webhook.test', { summary: string; data: z.ZodObject }>> = {
  'receipt.accepted': {
    summary: 'A receipt was accepted',
    data: z.looseObject({
      ...ofReceipt,
      transactionNumber: z.string().describe('As on the receipt.'),
      transactionType: z.string().describe('As sent.'),
      amount: z.number().describe('The grand amount, as sent.'),
      currency: z.string().nullable().describe('ISO 4217; null if neither receipt nor store has one.'),
      storeId: z.string().describe('As sent.'),
      receiptDate: z.string().describe('As on the receipt.'),
      receivedAt: time.describe('When it was accepted.'),
      isMailed: z.boolean().describe('Whether a mail goes out.'),
      customer,
    }),
  },
  'receipt.erased': { summary: 'A receipt was erased', data: z.looseObject(ofReceipt) },
  'delivery.sent': { summary: 'The mail server took a mail', data: z.looseObject(tried) },
  'delivery.deferred': {
    summary: 'A mail couldn’t be sent yet',
    data: z.looseObject({ ...tried, nextAttemptAt: time.describe('When it is tried again.') }),
  },
  'delivery.failed': {
    summary: 'A mail failed for good, or was not to be sent',
    data: z.looseObject(tried),
  },
  'delivery.bounced': { summary: 'A report came that a sent mail didn’t arrive', data: z.looseObject(reported) },
  'delivery.complained': { summary: 'The customer marked a mail as spam', data: z.looseObject(reported) },
  'till.silent': {
    summary: 'A till stopped sending receipts when it usually sends some',
    data: z.looseObject({
      ...ofMerchant,
      storeId: z.string().describe('As tills send it.'),
      storeName: z.string().describe('The store’s name.'),
      register: z.string().optional().describe('The till; absent if all of the store’s are silent.'),
      since: time.describe('The end of the last hour with a receipt.'),
      missing: z.number().describe('Receipts that would usually have come since.'),
    }),
  },
  'report.ready': {
    summary: 'A report was made',
    data: z.looseObject({
      ...ofMerchant,
      report: z.enum(reportKinds).describe('What it is about; what it says is in further fields.'),
      scheduleId: z.string().describe('The report’s id.'),
      date: z.iso.date().describe('The day on which it was due, by its clock.'),
    }),
  },
  'webhook.test': { summary: 'Somebody tries the webhook', data: z.looseObject(ofMerchant) },
}

/** The events with the schemas of their messages, for the OpenAPI. */
export const webhookMessages = Object.entries(events).map(([type, { summary, data }]) => ({
  type,
  summary,
  schema: z.object({
    type: z.literal(type).describe('What happened.'),
    version: z.literal(1).describe('Of this form; fields may be added to it.'),
    timestamp: time.describe('When it happened.'),
    data: data.describe('Ids, amounts, times and codes.'),
  }),
}))
