import { auditReceipt, type Warning } from 'counterfoil'
import { offerContentTypes, readStored } from 'counterfoil/internal'
import { z } from 'zod'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import { mailDomainOf } from '../../merchants/merchants.ts'
import { runningOffers } from '../../merchants/offers.ts'
import type { Metrics } from '../../monitoring/metrics.ts'
import { noteRefusal } from '../../receipts/problems.ts'
import { errors } from '../errors.ts'
import { type Answer, type ApiContext, type Call, fillPath, type Operation, receiptsPath } from '../operation.ts'

const receiptResponse = z
  .object({
    customerEmailAddress: z.string().nullable().describe('Address the receipt is emailed to; null if it isn’t.'),
    receiptId: z.string().describe('The receipt’s id in all other operations.'),
    offers: z
      .array(
        z.object({
          offerContentType: z
            .enum(offerContentTypes)
            .optional()
            .describe('How to read `content`; default `text/plain`.'),
          content: z.string().describe('Base64 for `image/*`, text for `text/*`.'),
          imageWidth: z.number().optional().describe('CSS px; images only.'),
        }),
      )
      .describe('Offers of the merchant for this store, to show or print.'),
  })
  .meta({ id: 'ReceiptResponse' })

/** Create and email a receipt. A rejected request doesn't use up its requestId. */
export function createReceipt(context: ApiContext): Operation {
  const { create } = context.schedulers
  const countWarnings = createWarningCounts(context.metrics.receiptWarnings)
  return {
    id: 'createReceipt',
    method: 'POST',
    path: receiptsPath,
    tag: 'Receipts',
    summary: 'Create and email a receipt',
    description:
      '200 means the receipt is on disk and queued for delivery. ' +
      'A `requestId` that was accepted before gets a 409 with the first receipt as its `Location`. ' +
      'Every answer to a valid key has a `Counterfoil-Mode` header, `live` or `test`: whether mails reach customers.',
    security: 'merchant',
    requestHeaders: {
      'Accept-Language': 'The receipt’s language, such as `fr_CA`; overrides the store’s.',
    },
    body: { $ref: '#/components/schemas/ReceiptData' },
    mayWait: true,
    outcomes: {
      200: {
        description: 'Accepted and, for a digital receipt, queued for delivery',
        schema: receiptResponse,
        headers: {
          'Counterfoil-Warnings':
            'How many warnings there are about the receipt, `0` if none: what `counterfoil check` says of it, and the console lists.',
        },
      },
      409: { description: 'The requestId was used before', headers: { Location: 'The receipt that used it.' } },
    },

    admit: create.admit,
    handle: call =>
      create.take({
        merchantId: call.merchant.id,
        bytes: call.body.length,
        signal: call.signal,
        run: () => accept(context, call, countWarnings),
      }),
  }
}

async function accept(
  context: ApiContext,
  { body, headers, merchant }: Call,
  countWarnings: ReturnType<typeof createWarningCounts>,
): Promise<Answer> {
  const { db, engines, metrics, events, now, mailFrom, address } = context
  const {
    receipt,
    masked,
    errors: fields,
  } = readStored(body, merchant.settings.cardData, {
    gtin12: merchant.settings.gtin12,
    receivedAt: now(),
  })
  if (!receipt || masked === undefined) {
    metrics.receipts.inc({ result: 'invalid' })
    events.refused({ merchantId: merchant.id, timeZone: zoneOf(merchant.settings) }, fields)
    noteRefusal(context, merchant.id, fields, body)
    throw errors.invalid(fields)
  }
  const shown =
    merchant.settings.marketing === false
      ? []
      : await runningOffers(db, merchant.id, receipt.workstation.store.id, now())
  const accepted = await context.accept({
    merchant,
    receipt,
    apiRequest: masked,
    locale: await engines.use(merchant, engine =>
      engine.locale(receipt, { acceptLanguage: headers['accept-language'] ?? null }),
    ),
    offerIds: shown.map(({ id }) => id),
    mailDomain: mailDomainOf(merchant, mailFrom),
  })
  if ('duplicateOf' in accepted) {
    metrics.receipts.inc({ result: 'duplicate' })
    throw errors.duplicate(
      address(fillPath(`${receiptsPath}/{receiptId}`, { merchantId: merchant.id, receiptId: accepted.duplicateOf })),
    )
  }
  metrics.receipts.inc({ result: 'accepted' })
  // A hundredth of a create; later, the receipt would have to be read again, which costs ten times as much.
  const warnings = auditReceipt(receipt, merchant.settings)
  if (warnings.length > 0) {
    const { workstation } = receipt
    countWarnings(merchant.id, warnings)
    context.warnings.note({ merchantId: merchant.id, receiptId: accepted.id, workstation }, warnings)
  }
  return {
    status: 200,
    headers: { 'counterfoil-warnings': String(warnings.length) },
    json: {
      customerEmailAddress: accepted.emailAddress ?? null,
      receiptId: accepted.id,
      offers: shown.map(({ offer }) => offer),
    },
  }
}

/** Series a process remembers: of merchant and kind. */
const maxSeries = 1000

/**
 * Counts receipts with warnings, once for each kind; those of further merchants under `other`. Not by store and till, whose names
 * are the tills' texts: those are in the database (`createWarnings`).
 */
export function createWarningCounts(
  counter: Metrics['receiptWarnings'],
): (merchant: string, warnings: readonly Warning[]) => void {
  const series = new Set<string>()

  return (merchant, warnings) => {
    for (const kind of new Set(warnings.map(({ code }) => code))) {
      const key = `${kind} ${merchant}`
      if (series.size < maxSeries) series.add(key)
      counter.inc({ merchant: series.has(key) ? merchant : 'other', kind })
    }
  }
}
