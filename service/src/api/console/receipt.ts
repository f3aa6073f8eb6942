import { auditReceipt, CounterfoilError, type Warning } from 'counterfoil'
import { type Gtin12, isEmailAddress, nearest } from 'counterfoil/internal'
import { z } from 'zod'
import { hasBounced } from '../../outbox/bounces.ts'
import { listingsOf } from '../../receipts/listing.ts'
import { languagesOf, type Receipt } from '../../receipts/receipts.ts'
import { type ApiContext, consoleOperation, mountInConsole, type Operation } from '../operation.ts'
import { listDeliveries, resendReceiptEmail } from '../operations/receipt-mails.ts'
import { receiptOf } from '../operations/retrieve-receipt.ts'
import { languageOf, listed } from './find.ts'

/** One receipt: what is known of it, its mails, and what a desk does with it. */
export function receiptOperations(context: ApiContext): Operation[] {
  const { db, now, searchKey } = context
  const resend = resendReceiptEmail(context)
  return [
    consoleOperation('lookAtReceipt', 'GET /receipts/{receiptId}', 'Look at a receipt', {
      recorded: true,
      async handle(call) {
        const receipt = await receiptOf(context, call)
        const parts = toldBy(receipt)
        const { merchant_id: merchantId, email_address: mailedTo } = receipt
        const emailAddress = mailedTo ?? parts.customerAddress
        const listings = await listingsOf(db, [receipt])
        return {
          status: 200,
          json: {
            ...listings.map(listing => listed(listing, languageOf(call.headers)))[0],
            ...parts,
            receivedAt: new Date(receipt.received_at).toISOString(),
            languages: languagesOf(receipt),
            hasBounced:
              emailAddress !== undefined && (await hasBounced(db, searchKey, { merchantId, emailAddress }, now())),
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

/** What is odd about the data; nothing if today's engine would refuse what an earlier one accepted. */
function warningsOf({ api_request }: Pick<Receipt, 'api_request'>, gtin12: Gtin12 | undefined): Warning[] {
  try {
    return auditReceipt(api_request, { stored: true, ...(gtin12 && { gtin12 }) })
  } catch (error) {
    if (error instanceof CounterfoilError) return []
    throw error
  }
}

const addressInput = z.strictObject({ email: z.string().trim().min(1).max(254) })

/** The domains that people mean when they mistype one. */
const commonDomains = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'icloud.com',
  'aol.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'orange.fr',
  'free.fr',
  'laposte.net',
  'yahoo.fr',
  'hotmail.fr',
  'yahoo.es',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'btinternet.com',
  'docomo.ne.jp',
  'ezweb.ne.jp',
  'yahoo.co.jp',
]

/** Says whether an address is worth a mail before it is sent. It is a POST, because an address in a URL ends up in logs. */
export function checkAddress({ db, now, searchKey, validate }: ApiContext): Operation {
  return consoleOperation('checkAddress', 'POST /addresses/check', 'Check an address', {
    role: 'desk',
    recorded: false,
    body: addressInput,
    async handle({ input: { email }, merchant }) {
      if (!isEmailAddress(email)) return { status: 200, json: { status: 'malformed' } }
      const [verdict, bounced] = await Promise.all([
        validate(merchant.id, email),
        hasBounced(db, searchKey, { merchantId: merchant.id, emailAddress: email }, now()),
      ])
      const status = bounced ? 'bounced' : verdict === 'invalid' ? 'noMail' : 'fine'
      const meant = meantAddress(email)
      return { status: 200, json: { status, ...(meant !== undefined && { meant }) } }
    },
  })
}

/** The same address at the common domain that differs by a letter or two. */
export function meantAddress(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (commonDomains.includes(domain)) return undefined
  const meant = nearest(domain, commonDomains)
  return meant === undefined || Math.abs(meant.length - domain.length) > 2
    ? undefined
    : `${email.slice(0, at)}@${meant}`
}
