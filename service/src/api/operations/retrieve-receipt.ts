import { z } from 'zod'
import { findReceipt, type Receipt } from '../../receipts/receipts.ts'
import { errors } from '../errors.ts'
import { type ApiContext, type Call, type Operation, receiptsPath } from '../operation.ts'

/** The interface's small envelope. The answer has its fields, but for `data`, which is `apiRequest` here. */
const requestEnvelope = z
  .object({
    apiVersion: z.string().describe('Interface version of the request.'),
    data: z.unknown().optional().describe('The request. Not sent: the answer has it as `apiRequest`.'),
  })
  .meta({ id: 'RequestEnvelope', description: 'A request and the version of the interface that it was made with.' })

const receiptDataResponse = z
  .object({
    receiptId: z.string().describe('The receipt’s id.'),
    apiVersion: requestEnvelope.shape.apiVersion,
    receivedAt: z.string().describe('When the receipt was accepted, ISO 8601, UTC.'),
    engineVersion: z
      .string()
      .describe(
        'Engine version that accepted the receipt; behind the `+` the hash of what draws, the same if its documents are.',
      ),
    customerEmailAddress: z.string().nullable().describe('Where it was mailed; null if it wasn’t.'),
    locale: z
      .object({
        requested: z.string().nullable().describe('`Accept-Language` as sent.'),
        chosen: z.string().describe('Language tag of the receipt.'),
        source: z.string().describe('What decided it, such as the header or the store.'),
        languages: z.array(z.string()).describe('All languages printed, the first first.'),
      })
      .loose()
      .describe('The receipt’s language and how it was chosen.'),
    apiRequest: z
      .record(z.string(), z.unknown())
      .describe(
        'The request as sent, except for card data. Masked but for the last four characters: the `accountNumber` of every `deposit` and `giftCard`, too long `last4Digits`, and card numbers anywhere else. `null` instead: security codes, PINs, track data, `giftCard.authNumber`, and what the merchant’s `cardData` leaves out.',
      ),
  })
  .meta({ id: 'ReceiptDataResponse', allOf: [{ $ref: '#/components/schemas/RequestEnvelope' }] })

/** Retrieve one receipt. */
export function retrieveReceipt(context: ApiContext): Operation {
  return {
    id: 'retrieveReceipt',
    method: 'GET',
    path: `${receiptsPath}/{receiptId}`,
    tag: 'Receipts',
    summary: 'Retrieve one receipt',
    security: 'merchant',
    outcomes: {
      200: { description: 'The stored receipt', schema: receiptDataResponse },
      404: { description: 'The merchant has no such receipt' },
    },
    handle: async call => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: envelopeOf(await receiptOf(context, call)),
    }),
  }
}

/** Inserts the request as its original text, so that every number keeps its digits. */
function envelopeOf(receipt: Receipt): string {
  const around = JSON.stringify({
    receiptId: receipt.id,
    apiVersion: receipt.api_version,
    receivedAt: new Date(receipt.received_at).toISOString(),
    engineVersion: receipt.engine_version,
    customerEmailAddress: receipt.email_address,
  })
  return `${around.slice(0, -1)},"locale":${receipt.locale},"apiRequest":${receipt.api_request}}`
}

/** The receipt in the path. @throws HttpError 404, also for another merchant's receipt */
export async function receiptOf({ db }: ApiContext, { merchant, params }: Call): Promise<Receipt> {
  const id = params.receiptId ?? ''
  const receipt = /^[0-9a-f]{32}$/.test(id) ? await findReceipt(db, merchant.id, id) : undefined
  if (!receipt) throw errors.notFound()
  return receipt
}
