import type { LocaleDecision, ReceiptData } from 'counterfoil'
import { paymentsOf } from 'counterfoil/internal'
import { sha256 } from '../basics/ids.ts'
import { engineVersion } from '../basics/versions.ts'
import type { ReceiptTable } from '../database/tables.ts'
import type { NewDelivery } from '../delivery/outbox/delivery.ts'
import type { Merchant } from '../merchants/merchants.ts'
import { registerIn, writeBucketKey } from '../statistics/counting/bucket-key.ts'
import type { Change } from '../statistics/counting/change.ts'
import { type Counted, countReceipt } from '../statistics/counting/receipt/count-receipt.ts'
import { readInstant } from './instant.ts'
import { type SearchKey, termsOf } from './search/terms.ts'

/** What is written of a receipt: data that may come from another thread. */
export interface UnwrittenReceipt {
  record: ReceiptTable
  /** What it adds to statistics, with its mail if it has one. */
  change: Change
  /** SHA-256 of its requestId; undefined without one. */
  requestHash: string | undefined
  terms: readonly string[]
  /** Its till, as statistics name it. */
  register: string
}

/** A receipt that was read. */
export interface ReadReceipt {
  receipt: ReceiptData
  /** The request's JSON text, card numbers masked. */
  apiRequest: string
  locale: LocaleDecision
}

/** What a receipt is drafted from. */
interface Draftable extends ReadReceipt {
  id: string
  merchant: Pick<Merchant, 'id' | 'version'>
  receivedAt: number
  offerIds: readonly string[]
  searchKey: SearchKey
}

/** Makes what is written of a receipt. */
export function draftOf({
  merchant: { id: merchantId, version: merchantVersion },
  searchKey,
  ...rest
}: Draftable): UnwrittenReceipt {
  const { requestId } = rest.receipt
  const { record, counted } = recordOf({ ...rest, merchantId, merchantVersion, engineVersion })
  // Nobody else has it: to copy what has many names costs as much as to write it.
  if (record.email_address !== null) counted.change.adds.mails_trying = 1
  return {
    record,
    change: counted.change,
    requestHash: requestId === undefined ? undefined : sha256(requestId),
    terms: termsOf(searchKey, merchantId, rest.receipt),
    register: counted.bucket.register,
  }
}

/** Where a receipt was made, as its mails have it. */
export function tillOf({
  store_id,
  statistics_place,
}: Pick<ReceiptTable, 'store_id' | 'statistics_place'>): Pick<NewDelivery, 'storeId' | 'register'> {
  return { storeId: store_id, register: statistics_place === null ? null : registerIn(statistics_place) }
}

/** The interface's version, as in its path. */
const apiVersion = 'v1'

/** A receipt to be stored. */
interface Accepted extends Omit<Draftable, 'merchant' | 'searchKey'> {
  merchantId: string
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

/** The tender codes, each once, in order of payment; empty if nothing was tendered. */
function paymentTypeOf(receipt: ReceiptData): string {
  return [...new Set(paymentsOf(receipt).map(({ tenderTypeCode }) => tenderTypeCode))].join(', ')
}

/** The items for lists: the receipt's, then its orders'. */
function itemsOf({ items = [], orders = [] }: ReceiptData): string | null {
  const all = [...items, ...orders.flatMap(order => order.items ?? [])]
  if (all.length === 0) return null
  return JSON.stringify(
    all.map(({ name, price, total, sku }) => ({ itemName: name, itemPrice: price ?? total, itemSKUNumber: sku })),
  )
}
