import type { LocaleDecision, ReceiptData, Variant } from 'counterfoil'
import { newIdAt, sha256 } from '../basics/ids.ts'
import type { Commit } from '../database/batch.ts'
import { type Database, lockReceipts } from '../database/database.ts'
import type { ReceiptTable } from '../database/tables.ts'
import type { Merchant } from '../merchants/merchants.ts'
import { noTracer, type Tracer } from '../monitoring/telemetry/tracer.ts'
import type { Deliveries } from '../outbox/delivery.ts'
import type { DeliveryQueue } from '../outbox/queue.ts'
import { writeChange } from '../statistics/counting/change.ts'
import { withFirstMail } from '../statistics/counting/mails.ts'
import { createGroupWriter, type Entry } from './group-writer.ts'
import { type Cursor, type Filters, type Page, pageOfReceipts } from './page.ts'
import { emailAddressOf, recordOf } from './receipt-record.ts'
import { addressTerm, insertTerms, type SearchKey, termsOf } from './search/terms.ts'

export type Receipt = ReceiptTable

export interface Acceptance {
  merchant: Merchant
  receipt: ReceiptData
  /** The request's JSON text, card numbers masked. */
  apiRequest: string
  locale: LocaleDecision
  offerIds: readonly string[]
  mailDomain: string
}

export interface Receipts {
  /**
   * Accepts a receipt: requestId, receipt, delivery and job in one transaction, on disk when this returns. Writes nothing if
   * the requestId was accepted before, with the receipt `duplicateOf`.
   */
  accept(acceptance: Acceptance): Promise<{ id: string; emailAddress: string | undefined } | { duplicateOf: string }>
  find(merchantId: string, id: string): Promise<Receipt | undefined>
  /** One page of matching receipts, newest first, from a cursor or by page number, from 1. */
  page(filters: Filters, size: number, start: Cursor | number): Promise<Page>
  /**
   * Resends a receipt to an address, optionally in another variant. Refused if it has reached `mailsPerHour`, or was erased
   * meanwhile.
   */
  resend(receipt: Receipt, emailAddress: string, mailDomain: string, variant?: Variant): Promise<Resent>
}

export type Resent = 'queued' | 'too many' | 'erased'

/** Mails per receipt per hour, including the first, so that nobody can use a receipt to flood a mailbox. */
export const mailsPerHour = 20

const hour = 3_600_000

export interface ReceiptsOptions {
  db: Database
  commit: Commit
  deliveries: Deliveries
  queue: DeliveryQueue
  now: () => number
  /** Default: nothing is traced. */
  tracer?: Tracer
  engineVersion: string
  searchKey: SearchKey
}

/** The receipts in a database. */
export function createReceipts(options: ReceiptsOptions): Receipts {
  const { db, commit, deliveries, queue, now, tracer = noTracer, engineVersion, searchKey } = options
  const write = createGroupWriter(commit, deliveries)

  return {
    async accept({ merchant, receipt, mailDomain, ...rest }) {
      const receivedAt = now()
      const id = newIdAt(receivedAt)
      const emailAddress = emailAddressOf(receipt)
      const about = { id, merchantId: merchant.id, merchantVersion: merchant.version, engineVersion, receivedAt }
      const make = (): Entry => {
        const { record, counted } = recordOf({ ...about, receipt, ...rest })
        const isMailed = emailAddress !== undefined
        return {
          record,
          delta: writeChange(isMailed ? withFirstMail(counted.change) : counted.change),
          requestHash: receipt.requestId === undefined ? undefined : sha256(receipt.requestId),
          delivery: isMailed
            ? { receiptId: id, merchantId: merchant.id, kind: 'receipt', emailAddress, mailDomain }
            : undefined,
          terms: termsOf(searchKey, merchant.id, receipt),
        }
      }
      tracer.remember(id)
      const duplicateOf = await tracer.run('store receipt', { receiptId: id }, () => write(make))
      if (duplicateOf !== undefined) return { duplicateOf }
      queue.wake()
      return { id, emailAddress }
    },

    find: (merchantId, id) =>
      db
        .selectFrom('receipts')
        .selectAll()
        .where('id', '=', id)
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst(),

    page: (filters, size, start) => pageOfReceipts(db, filters, size, start),

    async resend(record, emailAddress, mailDomain, variant) {
      const { id, merchant_id } = record
      const delivery = {
        receiptId: id,
        merchantId: merchant_id,
        kind: 'resend' as const,
        emailAddress,
        mailDomain,
        ...(variant && { variant }),
      }
      tracer.remember(id)
      const resent = await commit<Resent>(async transaction => {
        // From here on, requests for the same receipt run one by one, so each counts the previous ones.
        const [known] = await lockReceipts(transaction, [id])
        if (known === undefined) return 'erased'
        if ((await deliveries.countSince(transaction, id, now() - hour)) >= mailsPerHour) return 'too many'
        await deliveries.create(transaction, [delivery])
        await insertTerms(transaction, [{ record, terms: [addressTerm(searchKey, merchant_id, emailAddress)] }])
        return 'queued'
      })
      if (resent === 'queued') queue.wake()
      return resent
    },
  }
}
