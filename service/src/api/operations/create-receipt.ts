import { auditReceipt, offerContentTypes, readStored } from 'counterfoil'
import { z } from 'zod'
import { mailDomainOf } from '../../mail/transport.ts'
import type { Engines } from '../../merchants/engines.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import type { Offers } from '../../merchants/offers.ts'
import type { Metrics } from '../../monitoring/metrics.ts'
import { createWarningCounts } from '../../monitoring/warning-counts.ts'
import type { Receipts } from '../../receipts/receipts.ts'
import type { Refusals } from '../../receipts/refusals.ts'
import type { Warnings } from '../../receipts/warnings.ts'
import type { FairScheduler } from '../../scheduling/fair-scheduler.ts'
import type { Events } from '../../statistics/counting/events.ts'
import { errors } from '../errors.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { fillPath, receiptsPath } from '../paths.ts'

export const receiptResponse = z
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

export interface CreateReceiptOptions {
  receipts: Receipts
  offers: Offers
  engines: Engines
  metrics: Metrics
  refusals: Pick<Refusals, 'note'>
  warnings: Pick<Warnings, 'note'>
  events: Pick<Events, 'refused'>
  now: () => number
  turns: FairScheduler
  mailFrom: string
  /** The full URL for a path of this service. */
  address: (path: string) => string
}

/** Create and email a receipt. A rejected request doesn't use up its requestId. */
export function createReceipt(options: CreateReceiptOptions): Operation {
  const { turns, metrics } = options
  const countWarnings = createWarningCounts(metrics.receiptWarnings)
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

    admit: turns.admit,
    handle: call =>
      turns.take({
        merchantId: call.merchant.id,
        bytes: call.body.length,
        signal: call.signal,
        run: () => accept({ ...options, countWarnings }, call),
      }),
  }
}

async function accept(
  options: CreateReceiptOptions & { countWarnings: ReturnType<typeof createWarningCounts> },
  { body, headers, merchant }: Call,
): Promise<Answer> {
  const { receipts, offers, engines, metrics, refusals, events, now, mailFrom, address, countWarnings } = options
  const {
    receipt,
    masked,
    errors: fields,
    warnings: read,
  } = readStored(body, merchant.settings.cardData, merchant.settings)
  if (!receipt || masked === undefined) {
    metrics.receipts.inc({ result: 'invalid' })
    events.refused({ merchantId: merchant.id, timeZone: zoneOf(merchant.settings) }, fields)
    refusals.note(merchant.id, fields, body)
    throw errors.invalid(fields)
  }
  const shown =
    merchant.settings.marketing === false ? [] : await offers.running(merchant.id, receipt.workstation.store.id, now())
  const accepted = await receipts.accept({
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
  const warnings = [...read, ...auditReceipt(receipt, merchant.settings)]
  if (warnings.length > 0) {
    const { workstation } = receipt
    countWarnings(merchant.id, warnings)
    options.warnings.note({ merchantId: merchant.id, receiptId: accepted.id, workstation }, warnings)
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
