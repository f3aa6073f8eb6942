import type { LocaleDecision, ReceiptData, Variant } from 'counterfoil'
import { type Database, lockReceipt } from '../database/database.ts'
import type { Commit } from '../database/group-commit.ts'
import type { ReceiptTable } from '../database/tables.ts'
import { newId, sha256 } from '../ids.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { Deliveries } from '../outbox/delivery.ts'
import type { DeliveryQueue } from '../outbox/queue.ts'
import type { Cursor } from './cursor.ts'
import { createGroupWriter } from './group-writer.ts'
import { type Filters, type Page, pageOfReceipts } from './page.ts'
import { emailAddressOf, recordOf } from './receipt-record.ts'

/** A receipt as it is kept. */
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
   * Accepts a receipt: guard, receipt, delivery and job in one transaction, on the disk when this returns.
   * `duplicateOf` is the receipt that its requestId was accepted with before; then nothing was written.
   */
  accept(acceptance: Acceptance): Promise<{ id: string; emailAddress: string | undefined } | { duplicateOf: string }>
  find(merchantId: string, id: string): Promise<Receipt | undefined>
  /** One page of those that fit, newest first. It begins at a cursor, or is the page of that number, from 1. */
  page(filters: Filters, size: number, start: Cursor | number): Promise<Page>
  /** Sends a receipt to an address, once more, or in another variant. False when it has had its mails of this hour. */
  resend(receipt: Receipt, emailAddress: string, mailDomain: string, variant?: Variant): Promise<boolean>
}

/** One receipt cannot be used to fill somebody's mailbox: mails of a receipt in an hour, its first one included. */
export const mailsPerHour = 20

const hour = 3_600_000

export interface ReceiptsOptions {
  db: Database
  commit: Commit
  deliveries: Deliveries
  queue: DeliveryQueue
  now: () => number
  engineVersion: string
}

/** The receipts of a database. */
export function createReceipts({ db, commit, deliveries, queue, now, engineVersion }: ReceiptsOptions): Receipts {
  const write = createGroupWriter(commit, deliveries)

  return {
    async accept({ merchant, receipt, mailDomain, ...rest }) {
      const id = newId()
      const emailAddress = emailAddressOf(receipt)
      const about = { id, merchantId: merchant.id, merchantVersion: merchant.version, engineVersion, receivedAt: now() }
      const duplicateOf = await write({
        record: recordOf({ ...about, receipt, ...rest }),
        requestHash: receipt.requestId === undefined ? undefined : sha256(receipt.requestId),
        delivery:
          emailAddress === undefined
            ? undefined
            : { receiptId: id, merchantId: merchant.id, kind: 'receipt', emailAddress, mailDomain },
      })
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

    async resend({ id, merchant_id }, emailAddress, mailDomain, variant) {
      const delivery = {
        receiptId: id,
        merchantId: merchant_id,
        kind: 'resend' as const,
        emailAddress,
        mailDomain,
        ...(variant && { variant }),
      }
      const added = await commit(async transaction => {
        // Requests for the same receipt come in one after the other from here on, so each counts those before it.
        await lockReceipt(transaction, id)
        if ((await deliveries.countSince(transaction, id, now() - hour)) >= mailsPerHour) return false
        await deliveries.create(transaction, [delivery])
        return true
      })
      if (added) queue.wake()
      return added
    },
  }
}
