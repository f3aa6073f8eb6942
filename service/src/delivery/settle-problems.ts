import { lockingFree, type Transaction } from '../database/database.ts'
import { isUndone } from '../database/problems/open.ts'
import { idsOf, textsOf, unindexed } from '../database/rows.ts'

/** Who dealt with a problem, if nobody did, but another mail of the receipt. */
const byMail = 'mail'

/**
 * Takes receipts' mails off the list of problems if a later one of the same receipt was sent. To be called where a later mail is sent, and
 * where an earlier one fails or comes back.
 *
 * @param at milliseconds since 1970
 */
export async function settleProblems(
  transaction: Transaction,
  receiptIds: readonly string[],
  at: number,
): Promise<void> {
  if (receiptIds.length === 0) return
  const settled = transaction
    .selectFrom('deliveries')
    .select('id')
    .where('receipt_id', 'in', textsOf(transaction, [...new Set(receiptIds)]))
    // Not by the status's index: a receipt has few mails.
    .where(unindexed('status'), 'in', ['queued', 'held', 'failed', 'bounced', 'withheld'])
    .where(isUndone)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries as later')
          .select('later.id')
          .whereRef('later.receipt_id', '=', 'deliveries.receipt_id')
          .whereRef('later.created_at', '>=', 'deliveries.created_at')
          .whereRef('later.id', '<>', 'deliveries.id')
          .where(unindexed('later.status'), '=', 'sent'),
      ),
    )
  // What another worker is about to end settles itself: waiting for it, it might wait for this.
  const ids = idsOf(await lockingFree(transaction, settled).execute())
  if (ids.length === 0) return
  await transaction
    .updateTable('deliveries')
    .set({ done_at: at, done_by: byMail })
    .where('id', 'in', textsOf(transaction, ids))
    .execute()
}
