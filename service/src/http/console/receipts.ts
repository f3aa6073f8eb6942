import { auditReceipt, CounterfoilError, parseReceipt, type Warning } from 'counterfoil'
import { documentKind, type Gtin12, paymentLabels } from 'counterfoil/internal'
import { catalogue } from '../../basics/catalogue.ts'
import { suppressedBy } from '../../delivery/suppression/suppression.ts'
import { listingsOf } from '../../receipts/listing.ts'
import { languagesOf, type Receipt } from '../../receipts/receipts.ts'
import { type ApiContext, consoleOperation, mountInConsole, type Operation } from '../operation.ts'
import { listDeliveries, resendReceiptEmail } from '../operations/receipt-mails.ts'
import { receiptOf } from '../operations/retrieve-receipt.ts'
import { toldSuppression } from './addresses.ts'
import { languageOf, listed } from './find-receipts.ts'

/** One receipt: what is known of it, its mails, and what a desk does with it. */
export function receiptOperations(context: ApiContext): Operation[] {
  const { db, now, searchKey } = context
  const resend = resendReceiptEmail(context)
  return [
    consoleOperation('lookAtReceipt', 'GET /receipts/{receiptId}', 'Look at a receipt', {
      recorded: true,
      stores: 'some',
      async handle(call) {
        const receipt = await receiptOf(context, call)
        const parts = toldBy(receipt)
        const { merchant_id: merchantId, email_address: mailedTo } = receipt
        const emailAddress = mailedTo ?? parts.customerAddress
        const listings = await listingsOf(db, [receipt])
        const language = languageOf(call.headers)
        return {
          status: 200,
          json: {
            ...listings.map(listing => listed(listing, language))[0],
            ...parts,
            ...paidWith(receipt, language),
            receivedAt: new Date(receipt.received_at).toISOString(),
            languages: languagesOf(receipt),
            suppression:
              emailAddress && toldSuppression(await suppressedBy(db, searchKey, { merchantId, emailAddress }, now())),
            warnings: warningsOf(receipt, call.merchant.settings.gtin12),
            request: receipt.api_request,
          },
          audit: { target: receipt.id },
        }
      },
    }),
    mountInConsole(listDeliveries(context), { id: 'followDeliveries' }),
    mountInConsole(resend, {
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
  const { workstation, customer } = JSON.parse(api_request) as {
    workstation?: { id?: unknown } | null
    customer?: { emailAddress?: unknown } | null
  }
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
  return {
    register: text(workstation?.id),
    customerAddress: text(customer?.emailAddress),
  }
}

/** The payments with their cards, as the mail names them, and whether there is a gift receipt; nothing if today's engine would refuse what an earlier one accepted. */
function paidWith(
  { api_request, received_at: receivedAt }: Receipt,
  language: string,
): { payment?: string; hasGift?: boolean } {
  try {
    const receipt = parseReceipt(api_request, { stored: true, receivedAt })
    const labels = paymentLabels(catalogue().for([language]), receipt)
    return { payment: labels.join(', '), hasGift: !['payment-link', 'return'].includes(documentKind(receipt)) }
  } catch (error) {
    if (error instanceof CounterfoilError) return {}
    throw error
  }
}

/** What is odd about the data; nothing if today's engine would refuse what an earlier one accepted. */
function warningsOf({ api_request, received_at: receivedAt }: Receipt, gtin12: Gtin12 | undefined): Warning[] {
  try {
    return auditReceipt(api_request, { stored: true, receivedAt, ...(gtin12 && { gtin12 }) })
  } catch (error) {
    if (error instanceof CounterfoilError) return []
    throw error
  }
}
