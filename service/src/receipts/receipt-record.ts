import type { LocaleDecision, ReceiptData } from 'counterfoil'
import type { ReceiptTable } from '../database/tables.ts'
import { writePlace } from '../statistics/counting/place.ts'
import { type Counted, countReceipt } from '../statistics/counting/receipt/count-receipt.ts'
import { type Instant, readInstant } from './instant.ts'

/** The interface's version, as in its path. */
export const apiVersion = 'v1'

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
  const date = dateOf(receipt.receiptDateTime, receivedAt)
  const emailAddress = emailAddressOf(receipt)
  const offers = accepted.offerIds.length
  const counted = countReceipt({ receipt, date: date.text, dateAt: date.at, locale, receivedAt, offers })
  const record = {
    id: accepted.id,
    merchant_id: accepted.merchantId,
    received_at: receivedAt,
    receipt_date: date.at,
    receipt_date_text: date.text,
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
    currency: counted.place.currency || null,
    local_day: counted.place.day,
    api_request: accepted.apiRequest,
    statistics_place: writePlace(counted.place),
  }
  return { record, counted }
}

/** The address a receipt is mailed to; undefined for `PaperOnly` and `NoReceipt` (spec, rule 4 of receipt creation). */
export function emailAddressOf({ receiptType, customer }: ReceiptData): string | undefined {
  return receiptType === 'DigitalOnly' || receiptType === 'DigitalAndPaper' ? customer?.emailAddress : undefined
}

/** The receipt's date, or else the time it arrived. */
function dateOf(sent: string | undefined, receivedAt: number): Instant & { text: string } {
  const instant = sent === undefined ? undefined : readInstant(sent)
  return instant && sent !== undefined
    ? { ...instant, text: sent }
    : { at: receivedAt, dateOnly: false, text: new Date(receivedAt).toISOString() }
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
