import type { IncomingHttpHeaders } from 'node:http'
import { createFormat, tenderTypeName } from 'counterfoil/internal'
import { z } from 'zod'
import { catalogue } from '../../basics/catalogue.ts'
import { defined } from '../../basics/maps.ts'
import { reasons } from '../../basics/reasons.ts'
import { consoleFigures } from '../../merchants/speech.ts'
import { type Listing, listingsOf, listStores } from '../../receipts/listing.ts'
import { type ListedReceipt, readCursor, writeCursor } from '../../receipts/page.ts'
import { receiptDateOf } from '../../receipts/receipts.ts'
import { searchReceipts } from '../../receipts/search/search.ts'
import { type ApiContext, consoleOperation, type Operation } from '../operation.ts'

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
