import { z } from 'zod'
import { type Operation, operation } from '../operation.ts'
import { receiptsPath } from '../paths.ts'
import { type DocumentOptions, documentAnswer, documentOutcomes } from './document-answer.ts'
import { findReceipt } from './find-receipt.ts'
import { variantParameter } from './variant.ts'

const parameters = z.object({ variant: variantParameter })

/** Retrieve a receipt as a self-contained web page. */
export function retrieveHtml(options: DocumentOptions): Operation {
  return operation({
    id: 'retrieveHtml',
    method: 'GET',
    path: `${receiptsPath}/{receiptId}/html`,
    tag: 'Receipts',
    summary: 'Retrieve a receipt as HTML',
    security: 'merchant',
    query: parameters,
    mayWait: true,
    outcomes: documentOutcomes({ description: 'The receipt as a page with embedded images', contentType: 'text/html' }),
    async handle(call) {
      const receipt = await findReceipt(options.receipts, call)
      const { variant } = call.parameters
      return documentAnswer(options, call, receipt, variant, {
        kind: 'page',
        form: 'html',
        type: 'text/html; charset=utf-8',
        make: async (engine, asked) => engine.html(receipt.api_request, asked),
      })
    },
  })
}
