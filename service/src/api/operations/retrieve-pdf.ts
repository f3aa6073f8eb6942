import { papers } from 'counterfoil'
import { z } from 'zod'
import { pdfName } from '../../receipts/stored-document.ts'
import { type Operation, operation } from '../operation.ts'
import { receiptsPath } from '../paths.ts'
import { type DocumentOptions, documentAnswer, documentOutcomes } from './document-answer.ts'
import { findReceipt } from './find-receipt.ts'
import { variantParameter } from './variant.ts'

const parameters = z.object({
  paper: z
    .enum(papers, `must be one of ${papers.join(', ')}`)
    .optional()
    .describe('Default: the merchant’s paper, or else `a4`.'),
  variant: variantParameter,
})

/** Retrieve a receipt as PDF: its original document, on any paper. */
export function retrievePdf(options: DocumentOptions): Operation {
  return operation({
    id: 'retrievePdf',
    method: 'GET',
    path: `${receiptsPath}/{receiptId}/pdf`,
    tag: 'Receipts',
    summary: 'Retrieve a receipt as PDF',
    security: 'merchant',
    query: parameters,
    mayWait: true,
    outcomes: documentOutcomes({
      description: 'The receipt as PDF',
      contentType: 'application/pdf',
      headers: { 'Content-Disposition': 'A file name made from the transaction number.' },
    }),
    async handle(call) {
      const receipt = await findReceipt(options.receipts, call)
      const { paper, variant } = call.parameters
      return documentAnswer(options, call, receipt, variant, {
        kind: 'PDF',
        form: `pdf ${paper ?? ''}`,
        type: 'application/pdf',
        extra: { 'content-disposition': `attachment; filename="${pdfName(receipt, variant)}"` },
        make: (engine, asked) => engine.pdf(receipt.api_request, { ...asked, ...(paper && { paper }) }),
      })
    },
  })
}
