import type { Database, Transaction } from '../../database/database.ts'
import { idsOf, textsOf } from '../../database/rows.ts'
import { type LoggedMessage, withAttempts } from './messages.ts'

/**
 * Erases what messages say about the customers of receipts and of single mails, and the answers, which may repeat it. What isn't posted yet
 * is posted without it.
 */
export async function forgetCustomers(
  transaction: Transaction,
  receiptIds: readonly string[],
  mails: readonly { id: string; receipt_id: string }[],
): Promise<void> {
  const about = [...new Set([...receiptIds, ...mails.map(({ receipt_id }) => receipt_id)])]
  if (about.length === 0) return
  const messages = await transaction
    .selectFrom('webhook_messages')
    .select(['id', 'receipt_id', 'delivery_id'])
    .where('receipt_id', 'in', textsOf(transaction, about))
    .execute()
  const [erased, single] = [new Set(receiptIds), new Set(idsOf(mails))]
  const meant = messages.filter(({ receipt_id, delivery_id }) => erased.has(receipt_id) || single.has(delivery_id))
  if (meant.length === 0) return
  const ids = textsOf(transaction, idsOf(meant))
  await transaction.updateTable('webhook_messages').set({ customer: null, erased: 1 }).where('id', 'in', ids).execute()
  await transaction.updateTable('webhook_attempts').set({ answer: '' }).where('message_id', 'in', ids).execute()
}

/** What endpoints were told about receipts, of each the oldest first, with what they answered. */
export async function messagesAbout(db: Database, receiptIds: readonly string[]): Promise<LoggedMessage[]> {
  const messages = await db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('receipt_id', 'in', textsOf(db, receiptIds))
    .orderBy('seq')
    .execute()
  return withAttempts(db, messages)
}
