import type { LocaleDecision, ReceiptData } from 'counterfoil'
import type { Database, Transaction } from '../database/database.ts'
import type { ReceiptTable } from '../database/tables.ts'
import { newId, sha256 } from '../ids.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { Deliveries } from '../outbox/delivery.ts'
import type { DeliveryQueue } from '../outbox/queue.ts'
import { emailAddressOf, recordOf } from './receipt-record.ts'

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
  find(merchantId: string, id: string): Promise<ReceiptTable | undefined>
  /** Sends a receipt to an address, once more. */
  resend(receipt: ReceiptTable, emailAddress: string, mailDomain: string): Promise<void>
}

export interface ReceiptsOptions {
  db: Database
  deliveries: Deliveries
  queue: DeliveryQueue
  now: () => number
  engineVersion: string
}

/** The receipts of a database. */
export function createReceipts({ db, deliveries, queue, now, engineVersion }: ReceiptsOptions): Receipts {
  async function write(
    id: string,
    { merchant, receipt, mailDomain, ...rest }: Acceptance,
  ): Promise<string | undefined> {
    const emailAddress = emailAddressOf(receipt)
    return db.transaction().execute(async transaction => {
      const duplicateOf = await claimRequest(transaction, merchant.id, receipt.requestId, id)
      if (duplicateOf !== undefined) return duplicateOf
      const record = recordOf({
        id,
        merchantId: merchant.id,
        receipt,
        receivedAt: now(),
        engineVersion,
        merchantVersion: merchant.version,
        ...rest,
      })
      await transaction.insertInto('receipts').values(record).execute()
      if (emailAddress === undefined) return undefined
      await deliveries.create(transaction, {
        receiptId: id,
        merchantId: merchant.id,
        kind: 'receipt',
        emailAddress,
        mailDomain,
      })
      return undefined
    })
  }

  return {
    async accept(acceptance) {
      const id = newId()
      const duplicateOf = await write(id, acceptance)
      if (duplicateOf !== undefined) return { duplicateOf }
      queue.wake()
      return { id, emailAddress: emailAddressOf(acceptance.receipt) }
    },

    find: (merchantId, id) =>
      db
        .selectFrom('receipts')
        .selectAll()
        .where('id', '=', id)
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst(),

    async resend({ id, merchant_id }, emailAddress, mailDomain) {
      await db.transaction().execute(transaction =>
        deliveries.create(transaction, {
          receiptId: id,
          merchantId: merchant_id,
          kind: 'resend',
          emailAddress,
          mailDomain,
        }),
      )
      queue.wake()
    },
  }
}

/**
 * Takes a requestId for a receipt. Gives the receipt that has it already. Of two at a time the database lets one in; the
 * other waits for its end.
 */
async function claimRequest(
  transaction: Transaction,
  merchantId: string,
  requestId: string | undefined,
  receiptId: string,
): Promise<string | undefined> {
  if (requestId === undefined) return undefined
  const hash = sha256(requestId)
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('accepted_requests')
    .values({ merchant_id: merchantId, request_hash: hash, receipt_id: receiptId })
    .onConflict(conflict => conflict.columns(['merchant_id', 'request_hash']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return undefined
  const { receipt_id } = await transaction
    .selectFrom('accepted_requests')
    .select('receipt_id')
    .where('merchant_id', '=', merchantId)
    .where('request_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return receipt_id
}
