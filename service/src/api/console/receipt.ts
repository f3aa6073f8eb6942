import type { Receipts } from '../../receipts/receipts.ts'
import type { Operation } from '../operation.ts'
import { findReceipt } from '../operations/find-receipt.ts'
import { listed } from './find.ts'
import { languageOf } from './language.ts'
import { consoleOperation } from './operation.ts'

/** One receipt, for the page that shows it. */
export function receiptOperations({ receipts }: { receipts: Receipts }): Operation[] {
  return [
    {
      ...consoleOperation('lookAtReceipt', 'GET', '/receipts/{receiptId}', 'Look at a receipt'),
      recorded: true,
      async handle(call) {
        const receipt = await findReceipt(receipts, call)
        return {
          status: 200,
          json: {
            ...listed(receipt, languageOf(call.headers)),
            receivedAt: new Date(receipt.received_at).toISOString(),
          },
          audit: { target: receipt.id },
        }
      },
    },
  ]
}
