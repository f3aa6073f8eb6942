import type { Reason } from '../../basics/reasons.ts'
import type { Database } from '../../database/database.ts'
import { kindOf, type ProblemKind } from '../../database/problems/filter.ts'
import type { ProblemMail } from '../../database/problems/read.ts'
import { idsOf, textsOf } from '../../database/rows.ts'
import type { DeliveryStatus } from '../../database/tables.ts'
import { registerIn } from '../../statistics/counting/bucket-key.ts'

/** A problem as a person reads it. Times are milliseconds since 1970. */
export interface Problem {
  /** The mail's. */
  id: string
  kind: ProblemKind
  /** When it became a problem. */
  at: number
  emailAddress: string
  receiptId: string
  /** The receipt's number. */
  number: string
  storeId: string
  storeName: string
  register: string
  /** Null if nothing is known, and for mails of older versions. */
  reason: Reason | null
  /** Code of the last attempt. */
  code: string | null
  /** What the mail server or the report said last. */
  detail: string | null
  attempts: number
  /** When a mail that waits is tried next. */
  dueAt: number | null
  /** When and by whom it was dealt with, as the audit trail names them; `mail`: by a later one. */
  doneAt: number | null
  doneBy: string | null
  /** The latest mail of the same receipt after this one. */
  again: { status: DeliveryStatus; emailAddress: string; at: number } | null
}

/** Reads what there is to say of some problems, in their order. One whose receipt was erased meanwhile isn't there. */
export async function problemsOf(db: Database, mails: readonly ProblemMail[]): Promise<Problem[]> {
  if (mails.length === 0) return []
  const { receiptOf, lastAttempts, ofReceipt } = await readAbout(db, mails)
  return mails.flatMap((mail): Problem[] => {
    const receipt = receiptOf.get(mail.receipt_id)
    if (!receipt) return []
    const { code = null, detail = null } = lastAttempts.get(mail.id) ?? {}
    const all = ofReceipt.get(mail.receipt_id) ?? []
    const later = all.slice(all.findIndex(({ id }) => id === mail.id) + 1).at(-1)
    return [
      {
        id: mail.id,
        kind: kindOf(mail.status),
        at: mail.at,
        emailAddress: mail.email_address,
        receiptId: receipt.id,
        number: receipt.transaction_number,
        storeId: receipt.store_id,
        storeName: receipt.store_name,
        register: mail.register ?? (receipt.statistics_place === null ? '' : registerIn(receipt.statistics_place)),
        reason: mail.reason,
        code,
        detail: mail.report ?? (detail || null),
        attempts: mail.attempt_count,
        dueAt: mail.status === 'queued' ? mail.due_at : null,
        doneAt: mail.done_at,
        doneBy: mail.done_by,
        again: later ? { status: later.status, emailAddress: later.email_address, at: later.created_at } : null,
      },
    ]
  })
}

/** What is stored of the mails' receipts, of their last attempts, and of the receipts' other mails, oldest first. */
async function readAbout(db: Database, mails: readonly ProblemMail[]) {
  const receiptIds = [...new Set(mails.map(({ receipt_id }) => receipt_id))]
  const [receipts, attempts, siblings] = await Promise.all([
    db
      .selectFrom('receipts')
      .select(['id', 'transaction_number', 'store_id', 'store_name', 'statistics_place'])
      .where('id', 'in', textsOf(db, receiptIds))
      .execute(),
    db
      .selectFrom('delivery_attempts')
      .select(['delivery_id', 'code', 'detail'])
      .where('delivery_id', 'in', textsOf(db, idsOf(mails)))
      .orderBy('number')
      .execute(),
    db
      .selectFrom('deliveries')
      .select(['id', 'receipt_id', 'status', 'email_address', 'created_at'])
      .where('receipt_id', 'in', textsOf(db, receiptIds))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ])
  return {
    receiptOf: new Map(receipts.map(receipt => [receipt.id, receipt])),
    lastAttempts: new Map(attempts.map(attempt => [attempt.delivery_id, attempt])),
    ofReceipt: Map.groupBy(siblings, ({ receipt_id }) => receipt_id),
  }
}
