import { ReceiptDataError } from 'counterfoil'
import { parseReceipt, structuredFormats, structuredReceipt } from 'counterfoil/internal'
import { z } from 'zod'
import { findReceipt, type Receipt } from '../../receipts/receipts.ts'
import { errors } from '../errors.ts'
import { type ApiContext, type Call, type Operation, operation, receiptsPath } from '../operation.ts'

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
    keyScope: 'read',
    stores: 'some',
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

const structuredResponse = z
  .object({
    format: z.enum(structuredFormats).describe('The format asked for.'),
    mediaType: z.string().describe('What `document` is: `application/json` or `application/xml`.'),
    document: z.string().describe('The document, as text.'),
    notCarried: z
      .array(
        z.object({
          path: z.string().describe('A field of the request, such as `items[0].brand`.'),
          reason: z.string().describe('Why, in English.'),
        }),
      )
      .describe(
        'What the format can’t hold, and what it asks for and the receipt lacks. Nothing is computed or made up.',
      ),
  })
  .meta({ id: 'StructuredReceipt', description: 'A receipt in a format of other programs.' })

/** Retrieve a receipt in a format that other programs read. */
export function retrieveStructured(context: ApiContext): Operation {
  return operation({
    id: 'retrieveStructured',
    method: 'GET',
    path: `${receiptsPath}/{receiptId}/structured`,
    tag: 'Receipts',
    summary: 'Retrieve a receipt as EKaBS or POSLog',
    security: 'merchant',
    keyScope: 'read',
    stores: 'some',
    query: z.object({
      format: z
        .enum(structuredFormats, `must be one of ${structuredFormats.join(', ')}`)
        .describe('`ekabs`: the German standard of electronic receipts, JSON. `poslog`: POSLog 6, XML.'),
    }),
    outcomes: {
      200: { description: 'The receipt in that format', schema: structuredResponse },
      404: { description: 'The merchant has no such receipt' },
    },
    async handle(call) {
      const receipt = await receiptOf(context, call)
      const { format } = call.parameters
      try {
        const { text, mediaType, notCarried } = structuredReceipt(
          parseReceipt(receipt.api_request, { stored: true, receivedAt: receipt.received_at }),
          format,
        )
        return {
          status: 200,
          headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache' },
          body: JSON.stringify({ format, mediaType, document: text, notCarried }),
        }
      } catch (error) {
        if (error instanceof ReceiptDataError) throw errors.invalid(error.errors)
        throw error
      }
    },
  })
}

/** The receipt in the path. @throws HttpError 404, also for another merchant's receipt, and one out of reach */
export async function receiptOf(
  { db }: ApiContext,
  { reach, params }: Pick<Call, 'reach' | 'params'>,
): Promise<Receipt> {
  const id = params.receiptId ?? ''
  const receipt = /^[0-9a-f]{32}$/.test(id) ? await findReceipt(db, reach, id) : undefined
  if (!receipt) throw errors.notFound()
  return receipt
}
