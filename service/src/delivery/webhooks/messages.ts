import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { idsOf, insertMany, textsOf } from '../../database/rows.ts'
import type { WebhookAttemptTable, WebhookMessageTable } from '../../database/tables.ts'
import { lanes } from '../queue/queue.ts'
import { messageOf } from './events.ts'
import { testType } from './payload.ts'

/** A message with its attempts, the oldest first. */
export type LoggedMessage = WebhookMessageTable & { attempts: WebhookAttemptTable[] }

/** Which messages of an endpoint. */
interface MessageFilter {
  status?: 'waiting' | 'delivered' | 'failed' | undefined
  /** Only older ones: the `next` of the page before. */
  before?: number | undefined
}

/** Messages on a page. */
export const messagePage = 50

/** What an endpoint was told, the newest first, with what it answered; one page, and where the next one starts. */
export async function listMessages(
  db: Database,
  endpointId: string,
  { status, before }: MessageFilter,
): Promise<{ messages: LoggedMessage[]; next: number | undefined }> {
  const statuses = status === 'waiting' ? (['queued', 'parked', 'behind'] as const) : status ? ([status] as const) : all
  const rows = await db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('status', 'in', statuses)
    .where('seq', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('seq', 'desc')
    .limit(messagePage)
    .execute()
  return {
    messages: await withAttempts(db, rows),
    next: rows.length < messagePage ? undefined : Number(rows.at(-1)?.seq),
  }
}

/** Messages with what their endpoints answered. */
export async function withAttempts(db: Database, messages: readonly WebhookMessageTable[]): Promise<LoggedMessage[]> {
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('message_id', 'in', textsOf(db, idsOf(messages)))
    .orderBy('number')
    .execute()
  const byMessage = Map.groupBy(attempts, ({ message_id }) => message_id)
  return messages.map(message => ({ ...message, attempts: byMessage.get(message.id) ?? [] }))
}

const all = ['queued', 'parked', 'behind', 'delivered', 'failed'] as const

/** Messages per transaction. */
const step = 250

/**
 * Posts messages that are over once more, with the same ids and in order: one, or all that were written since a time. Returns how many.
 *
 * @param choice times are milliseconds since 1970
 */
export async function redeliver(
  db: Database,
  endpointId: string,
  choice: { messageId: string } | { since: number; until: number },
  at: number,
): Promise<number> {
  let count = 0
  for (let last = 0, isEnd = false; !isEnd; await nextTurn()) {
    const over = await db
      .selectFrom('webhook_messages')
      .select(['id', 'seq'])
      .where('endpoint_id', '=', endpointId)
      .where('status', 'in', ['delivered', 'failed'])
      .where('type', '!=', testType)
      .where('seq', '>', last)
      .where(({ and, eb }) =>
        'messageId' in choice
          ? eb('id', '=', choice.messageId)
          : and([eb('created_at', '>=', choice.since), eb('created_at', '<=', choice.until)]),
      )
      .orderBy('seq')
      .limit(step)
      .execute()
    isEnd = over.length < step
    last = Number(over.at(-1)?.seq ?? last)
    count += await queueOver(db, idsOf(over), at)
  }
  return count
}

async function queueOver(db: Database, ids: readonly string[], at: number): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('webhook_messages')
    .set({ status: 'queued', due_at: at, lane: lanes.later, worker: null, tries: 0, finished_at: null })
    .where('id', 'in', textsOf(db, ids))
    .where('status', 'in', ['delivered', 'failed'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Writes a message that tries an endpoint, on or off. Returns its id. */
export async function addTestMessage(
  db: Database,
  endpoint: { id: string; merchant_id: string },
  at: number,
): Promise<string> {
  const event = { type: testType, merchantId: endpoint.merchant_id, data: {} } as const
  const message = messageOf({ id: endpoint.id, withCustomer: false, blockedUntil: 0 }, event, at)
  await db.transaction().execute(transaction => insertMany(transaction, 'webhook_messages', [message]))
  return message.id
}
