import type { LocaleDecision, ReceiptOptions } from 'counterfoil'
import type { Offer, Variant } from 'counterfoil/internal'
import { noTracer } from '../basics/monitoring/telemetry/tracer.ts'
import { type Reach, reaches, wholeReach } from '../basics/reach.ts'
import { type Database, lockReceipts, type Transaction } from '../database/database.ts'
import type { ReceiptTable } from '../database/tables.ts'
import { countDeliveries, insertDeliveries } from '../delivery/outbox/delivery.ts'
import type { AcceptContext } from './accept.ts'
import { tillOf } from './draft.ts'
import { isoOf, readInstant } from './instant.ts'
import { addressTerm, insertTerms } from './search/terms.ts'

/** A receipt as stored. */
export type Receipt = ReceiptTable

/** A receipt within reach; undefined if there is none with this id. */
export async function findReceipt(db: Database, reach: Reach, id: string): Promise<Receipt | undefined> {
  const found = await db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', reach.merchantId)
    .executeTakeFirst()
  return found && reaches(reach, found.store_id) ? found : undefined
}

/**
 * Whether a receipt is of the same sale as a request: a till that isn't allowed to read can't find out for itself whether its own
 * had arrived. Undefined if the receipt was erased.
 */
export async function isSameSale(
  db: Database,
  { merchantId, receiptId }: { merchantId: string; receiptId: string },
  body: string,
): Promise<boolean | undefined> {
  const stored = await findReceipt(db, wholeReach(merchantId), receiptId)
  if (!stored) return undefined
  const [one, other] = [JSON.parse(stored.api_request) as unknown, JSON.parse(body) as unknown]
  return telling.every(path => textAt(one, path) === textAt(other, path))
}

/** The fields that tell one sale from another. Card data may be masked, so the rest isn't compared. */
const telling = [
  ['transactionNumber'],
  ['transactionType'],
  ['receiptDateTime'],
  ['grandAmount'],
  ['workstation', 'id'],
  ['workstation', 'store', 'id'],
]

/** As text, because tills send some numbers as such. */
function textAt(value: unknown, path: readonly string[]): string {
  const found = path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  )
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

type Resent = 'queued' | 'too many' | 'erased'

/** Mails per receipt per hour, including the first, so that nobody can use a receipt to flood a mailbox. */
export const mailsPerHour = 20

const hour = 3_600_000

/**
 * Resends a receipt to an address, optionally in another variant. Refused if it has reached `mailsPerHour`, or was erased
 * meanwhile.
 */
export async function resendReceipt(
  { commit, queue, now, tracer = noTracer, searchKey }: AcceptContext,
  record: Receipt,
  mail: Resend,
): Promise<Resent> {
  const { id: receiptId } = record
  tracer.remember(receiptId)
  const resent = await commit(transaction => queueResend(transaction, { now, searchKey }, record, mail))
  if (resent === 'queued') queue.wake()
  return resent
}

/** A mail to be sent again. */
interface Resend {
  emailAddress: string
  mailDomain: string
  variant?: Variant | undefined
}

/** The same within a transaction, after which the queue is to be woken. */
export async function queueResend(
  transaction: Transaction,
  { now, searchKey }: Pick<AcceptContext, 'now' | 'searchKey'>,
  record: Pick<Receipt, 'id' | 'merchant_id' | 'receipt_date' | 'store_id' | 'statistics_place'>,
  { emailAddress, mailDomain, variant }: Resend,
): Promise<Resent> {
  const { id: receiptId, merchant_id: merchantId } = record
  // From here on, requests for the same receipt run one by one, so each counts the previous ones.
  const [known] = await lockReceipts(transaction, [receiptId])
  if (known === undefined) return 'erased'
  if ((await countDeliveries(transaction, receiptId, now() - hour)) >= mailsPerHour) return 'too many'
  const delivery = { receiptId, merchantId, emailAddress, mailDomain, kind: 'resend', ...tillOf(record) } as const
  await insertDeliveries(transaction, [{ ...delivery, ...(variant && { variant }) }], now())
  await insertTerms(transaction, [{ record, terms: [addressTerm(searchKey, merchantId, emailAddress)] }])
  return 'queued'
}

/** Options that reproduce a receipt's original document. `offers` are those from `offerIdsOf`. */
export function storedOptions(
  receipt: Pick<ReceiptTable, 'locale' | 'received_at'>,
  offers: readonly Offer[],
  variant?: Variant | null,
): ReceiptOptions {
  return {
    locale: localeOf(receipt),
    offers,
    stored: true,
    receivedAt: receipt.received_at,
    ...(variant && { variant }),
  }
}

/**
 * The instant that a receipt is found by, as a date-time with the offset that was sent or, without one or in UTC, with the one of the
 * store's clock. Rows of older versions counted times without an offset as UTC: theirs is written as that.
 */
export function receiptDateOf(row: Pick<ReceiptTable, 'receipt_date' | 'receipt_date_text' | 'locale'>): string {
  const sent = readInstant(row.receipt_date_text, localeOf(row).timeZone)
  return isoOf(sent?.at === row.receipt_date ? sent : { at: row.receipt_date, offset: 0 })
}

/** Ids of the offers a receipt was sent with. */
export function offerIdsOf({ offers }: Pick<ReceiptTable, 'offers'>): string[] {
  return JSON.parse(offers) as string[]
}

/** A receipt's languages, as BCP 47 tags. */
export function languagesOf(receipt: Pick<ReceiptTable, 'locale'>): readonly string[] {
  return localeOf(receipt).languages
}

/** File name of a receipt's PDF, from the letters, digits and hyphens of its number. */
export function pdfName(
  { transaction_number, id }: Pick<ReceiptTable, 'transaction_number' | 'id'>,
  variant?: Variant | null,
): string {
  const number = transaction_number
    .replace(/[^0-9A-Za-z-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
  return `${variant === 'gift' ? 'gift-receipt' : 'receipt'}-${number || id}.pdf`
}

function localeOf({ locale }: Pick<ReceiptTable, 'locale'>): LocaleDecision {
  return JSON.parse(locale) as LocaleDecision
}
