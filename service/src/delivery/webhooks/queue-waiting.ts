import type { Transaction } from '../../database/database.ts'
import { waitingFor } from '../../database/queue/endpoint-messages.ts'
import { idsOf, textsOf } from '../../database/rows.ts'
import type { WebhookEndpointTable, WebhookMessageTable } from '../../database/tables.ts'
import { lanes } from '../queue/queue.ts'

/** Where a message stood that is over. */
type Ended = Pick<WebhookMessageTable, 'receipt_id' | 'endpoint_id'>

/** Queues the next message about each receipt. */
export async function queueFollowers(transaction: Transaction, over: readonly Ended[], at: number): Promise<void> {
  const about = over.filter(({ receipt_id }) => receipt_id !== '')
  if (about.length === 0) return
  const behind = await transaction
    .selectFrom('webhook_messages')
    .select(['id', 'receipt_id', 'endpoint_id'])
    .where(
      'receipt_id',
      'in',
      textsOf(
        transaction,
        about.map(({ receipt_id }) => receipt_id),
      ),
    )
    .where('status', '=', 'behind')
    .orderBy('seq')
    .execute()
  const placeOf = (message: Ended) => `${message.receipt_id} ${message.endpoint_id}`
  const ended = new Set(about.map(placeOf))
  const next = new Map(
    behind
      .filter(message => ended.has(placeOf(message)))
      .toReversed()
      .map(message => [placeOf(message), message]),
  )
  await queueAgain(transaction, [...next.values()], at, lanes.live)
}

/** Messages of an endpoint that are queued at once of those that have waited for it: it may fail again. */
const mostReleased = 20

/** Queues what waits for endpoints, as far as there is room for each. */
export async function queueParked(
  transaction: Transaction,
  endpoints: readonly WebhookEndpointTable[],
  at: number,
): Promise<void> {
  const open = endpoints.filter(({ off_at, blocked_until }) => off_at === null && (blocked_until ?? 0) <= at)
  const parked = await firstOfEach(transaction, 'parked', idsOf(open), at)
  const queued = await firstOfEach(transaction, 'queued', [...parked.keys()], at)
  const released = [...parked].flatMap(([id, some]) => some.slice(0, mostReleased - (queued.get(id)?.length ?? 0)))
  await queueAgain(transaction, released, at, lanes.later)
}

/** The first messages of each endpoint that have a status and are due, with one statement; only of those that have some. */
async function firstOfEach(
  transaction: Transaction,
  status: 'parked' | 'queued',
  endpointIds: readonly string[],
  at: number,
): Promise<Map<string, Pick<WebhookMessageTable, 'id' | 'endpoint_id'>[]>> {
  const [first, ...others] = endpointIds.map(id =>
    transaction
      .selectFrom(
        waitingFor(transaction, id, status, at)
          .select(['id', 'seq', 'due_at', 'endpoint_id'])
          .limit(mostReleased)
          .as('some'),
      )
      .selectAll(),
  )
  if (!first) return new Map()
  const rows = await others.reduce((all, one) => all.unionAll(one), first).execute()
  rows.sort((one, other) => one.due_at - other.due_at || one.seq - other.seq)
  return Map.groupBy(rows, ({ endpoint_id }) => endpoint_id)
}

async function queueAgain(
  transaction: Transaction,
  messages: readonly Pick<WebhookMessageTable, 'id'>[],
  at: number,
  lane: number,
): Promise<void> {
  if (messages.length === 0) return
  await transaction
    .updateTable('webhook_messages')
    .set({ status: 'queued', due_at: at, lane })
    .where('id', 'in', textsOf(transaction, idsOf(messages)))
    .execute()
}
