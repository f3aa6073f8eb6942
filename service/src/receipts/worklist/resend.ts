import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reach } from '../../basics/reach.ts'
import { type Database, lockReceipts, type Transaction } from '../../database/database.ts'
import { isInReach, type ProblemFilter } from '../../database/problems/filter.ts'
import { type ListPlace, problemsFrom } from '../../database/problems/read.ts'
import { chunksOf, textsOf, unindexed } from '../../database/rows.ts'
import type { DeliveryTable } from '../../database/tables.ts'
import { isUnderway, type OutboxContext } from '../../delivery/outbox/delivery.ts'
import { suppressedBy } from '../../delivery/suppression/suppression.ts'
import { queueResend } from '../receipts.ts'
import type { SearchKey } from '../search/terms.ts'

/**
 * Why a mail isn't sent again. `underway`: another is on its way to the same address. `waiting`, `held`, `suppressed`: so would be the next.
 * `tooMany`: its receipt had as many mails as it may have in an hour. `gone`: it isn't there, was erased, or arrived.
 */
export const resendRefusals = ['underway', 'waiting', 'held', 'suppressed', 'tooMany', 'gone'] as const

/** One of them. */
type ResendRefusal = (typeof resendRefusals)[number]

/** What became of mails that were to be sent again. */
interface ResendResult {
  queued: number
  refused: { id: string; why: ResendRefusal }[]
  /** Where to go on; undefined if these were all. */
  next: ListPlace | undefined
}

/** Mails in one go: what a request takes of a list that may have any number. */
const mostResent = 200

/** Mails per transaction, to keep its locks short. */
const batch = 20

interface ResendContext extends OutboxContext {
  searchKey: SearchKey
}

/**
 * Sends the receipts of problems again, as new mails in the same look: to the same addresses, or one to another. Of a filter, the first
 * `mostResent` after a cursor. The problems stay until the new mails are sent.
 */
export async function resendProblems(
  context: ResendContext,
  { reach, mailDomain, emailAddress }: { reach: Reach; mailDomain: string; emailAddress?: string | undefined },
  chosen: { ids: readonly string[] } | { filter: ProblemFilter; start?: ListPlace | undefined },
): Promise<ResendResult> {
  const { db, now } = context
  const { merchantId } = reach
  const { ids, next } = 'ids' in chosen ? { ids: chosen.ids, next: undefined } : await some(db, reach, chosen, now())
  const result: ResendResult = { queued: 0, refused: [], next }
  for (const part of chunksOf(ids, batch)) {
    await db.transaction().execute(async transaction => {
      const mails = new Map((await problemMails(transaction, reach, part)).map(mail => [mail.id, mail]))
      // From here on, nobody else sends them again, so that each counts the previous ones.
      await lockReceipts(transaction, [...new Set([...mails.values()].map(mail => mail.receipt_id))])
      for (const id of part) {
        const mail = mails.get(id)
        const why = mail ? await resendOne(transaction, mail) : 'gone'
        if (why === undefined) result.queued += 1
        else result.refused.push({ id, why })
      }
    })
    context.queue.wake()
    await nextTurn()
  }
  return result

  async function resendOne(transaction: Transaction, mail: Mailed): Promise<ResendRefusal | undefined> {
    const to = emailAddress ?? mail.email_address
    if (to === mail.email_address && kinds[mail.status] !== undefined) return kinds[mail.status]
    const address = { merchantId, emailAddress: to }
    if (await suppressedBy(transaction, context.searchKey, address, now())) return 'suppressed'
    const record = await transaction
      .selectFrom('receipts')
      .select(['id', 'merchant_id', 'receipt_date', 'store_id', 'statistics_place'])
      .where('id', '=', mail.receipt_id)
      .executeTakeFirst()
    if (!record) return 'gone'
    if (await isUnderway(transaction, record.id, to)) return 'underway'
    const variant = mail.variant ?? undefined
    const resent = await queueResend(transaction, context, record, { emailAddress: to, mailDomain, variant })
    return resent === 'queued' ? undefined : refusals[resent]
  }
}

const kinds: Readonly<Partial<Record<DeliveryTable['status'], ResendRefusal>>> = {
  queued: 'waiting',
  held: 'held',
}

const refusals = { 'too many': 'tooMany', erased: 'gone' } as const

type Mailed = Pick<DeliveryTable, 'id' | 'receipt_id' | 'email_address' | 'variant' | 'status'>

function problemMails(db: Database, reach: Reach, ids: readonly string[]): Promise<Mailed[]> {
  return db
    .selectFrom('deliveries')
    .select(['id', 'receipt_id', 'email_address', 'variant', 'status'])
    .where('id', 'in', textsOf(db, ids))
    .where(unindexed('merchant_id'), '=', reach.merchantId)
    .where(isInReach(reach))
    .where(unindexed('status'), 'in', ['queued', 'held', 'failed', 'bounced', 'withheld'])
    .execute()
}

async function some(
  db: Database,
  reach: Reach,
  { filter, start }: { filter: ProblemFilter; start?: ListPlace | undefined },
  now: number,
): Promise<{ ids: string[]; next: ResendResult['next'] }> {
  const found = await problemsFrom(db, { reach, filter, now }, { size: mostResent + 1, start })
  const these = found.slice(0, mostResent)
  const last = these.at(-1)
  return {
    ids: these.map(({ id }) => id),
    next: found.length > mostResent && last ? { date: last.at, id: last.id } : undefined,
  }
}
