import { z } from 'zod'
import { readBy } from '../../basics/errors/errors.ts'
import { type MerchantSettings, zoneOf } from '../../merchants/merchant-settings.ts'
import { countChosen, eraseChosen } from '../../receipts/privacy/erase.ts'
import { exportPage, maxExported, pageText } from '../../receipts/privacy/export.ts'
import {
  type Choice,
  choiceFields,
  choiceOf,
  isOneChoice,
  notOneChoice,
  readPosition,
  reference,
  toldChoice,
  writePosition,
} from '../../receipts/privacy/find.ts'
import { findReceipt } from '../../receipts/receipts.ts'
import { act, UnknownTargetError } from '../act.ts'

const erasureInput = z
  .strictObject({
    ...choiceFields,
    dryRun: z.boolean().optional().describe('Only counts them; default false.'),
    reference,
  })
  .refine(isOneChoice, notOneChoice)
  .meta({ id: 'ErasureInput' })

const exportInput = z
  .strictObject({
    ...choiceFields,
    reference,
    cursor: z
      .string()
      .transform(readBy(readPosition, 'must be as `next` gave it'))
      .optional()
      .describe('The `next` of the answer before, with the same choice.'),
  })
  .refine(isOneChoice, notOneChoice)
  .meta({ id: 'ExportInput' })

const erased = z
  .object({
    receipts: z.number().describe('How many receipts.'),
    deliveries: z.number().describe('How many mails, sent or not.'),
    files: z.number().describe('How many files of mails, on this machine.'),
    dryRun: z.boolean().describe('Whether they were only counted.'),
  })
  .meta({ id: 'Erased' })

const exportedDelivery = z
  .looseObject({
    id: z.string().describe('The mail’s id.'),
    receiptId: z.string().describe('The receipt it was made of.'),
    emailAddress: z.string().describe('Whom it was sent to.'),
    attempts: z.array(z.looseObject({})).describe('Every attempt to send it, with the mail server’s answer.'),
  })
  .meta({ id: 'ExportedDelivery' })

const exportedReceipt = z
  .looseObject({
    id: z.string().describe('The receipt’s id.'),
    apiRequest: z.looseObject({}).describe('The request as the till sent it, except card data.'),
    deliveries: z.array(exportedDelivery).describe('Its mails, oldest first.'),
    webhookMessages: z
      .array(z.looseObject({}))
      .describe('What the merchant’s webhooks were told about it, and what they answered.'),
  })
  .meta({ id: 'ExportedReceipt' })

const exported = z
  .object({
    merchantId: z.string().describe('The merchant.'),
    exportedAt: z.string().describe('When, ISO 8601, UTC.'),
    next: z.string().optional().describe('There is more: send this as `cursor`.'),
    receipts: z.array(exportedReceipt).describe('Receipts with every stored field.'),
    deliveries: z
      .array(exportedDelivery)
      .describe('Mails of other customers’ receipts to the address, with every stored field.'),
    suppression: z.looseObject({}).optional().describe('Why the merchant doesn’t write to the address, if it doesn’t.'),
  })
  .meta({ id: 'Exported' })

/** How the command writes a choice. */
const chosen = '(--email <address> | --receipt <id> | --from <date> --to <date>)'

/** The acts on what is stored of a customer: an operator's, and a shop's on one receipt. They are POST: a URL ends up in logs. */
export const privacyActs = {
  eraseReceipts: act({
    id: 'eraseReceipts',
    at: 'POST /merchants/{merchantId}/erasures',
    access: {
      admin: 'privacy',
      command: `privacy erase <merchant> ${chosen} [--dry-run] [--vacuum] [--reference <text>]`,
    },
    summary: 'Erase receipts and mails',
    description:
      'Erases a customer’s receipts and the mails to an address, or one receipt, or those of some days. Queued mails are never sent; one being sent right now may still arrive. Their requestIds stay used. What stays, also in backups, is in SECURITY.md.',
    input: erasureInput,
    outcomes: { 200: { description: 'How much', schema: erased } },
    async run(context, { dryRun = false, reference: _, ...fields }) {
      const { merchant } = context
      const counts = await (dryRun ? countChosen : eraseChosen)(context, merchant.id, choiceIn(merchant, fields))
      return { ...counts, dryRun }
    },
    audit: ({ dryRun = false, reference: number, ...fields }, { merchant }, result) => ({
      detail: { ...toldChoice(choiceIn(merchant, fields)), ...result, dryRun, reference: number },
    }),
    report({ log, merchantId, actor }, { receipts, dryRun }) {
      if (!dryRun) log.warn('An operator erased receipts', { merchantId, count: receipts, actor })
    },
  }),

  exportReceipts: act({
    id: 'exportReceipts',
    at: 'POST /merchants/{merchantId}/exports',
    access: {
      admin: 'privacy',
      command: `privacy export <merchant> ${chosen} [--out <file.json>] [--reference <text>]`,
    },
    summary: 'Export receipts and mails',
    description: `Everything stored of what an erasure with the same choice would erase, at most ${maxExported} receipts and 16 MiB in one answer.`,
    input: exportInput,
    outcomes: { 200: { description: 'The data', schema: exported } },
    async run(context, { cursor, reference: _, ...fields }) {
      const { merchant, now } = context
      const page = await exportPage(context, merchant.id, choiceIn(merchant, fields), cursor)
      const next = page.next && writePosition(page.next)
      return {
        counts: { receipts: page.receipts.length, deliveries: page.deliveries.length },
        text: pageText(page, { merchantId: merchant.id, exportedAt: new Date(now()).toISOString(), next }),
      }
    },
    answer: ({ text }) => text,
    audit: ({ cursor: _, reference: number, ...fields }, { merchant }, result) => ({
      detail: { ...toldChoice(choiceIn(merchant, fields)), ...result?.counts, reference: number },
    }),
  }),
}

/** Why a shop erases a receipt. */
const reasons = ['customer', 'mistake', 'test'] as const

/** A shop's acts on one of its receipts. */
export const receiptActs = {
  eraseReceipt: act({
    id: 'eraseReceipt',
    at: 'POST /merchants/{merchantId}/receipts/{receiptId}/erase',
    access: { console: 'manager', stores: 'some' },
    summary: 'Erase a receipt',
    input: z.strictObject({ reason: z.enum(reasons), reference }),
    outcomes: { 200: { description: 'How much' } },
    async run(context) {
      const { db, merchant, reach, target } = context
      if (!(await findReceipt(db, reach, target))) throw new UnknownTargetError('There is no such receipt.')
      return eraseChosen(context, merchant.id, { receiptId: target })
    },
    audit: ({ reason, reference: number }, { target }, result) => ({
      target,
      detail: { ...result, reason, reference: number },
    }),
  }),
}

function choiceIn({ settings }: { settings: MerchantSettings }, fields: Parameters<typeof choiceOf>[0]): Choice {
  return choiceOf(fields, zoneOf(settings))
}
