import { ReceiptDataError } from 'counterfoil'
import { parseReceipt, structuredFormats, structuredReceipt } from 'counterfoil/internal'
import { z } from 'zod'
import { errors } from '../errors.ts'
import { type ApiContext, type Operation, operation, receiptsPath } from '../operation.ts'
import { receiptOf } from './retrieve-receipt.ts'

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
          parseReceipt(receipt.api_request, { stored: true }),
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
