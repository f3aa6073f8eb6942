import { rolls } from 'counterfoil/internal'
import { z } from 'zod'
import { type ApiContext, type Operation, operation, receiptsPath } from '../operation.ts'
import { documentAnswer, documentOutcomes } from './documents.ts'
import { receiptOf } from './retrieve-receipt.ts'

/** Retrieve a receipt as a receipt printer prints it: a picture, for the console. */
export function retrieveSlip(context: ApiContext): Operation {
  return operation({
    id: 'retrieveSlip',
    method: 'GET',
    path: `${receiptsPath}/{receiptId}/slip`,
    tag: 'Receipts',
    summary: 'Retrieve a receipt as a picture of its slip',
    security: 'merchant',
    query: z.object({ paper: z.enum(rolls, `must be one of ${rolls.join(', ')}`).default('roll80') }),
    mayWait: true,
    outcomes: documentOutcomes({ description: 'The slip as a picture', contentType: 'image/png' }),
    async handle(call) {
      const receipt = await receiptOf(context, call)
      const { paper } = call.parameters
      return documentAnswer(context, call, receipt, undefined, {
        kind: 'slip',
        turns: 'pdf',
        form: `slip ${paper}`,
        type: 'image/png',
        make: (engine, options) => engine.image(receipt.api_request, { ...options, slip: paper, scale: dotsPerPixel }),
      })
    },
  })
}

/** A printer's dots, 203 an inch. */
const dotsPerPixel = 203 / 96
