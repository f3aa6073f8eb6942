import { z } from 'zod'
import { check } from '../../errors/check.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import type { Merchants } from '../../merchants/merchants.ts'
import type { Log } from '../../monitoring/log.ts'
import { choiceFields, choiceOf, isOneChoice, notOneChoice, toldChoice } from '../../receipts/privacy/choice.ts'
import type { Erasure } from '../../receipts/privacy/erase.ts'
import { type Exports, mostExported, pageText } from '../../receipts/privacy/export.ts'
import { readPosition, writePosition } from '../../receipts/privacy/position.ts'
import { reference } from '../../receipts/privacy/reference.ts'
import { readBody } from '../body.ts'
import type { Operation } from '../operation.ts'
import { merchantOf } from './merchants.ts'

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
      .transform((text, context) => {
        const position = readPosition(text)
        if (position) return position
        context.addIssue({ code: 'custom', message: 'must be as `next` gave it' })
        return z.NEVER
      })
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
    bounce: z.looseObject({}).optional().describe('The last bounce of the address, if one is known.'),
  })
  .meta({ id: 'Exported' })

export interface PrivacyOptions {
  merchants: Merchants
  erasure: Erasure
  exports: Exports
  log: Log
  now: () => number
}

/** The `/admin` operations that erase and export what is stored of a customer. They are POST, because a URL ends up in logs. */
export function privacyOperations({ merchants, erasure, exports, log, now }: PrivacyOptions): Operation[] {
  return [
    {
      id: 'eraseReceipts',
      method: 'POST',
      path: '/admin/merchants/{merchantId}/erasures',
      tag: 'Administration',
      summary: 'Erase receipts and mails',
      description:
        'Erases a customer’s receipts and the mails to an address, or one receipt, or those of some days. Queued mails are never sent; one being sent right now may still arrive. Their requestIds stay used. What stays, also in backups, is in SECURITY.md.',
      security: 'admin',
      scope: 'privacy',
      body: erasureInput,
      outcomes: {
        200: { description: 'How much', schema: erased },
        404: { description: 'There is no such merchant' },
      },
      async handle({ params, body, actor }) {
        const { id, settings } = await merchantOf(merchants, params.merchantId)
        const { dryRun = false, reference: number, ...fields } = check(erasureInput, readBody(body))
        const choice = choiceOf(fields, zoneOf(settings))
        const counts = dryRun ? await erasure.count(id, choice) : await erasure.erase(id, choice)
        if (!dryRun) log.warn('An operator erased receipts', { merchantId: id, count: counts.receipts, actor })
        const json = { ...counts, dryRun }
        return { status: 200, json, audit: { detail: { ...toldChoice(choice), ...json, reference: number } } }
      },
    },
    {
      id: 'exportReceipts',
      method: 'POST',
      path: '/admin/merchants/{merchantId}/exports',
      tag: 'Administration',
      summary: 'Export receipts and mails',
      description: `Everything stored of what an erasure with the same choice would erase, at most ${mostExported} receipts and 16 MiB in one answer.`,
      security: 'admin',
      scope: 'privacy',
      body: exportInput,
      outcomes: {
        200: { description: 'The data', schema: exported },
        404: { description: 'There is no such merchant' },
      },
      async handle({ params, body }) {
        const { id, settings } = await merchantOf(merchants, params.merchantId)
        const { cursor, reference: number, ...fields } = check(exportInput, readBody(body))
        const choice = choiceOf(fields, zoneOf(settings))
        const page = await exports.page(id, choice, cursor)
        const counts = { receipts: page.receipts.length, deliveries: page.deliveries.length }
        const next = page.next && writePosition(page.next)
        return {
          status: 200,
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: pageText(page, { merchantId: id, exportedAt: new Date(now()).toISOString(), next }),
          audit: { detail: { ...toldChoice(choice), ...counts, reference: number } },
        }
      },
    },
  ]
}
