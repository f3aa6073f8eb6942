import type { LocaleDecision, ReceiptData } from 'counterfoil'
import type { ReceiptTable } from '../database/tables.ts'
import { writeBucketKey } from '../statistics/counting/bucket-key.ts'
import { type Counted, countReceipt } from '../statistics/counting/receipt/count-receipt.ts'
import { isoOf, readInstant } from './instant.ts'

/** The interface's version, as in its path. */
export const apiVersion = 'v1'

/** A receipt to be stored. */
export interface Accepted {
  id: string
  merchantId: string
  receipt: ReceiptData
  /** The request's JSON text, card numbers masked. */
  apiRequest: string
  locale: LocaleDecision
  offerIds: readonly string[]
  receivedAt: number
  engineVersion: string
  merchantVersion: number
}

/** An accepted receipt's row, with the fields for lists and filters and the request itself, and what it adds to statistics. */
export function recordOf(accepted: Accepted): { record: ReceiptTable; counted: Counted } {
  const { receipt, receivedAt, locale } = accepted
  const { store } = receipt.workstation
  const { city, postalCode, territory } = store.address
  const { receiptDateTime = new Date(receivedAt).toISOString() } = receipt
  const emailAddress = emailAddressOf(receipt)
  const offers = accepted.offerIds.length
  const dateAt = readInstant(receiptDateTime, locale.timeZone)?.at ?? receivedAt
  const counted = countReceipt({ receipt, date: receiptDateTime, dateAt, locale, receivedAt, offers })
  const record = {
    id: accepted.id,
    merchant_id: accepted.merchantId,
    received_at: receivedAt,
    receipt_date: dateAt,
    receipt_date_text: receiptDateTime,
    store_id: store.id,
    store_name: store.name,
    store_city: city ?? null,
    store_zip_code: postalCode ?? null,
    store_territory: territory ?? null,
    transaction_number: receipt.transactionNumber,
    transaction_amount: receipt.grandAmount,
    transaction_type: receipt.transactionType,
    payment_type: paymentTypeOf(receipt),
    email_address: emailAddress ?? null,
    items: itemsOf(receipt),
    locale: JSON.stringify(locale),
    offers: JSON.stringify(accepted.offerIds),
    engine_version: accepted.engineVersion,
    merchant_version: accepted.merchantVersion,
    api_version: apiVersion,
    currency: counted.bucket.currency || null,
    local_day: counted.bucket.day,
    api_request: accepted.apiRequest,
    statistics_place: writeBucketKey(counted.bucket),
  }
  return { record, counted }
}

/** The address a receipt is mailed to; undefined for `PaperOnly` and `NoReceipt` (spec, rule 4 of receipt creation). */
export function emailAddressOf({ receiptType, customer }: ReceiptData): string | undefined {
  return receiptType === 'DigitalOnly' || receiptType === 'DigitalAndPaper' ? customer?.emailAddress : undefined
}

/**
 * The instant that a receipt is found by, as a date-time with the offset that was sent or, without one or in UTC, with the one of the
 * store's clock. Rows of older versions counted times without an offset as UTC: theirs is written as that.
 */
export function receiptDateOf(row: Pick<ReceiptTable, 'receipt_date' | 'receipt_date_text' | 'locale'>): string {
  const { timeZone } = JSON.parse(row.locale) as Partial<LocaleDecision>
  const sent = readInstant(row.receipt_date_text, timeZone)
  return isoOf(sent?.at === row.receipt_date ? sent : { at: row.receipt_date, offset: 0 })
}

/** The tender codes, each once, in order of payment; empty if nothing was tendered. */
function paymentTypeOf({ tenders = [], orders = [], tenderHistory = [] }: ReceiptData): string {
  const paid = tenders.length > 0 ? tenders : [...tenderHistory, ...orders.flatMap(order => order.tenderHistory ?? [])]
  return [...new Set(paid.map(({ tenderTypeCode }) => tenderTypeCode))].join(', ')
}

/** The items for lists: the receipt's, then its orders'. */
function itemsOf({ items = [], orders = [] }: ReceiptData): string | null {
  const all = [...items, ...orders.flatMap(order => order.items ?? [])]
  if (all.length === 0) return null
  return JSON.stringify(
    all.map(({ name, price, total, sku }) => ({ itemName: name, itemPrice: price ?? total, itemSKUNumber: sku })),
  )
}
