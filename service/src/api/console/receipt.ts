import { auditReceipt, CounterfoilError, type Gtin12, type Warning } from 'counterfoil'
import { hasBounced } from '../../outbox/bounces.ts'
import type { Receipt } from '../../receipts/receipts.ts'
import { signedAmount } from '../../receipts/signed-amounts.ts'
import { languagesOf } from '../../receipts/stored-document.ts'
import type { ApiContext } from '../context.ts'
import type { Operation } from '../operation.ts'
import { listDeliveries } from '../operations/list-deliveries.ts'
import { resendReceiptEmail } from '../operations/resend-receipt-email.ts'
import { receiptOf } from '../operations/retrieve-receipt.ts'
import { listed } from './find.ts'
import { languageOf } from './language.ts'
import { adopted, consoleOperation } from './operation.ts'

/** One receipt: what is known of it, its mails, and what a desk does with it. */
export function receiptOperations(context: ApiContext): Operation[] {
  const { db, now, searchKey } = context
  const resend = resendReceiptEmail(context)
  return [
    consoleOperation('lookAtReceipt', 'GET /receipts/{receiptId}', 'Look at a receipt', {
      recorded: true,
      async handle(call) {
        const receipt = await receiptOf(context, call)
        const { merchant_id: merchantId, email_address: emailAddress } = receipt
        return {
          status: 200,
          json: {
            ...listed({ ...receipt, amount: signedAmount(receipt, receipt.api_request) }, languageOf(call.headers)),
            ...toldBy(receipt),
            receivedAt: new Date(receipt.received_at).toISOString(),
            languages: languagesOf(receipt),
            hasBounced: emailAddress !== null && (await hasBounced(db, searchKey, { merchantId, emailAddress }, now())),
            warnings: warningsOf(receipt, call.merchant.settings.gtin12),
            request: receipt.api_request,
          },
          audit: { target: receipt.id },
        }
      },
    }),
    adopted(listDeliveries(context), { id: 'followDeliveries' }),
    adopted(resend, {
      id: 'sendReceiptAgain',
      role: 'desk',
      async handle(call) {
        const answer = await resend.handle(call)
        const { variant } = call.query
        // No address: the trail outlives the receipt.
        return { ...answer, audit: { target: call.params.receiptId ?? '', detail: { ...(variant && { variant }) } } }
      },
    }),
  ]
}

/** What only the request says. */
function toldBy({ api_request }: Pick<Receipt, 'api_request'>) {
  const { receiptType, workstation, customer } = JSON.parse(api_request) as {
    receiptType?: unknown
    workstation?: { id?: unknown } | null
    customer?: { emailAddress?: unknown } | null
  }
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
  return {
    receiptType: text(receiptType),
    register: text(workstation?.id),
    customerAddress: text(customer?.emailAddress),
  }
}

/** What is odd about the data; nothing if today's engine would refuse what an earlier one accepted. */
function warningsOf({ api_request }: Pick<Receipt, 'api_request'>, gtin12: Gtin12 | undefined): Warning[] {
  try {
    return auditReceipt(api_request, { stored: true, ...(gtin12 && { gtin12 }) })
  } catch (error) {
    if (error instanceof CounterfoilError) return []
    throw error
  }
}
