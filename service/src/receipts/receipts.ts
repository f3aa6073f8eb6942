import type { Variant } from 'counterfoil'
import { type Database, lockReceipts } from '../database/database.ts'
import type { ReceiptTable } from '../database/tables.ts'
import { noTracer } from '../monitoring/telemetry/tracer.ts'
import { type Accept, type AcceptOptions, createAcceptance } from './accept.ts'
import { type Cursor, type Filters, type Page, pageOfReceipts } from './page.ts'
import { addressTerm, insertTerms } from './search/terms.ts'

export type Receipt = ReceiptTable

export interface Receipts {
  accept: Accept
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

export interface ReceiptsOptions extends AcceptOptions {
  db: Database
}

/** The receipts in a database. */
export function createReceipts(options: ReceiptsOptions): Receipts {
  const { db, commit, deliveries, queue, now, tracer = noTracer, searchKey } = options

  return {
    accept: createAcceptance(options),

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
