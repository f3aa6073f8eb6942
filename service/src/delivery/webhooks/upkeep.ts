import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import type { WorkSource } from '../../database/queue/due-rows.ts'
import { idsOf, textsOf } from '../../database/rows.ts'
import { openStatuses } from './begin.ts'
import { testType } from './payload.ts'
import { queueParked } from './queue-waiting.ts'

/** Where messages wait. */
export const webhookSource: WorkSource = {
  table: 'webhook_messages',
  waiting: `status = 'queued'`,
  recipient: 'endpoint_id',
}

/** Messages per transaction, and per look at those that wait. */
const step = 250

/** No wait is longer; what waits longer does so because the clock was set back. Milliseconds. */
const longestWaitMs = 108_000_000

/** No endpoint is left alone for longer. Milliseconds. */
const longestBlockMs = 7_200_000

/**
 * Queues what nothing else would: messages of endpoints that were blocked, and such as wait for one that is gone. Gives up what waits for
 * endpoints that are off.
 */
export async function sweepWebhooks(db: Database, at: number): Promise<void> {
  await forgetFuture(db, at)
  const endpoints = await db.selectFrom('webhook_endpoints').selectAll().execute()
  if (endpoints.length === 0) return
  for (const endpoint of endpoints) {
    if (endpoint.off_reason === 'removed') await deleteEndpoint(db, endpoint.id)
    else if (endpoint.off_at !== null) await giveUp(db, endpoint.id, at)
    else await db.transaction().execute(transaction => queueParked(transaction, [endpoint], at))
  }
  await db
    .updateTable('webhook_messages')
    .set({ due_at: at })
    .where('endpoint_id', 'in', idsOf(endpoints))
    .where('status', 'in', openStatuses)
    .where('due_at', '>', at + longestWaitMs)
    .execute()
  await queueForgotten(db, idsOf(endpoints), at)
}

/** What endpoints did in a future that a clock was set back from: one would be left alone until then, and never turned off. */
async function forgetFuture(db: Database, at: number): Promise<void> {
  const blocked = db.updateTable('webhook_endpoints').set({ blocked_until: null })
  await blocked.where('blocked_until', '>', at + longestBlockMs).execute()
  const failing = db.updateTable('webhook_endpoints').set({ failing_since: at })
  await failing.where('failing_since', '>', at).execute()
}

async function giveUp(db: Database, endpointId: string, at: number): Promise<void> {
  for (let isLast = false; !isLast; await nextTurn()) {
    const open = await db
      .selectFrom('webhook_messages')
      .select('id')
      .where('endpoint_id', '=', endpointId)
      .where('status', 'in', openStatuses)
      .where('type', '!=', testType)
      .limit(step)
      .execute()
    isLast = open.length < step
    await db
      .updateTable('webhook_messages')
      .set({ status: 'failed', finished_at: at, due_at: at, worker: null })
      .where('id', 'in', textsOf(db, idsOf(open)))
      .where('status', 'in', openStatuses)
      .execute()
  }
}

/** What waits for an earlier message that isn't open anymore. */
async function queueForgotten(db: Database, endpointIds: readonly string[], at: number): Promise<void> {
  const forgotten = await db
    .selectFrom('webhook_messages')
    .select('id')
    .where('endpoint_id', 'in', endpointIds)
    .where('status', '=', 'behind')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_messages as earlier')
            .select('earlier.id')
            .whereRef('earlier.receipt_id', '=', 'webhook_messages.receipt_id')
            .whereRef('earlier.endpoint_id', '=', 'webhook_messages.endpoint_id')
            .whereRef('earlier.seq', '<', 'webhook_messages.seq')
            .where('earlier.status', 'in', openStatuses),
        ),
      ),
    )
    .limit(step)
    .execute()
  if (forgotten.length === 0) return
  await db
    .updateTable('webhook_messages')
    .set({ status: 'queued', due_at: at })
    .where('id', 'in', textsOf(db, idsOf(forgotten)))
    .where('status', '=', 'behind')
    .execute()
}

/** Days for which messages are kept after they are over, with the answers. */
export const keptDays = 14

/** Deletes the messages that have been over for long. */
export async function expireWebhooks(db: Database, at: number): Promise<void> {
  const endpoints = await db.selectFrom('webhook_endpoints').select('id').execute()
  for (const { id } of endpoints)
    for (const status of ['delivered', 'failed'] as const)
      await deleteMessages(db, async () => {
        const oldest = await db
          .selectFrom('webhook_messages')
          .select(['id', 'due_at'])
          .where('endpoint_id', '=', id)
          .where('status', '=', status)
          .orderBy('seq')
          .limit(step)
          .execute()
        return oldest.filter(({ due_at }) => due_at < at - keptDays * 86_400_000)
      })
}

/** Deletes an endpoint and all its messages. */
async function deleteEndpoint(db: Database, endpointId: string): Promise<void> {
  await deleteMessages(db, () =>
    db.selectFrom('webhook_messages').select('id').where('endpoint_id', '=', endpointId).limit(step).execute(),
  )
  await db.deleteFrom('webhook_endpoints').where('id', '=', endpointId).execute()
}

/** In steps, between which others have a turn. */
async function deleteMessages(db: Database, next: () => Promise<{ id: string }[]>): Promise<void> {
  for (let isLast = false; !isLast; await nextTurn()) {
    const ids = idsOf(await next())
    isLast = ids.length < step
    if (ids.length === 0) return
    await db.transaction().execute(async transaction => {
      const some = textsOf(transaction, ids)
      await transaction.deleteFrom('webhook_attempts').where('message_id', 'in', some).execute()
      await transaction.deleteFrom('webhook_messages').where('id', 'in', some).execute()
    })
  }
}

/** How many messages wait to be posted, and since when the oldest has been due that doesn't wait for its endpoint or for another one. */
export async function readWebhookBacklog(db: Database): Promise<{ waiting: number; oldestDueAt: number | undefined }> {
  const { count, oldest } = await db
    .selectFrom('webhook_messages')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('count'),
      fn.min(eb.case().when('status', '=', 'queued').then(eb.ref('due_at')).end()).as('oldest'),
    ])
    .where('endpoint_id', 'in', db.selectFrom('webhook_endpoints').select('id'))
    .where('status', 'in', openStatuses)
    .executeTakeFirstOrThrow()
  return { waiting: Number(count), oldestDueAt: oldest === null ? undefined : Number(oldest) }
}
