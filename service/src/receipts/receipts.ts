import type { Variant } from 'counterfoil'
import { type Database, lockReceipts } from '../database/database.ts'
import type { ReceiptTable } from '../database/tables.ts'
import { noTracer } from '../monitoring/telemetry/tracer.ts'
import { countDeliveries, insertDeliveries } from '../outbox/delivery.ts'
import type { AcceptContext } from './accept.ts'
import { addressTerm, insertTerms } from './search/terms.ts'

export type Receipt = ReceiptTable

/** A merchant's receipt; undefined if it has none with this id. */
export function findReceipt(db: Database, merchantId: string, id: string): Promise<Receipt | undefined> {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
}

export type Resent = 'queued' | 'too many' | 'erased'

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
  { emailAddress, mailDomain, variant }: { emailAddress: string; mailDomain: string; variant?: Variant | undefined },
): Promise<Resent> {
  const { id: receiptId, merchant_id: merchantId } = record
  const address = { receiptId, merchantId, emailAddress, mailDomain }
  tracer.remember(receiptId)
  const resent = await commit<Resent>(async transaction => {
    // From here on, requests for the same receipt run one by one, so each counts the previous ones.
    const [known] = await lockReceipts(transaction, [receiptId])
    if (known === undefined) return 'erased'
    if ((await countDeliveries(transaction, receiptId, now() - hour)) >= mailsPerHour) return 'too many'
    await insertDeliveries(transaction, [{ ...address, kind: 'resend', ...(variant && { variant }) }], {
      queue,
      at: now(),
    })
    await insertTerms(transaction, [{ record, terms: [addressTerm(searchKey, merchantId, emailAddress)] }])
    return 'queued'
  })
  if (resent === 'queued') queue.wake()
  return resent
}
