import type { IncomingHttpHeaders } from 'node:http'
import { auditReceipt, CounterfoilError, parseReceipt, type Warning } from 'counterfoil'
import {
  createFormat,
  documentKind,
  type Gtin12,
  isEmailAddress,
  nearest,
  paymentLabels,
  tenderTypeName,
} from 'counterfoil/internal'
import { z } from 'zod'
import { catalogue } from '../../basics/catalogue.ts'
import { defined } from '../../basics/maps.ts'
import { reasons } from '../../basics/reasons.ts'
import { type Suppression, suppressedBy } from '../../delivery/suppression/suppression.ts'
import { consoleFigures } from '../../merchants/speech.ts'
import { type Listing, listingsOf, listStores } from '../../receipts/listing.ts'
import { type ListedReceipt, readCursor, writeCursor } from '../../receipts/page.ts'
import { languagesOf, type Receipt, receiptDateOf } from '../../receipts/receipts.ts'
import { searchReceipts } from '../../receipts/search/search.ts'
import { type ApiContext, consoleOperation, mountInConsole, type Operation } from '../operation.ts'
import { listDeliveries, resendReceiptEmail } from '../operations/receipt-mails.ts'
import { receiptOf } from '../operations/retrieve-receipt.ts'

const text = (most: number) => z.string().trim().min(1).max(most)

/** `2026-11-20` as days since 1970. */
const day = z.iso.date().transform(sent => Date.parse(sent) / 86_400_000)

const findInput = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  store: text(200).optional(),
  any: z
    .string()
    .regex(/^\d{1,9}$/, 'must be one to nine digits')
    .optional(),
  number: text(200).optional(),
  words: text(200).optional(),
  email: text(254).optional(),
  card: z
    .string()
    .regex(/^\d{4}$/, 'must be four digits')
    .optional(),
  amount: z.number().min(-1e12).max(1e12).optional(),
  reason: z.enum(reasons).optional(),
  cursor: z.string().max(200).optional(),
})

/** Receipts on one page of the list. */
const pageSize = 50

/**
 * Finds receipts. It is a POST, because an address in a URL ends up in logs. Only searches for an address or a name are recorded: they
 * answer whether someone shopped here. Names can't be told from goods.
 */
export function findOperations(context: ApiContext): Operation[] {
  return [
    consoleOperation('listStores', 'GET /stores', 'The stores that receipts came from', {
      role: 'statistics',
      stores: 'some',
      handle: async ({ reach }) => ({ status: 200, json: await listStores(context.db, reach) }),
    }),
    consoleOperation('findReceipts', 'POST /receipts/find', 'Find receipts', {
      recorded: false,
      stores: 'some',
      body: findInput,
      async handle({
        input: { cursor, from, to, store, any, number, words, email, card, amount, reason },
        headers,
        reach,
      }) {
        const criteria = defined({
          fromDay: from,
          toDay: to,
          storeId: store,
          any,
          number,
          words,
          emailAddress: email,
          last4Digits: card,
          amount,
          reason,
        })
        const start = (cursor !== undefined && readCursor(cursor)) || 1
        const page = await searchReceipts(context, reach, criteria, pageSize, start)
        const typed = any ?? number
        const searched = typed === undefined ? undefined : { number: typed, isAny: any !== undefined }
        const listings = await listingsOf(context.db, page.receipts, searched)
        const language = languageOf(headers)
        const edge = (way: 'next' | 'prev', row: ListedReceipt | undefined) =>
          row && writeCursor({ way, date: row.receipt_date, id: row.id })
        return {
          status: 200,
          json: {
            receipts: listings.map(row => listed(row, language)),
            next: page.hasNext ? edge('next', page.receipts.at(-1)) : undefined,
            previous: page.hasPrevious ? edge('prev', page.receipts[0]) : undefined,
            taken: page.taken,
            readTo: page.readTo === undefined ? undefined : new Date(page.readTo).toISOString(),
          },
          ...((email ?? words) !== undefined && { audit: {} }),
        }
      },
    }),
  ]
}

/** A receipt in a list, in words of the reader's language. */
export function listed(row: Listing, language: string) {
  const { timeZone } = JSON.parse(row.locale) as { timeZone?: string }
  const format = createFormat(language, {
    ...consoleFigures,
    ...defined({ currency: row.currency ?? undefined, timeZone }),
  })
  return {
    id: row.id,
    number: row.transaction_number,
    date: format.dateTime(row.receipt_date_text),
    /** With the offset of the store's clock. */
    at: receiptDateOf(row),
    amount: format.money(row.amount),
    type: row.transaction_type,
    store: row.store_name,
    storeId: row.store_id,
    payment: paymentIn(language, row.payment_type),
    emailAddress: row.email_address,
    receiptType: row.receiptType,
    mail: row.mail,
    items: row.goods.slice(0, maxGoods),
    more: Math.max(0, row.goods.length - maxGoods),
    ...(row.fits && { fits: row.fits }),
  }
}

/** A receipt in a list: what tells it from others, and how its mails are. */
export type FoundReceipt = ReturnType<typeof listed>

/** Means of payment in words, each once. */
function paymentIn(language: string, codes: string): string {
  if (codes === '') return ''
  const t = catalogue().for([language])
  return [...new Set(codes.split(', ').map(code => tenderTypeName(t, code)))].join(', ')
}

/** Goods to recognize a receipt by. */
const maxGoods = 3

/** The language that the page asks in, which formats amounts and dates. */
export function languageOf({ 'accept-language': requested = '' }: IncomingHttpHeaders): string {
  const [tag = ''] = requested.split(',', 1)
  return catalogue().locales.includes(tag.trim()) ? tag.trim() : 'en-US'
}

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

/** Why the merchant doesn't write to an address, as the page says it. */
function toldSuppression(suppression: Suppression | undefined) {
  if (!suppression) return undefined
  const { kind, createdAt } = suppression
  return { kind, since: new Date(createdAt).toISOString() }
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
    stores: 'some',
    body: addressInput,
    async handle({ input: { email }, merchant }) {
      if (!isEmailAddress(email)) return { status: 200, json: { status: 'malformed' } }
      const [{ status: verdict }, suppression] = await Promise.all([
        validate(merchant.id, email),
        suppressedBy(db, searchKey, { merchantId: merchant.id, emailAddress: email }, now()),
      ])
      const status = suppression ? 'suppressed' : verdict === 'invalid' ? 'noMail' : 'fine'
      const meant = meantAddress(email)
      return { status: 200, json: defined({ status, meant, suppression: toldSuppression(suppression) }) }
    },
  })
}

/**
 * The same address at the common domain that differs by a letter or two.
 *
 * @param known what was found of each domain so far: to compare it with all is most of what a page of fifty mails costs
 */
export function meantAddress(email: string, known = new Map<string, string | undefined>()): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!known.has(domain)) known.set(domain, meantDomain(domain))
  const meant = known.get(domain)
  return meant && `${email.slice(0, at)}@${meant}`
}

function meantDomain(domain: string): string | undefined {
  if (commonDomains.includes(domain)) return undefined
  const meant = nearest(domain, commonDomains)
  return meant === undefined || Math.abs(meant.length - domain.length) > 2 ? undefined : meant
}
