import { z } from 'zod'
import { readBy, required } from '../../basics/errors/errors.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import { readInstant, spanOf } from '../../receipts/instant.ts'
import { type Cursor, type ListedReceipt, pageOfReceipts, readCursor, writeCursor } from '../../receipts/page.ts'
import { receiptDateOf } from '../../receipts/receipts.ts'
import { type ApiContext, fillPath, type Operation, operation, receiptsPath } from '../operation.ts'

const pageSizes = { default: 50, most: 1000 }

const single = z.string('must be sent once')

/** Old clients don't escape the plus in `+05:30`, so it arrives as a space. */
const instant = z
  .string()
  .transform(text => text.replace(/ (\d\d:?\d\d)$/, '+$1'))
  .refine(text => readInstant(text), 'must use ISO 8061 date format.')

const date = (message: string) =>
  z
    .string({ error: issue => (issue.input === undefined ? required(message) : 'must be sent once') })
    .min(1, { error: required(message), abort: true })
    .pipe(instant)

/** The interface says number, so `10.0` is the same as `10`; digits only, no exponents. */
const count = (most: number) =>
  z.preprocess(
    sent => (typeof sent === 'string' && /^\d{1,9}(?:\.0{1,9})?$/.test(sent) ? Number(sent) : sent),
    z
      .int({ error: ({ input }) => (Array.isArray(input) ? 'must be sent once' : 'must be a whole number') })
      .min(1, `must be between 1 and ${most}`)
      .max(most, `must be between 1 and ${most}`),
  )

const parameters = z.object({
  fromDate: date('From Date is required').meta({
    format: 'date-time',
    description:
      'Earliest receipt date, ISO 8601; the time is optional. Without an offset, by the merchant’s clock (`locales.timeZone`), or else UTC.',
  }),
  toDate: date('To Date is required').meta({
    format: 'date-time',
    description:
      'Latest receipt date, ISO 8601; without a time, the whole day is included. Without an offset, as `fromDate`.',
  }),
  storeId: single.optional(),
  storeName: single.optional(),
  transactionNumber: single.optional().describe('Same as `receiptNumber`.'),
  receiptNumber: single.optional().describe('Same as `transactionNumber`.'),
  pageSize: count(pageSizes.most)
    .optional()
    .describe(`Receipts per page, 1 to ${pageSizes.most}; default ${pageSizes.default}.`),
  pageNumber: count(1_000_000)
    .optional()
    .describe('Page number, from 1. To read on, follow the `link` header instead.'),
  cursor: single
    .transform(readBy(readCursor, 'must be as the link header gave it'))
    .optional()
    .describe('Part of the URLs in the `link` header. Don’t construct it yourself.'),
})

const listItem = z
  .object({
    id: z.string().describe('The `receiptId` of other operations.'),
    customerEmailAddress: z.string().describe('Empty if the receipt wasn’t emailed.'),
    storeId: z.string().describe('`workstation.store.id`.'),
    storeName: z.string().describe('`workstation.store.name`.'),
    storeCity: z.string().optional().describe('City of the store’s address.'),
    storeZipCode: z.string().optional().describe('Postal code of the store’s address.'),
    storeTerritory: z.string().optional().describe('Territory of the store’s address.'),
    receiptDate: z.string().meta({
      format: 'date-time',
      description:
        'When the sale was, or else when the receipt arrived: always with an offset, the one that was sent or, without one or in UTC, the one of the store’s clock.',
    }),
    receiptNumber: z.string().describe('Same as `transactionNumber`.'),
    transactionNumber: z.string().describe('As sent.'),
    transactionAmount: z
      .number()
      .describe('`grandAmount` as sent: of a return with either sign. Statistics subtract it.'),
    transactionType: z.string().describe('As sent.'),
    paymentType: z.string().describe('The tender codes, each once, separated by commas; empty if none.'),
    items: z
      .array(
        z.object({
          itemName: z.string().optional().describe('The item’s `name`.'),
          itemPrice: z.number().optional().describe('Its `price`.'),
          itemSKUNumber: z.string().optional().describe('Its `sku`.'),
        }),
      )
      .optional()
      .describe('The items sold; absent if there are none.'),
  })
  .meta({ id: 'ReceiptListItem' })

/** Query receipts, newest first. The links between pages skip and repeat nothing when new receipts arrive. */
export function queryReceipts({ db, address }: ApiContext): Operation {
  return operation({
    id: 'queryReceipts',
    method: 'GET',
    path: receiptsPath,
    tag: 'Receipts',
    summary: 'Query receipts',
    description: 'Newest first. Follow `next` in the `link` header until there is none.',
    security: 'merchant',
    keyScope: 'read',
    stores: 'some',
    query: parameters,
    outcomes: {
      200: {
        description: 'One page of receipts',
        schema: z.array(listItem),
        headers: {
          Link: 'The previous and next page, rel `prev` and `next` (RFC 8288), each only if it has receipts.',
        },
      },
    },

    async handle({ query, parameters: filters, merchant, reach }) {
      const { fromDate, toDate, storeId, storeName, cursor, pageNumber = 1, pageSize = pageSizes.default } = filters
      const page = await pageOfReceipts(
        db,
        {
          ...reach,
          ...spanOf(fromDate, toDate, zoneOf(merchant.settings)),
          ...(storeId !== undefined && { storeId }),
          ...(storeName !== undefined && { storeName }),
          transactionNumbers: [filters.transactionNumber, filters.receiptNumber].filter(number => number !== undefined),
        },
        pageSize,
        cursor ?? pageNumber,
      )

      const linkTo = (way: Cursor['way'], number: number, edge: ListedReceipt | undefined): string => {
        const parts = new URLSearchParams()
        for (const [name, value] of Object.entries(query))
          if (typeof value === 'string' && name !== 'cursor') parts.append(name, value)
        parts.set('pageNumber', String(Math.max(1, number)))
        if (edge) parts.set('cursor', writeCursor({ way, date: edge.receipt_date, id: edge.id }))
        return `<${address(`${fillPath(receiptsPath, { merchantId: merchant.id })}?${parts}`)}>; rel="${way}"`
      }
      const links: string[] = []
      if (page.hasPrevious) links.push(linkTo('prev', pageNumber - 1, page.receipts[0]))
      if (page.hasNext) links.push(linkTo('next', pageNumber + 1, page.receipts.at(-1)))
      const headers = { ...(links.length > 0 && { link: links.join(', ') }) }
      return { status: 200, headers, json: page.receipts.map(itemOf) }
    },
  })
}

function itemOf(row: ListedReceipt): z.infer<typeof listItem> {
  return {
    id: row.id,
    customerEmailAddress: row.email_address ?? '',
    storeId: row.store_id,
    storeName: row.store_name,
    ...(row.store_city !== null && { storeCity: row.store_city }),
    ...(row.store_zip_code !== null && { storeZipCode: row.store_zip_code }),
    ...(row.store_territory !== null && { storeTerritory: row.store_territory }),
    receiptDate: receiptDateOf(row),
    receiptNumber: row.transaction_number,
    transactionNumber: row.transaction_number,
    transactionAmount: row.transaction_amount,
    transactionType: row.transaction_type,
    paymentType: row.payment_type,
    ...(row.items !== null && { items: JSON.parse(row.items) as [] }),
  }
}
