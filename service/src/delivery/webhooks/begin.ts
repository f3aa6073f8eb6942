import { locking, lockingFree, type Transaction } from '../../database/database.ts'
import { waitingFor } from '../../database/queue/endpoint-messages.ts'
import { idsOf, textsOf } from '../../database/rows.ts'
import type { WebhookEndpointTable, WebhookMessageTable, WebhookStatus } from '../../database/tables.ts'
import { testType } from './payload.ts'

/** A message in hand. */
export interface BegunMessage {
  message: WebhookMessageTable
  endpoint: WebhookEndpointTable
  /** Of this attempt. */
  number: number
}

/** Longer than any attempt takes. Milliseconds. */
const longestAttemptMs = 90_000

/** Failures in a row from which on an endpoint gets one attempt at a time. */
export const blockedAfter = 3

/** What isn't over. */
export const openStatuses = ['queued', 'parked', 'behind'] as const satisfies readonly WebhookStatus[]

/**
 * Opens the next attempts of different messages, unless they have to wait: for an earlier one about the same receipt, or because their
 * endpoint doesn't answer. The end of what it waits for queues it.
 *
 * @returns undefined for those that aren't begun
 */
export async function beginMessages(
  transaction: Transaction,
  ids: readonly string[],
  at: number,
): Promise<(BegunMessage | undefined)[]> {
  const queued = transaction
    .selectFrom('webhook_messages')
    .selectAll()
    .where('id', 'in', textsOf(transaction, ids))
    .where('status', '=', 'queued')
    .orderBy('seq')
  const messages = await locking(transaction, queued).execute()
  const endpoints = await endpointsOf(transaction, messages)
  const late = await behindOthers(transaction, messages)
  const isBlocked = ({ endpoint_id }: WebhookMessageTable) => (endpoints.get(endpoint_id)?.blocked_until ?? 0) > at
  const interrupted = await interruptedOf(transaction, messages.filter(isBlocked))
  const tried = new Set<string>()
  const results = new Map<string, BegunMessage>()
  const waiting: Record<'parked' | 'behind' | 'failed', string[]> = { parked: [], behind: [], failed: [] }

  for (const message of messages) {
    const endpoint = endpoints.get(message.endpoint_id)
    const reason = reasonAgainst(message, endpoint)
    if (reason === undefined && endpoint) {
      // Until this attempt is over, the others wait.
      if (endpoint.failures >= blockedAfter) {
        endpoint.blocked_until = at + longestAttemptMs
        tried.add(endpoint.id)
      }
      results.set(message.id, { message, endpoint, number: message.attempt_count + 1 })
    } else if (reason !== undefined) waiting[reason].push(message.id)
  }

  await claim(transaction, [...results.values()])
  for (const status of ['parked', 'behind', 'failed'] as const)
    await move(transaction, waiting[status], {
      status,
      worker: null,
      ...(status === 'failed' && { finished_at: at, due_at: at }),
    })
  const parked = new Set(waiting.parked)
  const blocked = messages.filter(({ id }) => parked.has(id)).map(({ endpoint_id }) => endpoint_id)
  for (const endpointId of new Set(blocked)) await parkMore(transaction, endpointId, at)
  return ids.map(id => results.get(id))

  function reasonAgainst(
    message: WebhookMessageTable,
    endpoint: WebhookEndpointTable | undefined,
  ): 'failed' | 'behind' | 'parked' | undefined {
    const { id } = message
    const isTest = message.type === testType
    if (!endpoint || (endpoint.off_at !== null && !isTest)) return 'failed'
    if (late.has(id)) return 'behind'
    const mayTry = isTest || (interrupted.has(id) && !tried.has(endpoint.id))
    return isBlocked(message) && !mayTry ? 'parked' : undefined
  }
}

/** The endpoints of messages, by id. */
export async function endpointsOf(
  transaction: Transaction,
  messages: readonly Pick<WebhookMessageTable, 'endpoint_id'>[],
): Promise<Map<string, WebhookEndpointTable>> {
  const ids = [...new Set(messages.map(({ endpoint_id }) => endpoint_id))]
  if (ids.length === 0) return new Map()
  const rows = await transaction.selectFrom('webhook_endpoints').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Those of the messages before which another one about the same receipt is open. Locks these, so that none is over unnoticed. */
async function behindOthers(transaction: Transaction, messages: readonly WebhookMessageTable[]): Promise<Set<string>> {
  const mayWait = messages.filter(({ receipt_id }) => receipt_id !== '')
  if (mayWait.length === 0) return new Set()
  const earlier = transaction
    .selectFrom('webhook_messages as earlier')
    .innerJoin('webhook_messages as later', join =>
      join
        .onRef('later.receipt_id', '=', 'earlier.receipt_id')
        .onRef('later.endpoint_id', '=', 'earlier.endpoint_id')
        .onRef('later.seq', '>', 'earlier.seq'),
    )
    .select('later.id')
    .where('later.id', 'in', textsOf(transaction, idsOf(mayWait)))
    .where('earlier.status', 'in', openStatuses)
  return new Set(idsOf(await locking(transaction, earlier).execute()))
}

/**
 * Those of the messages whose last attempt was begun and never ended, because its process died: perhaps it was the one that their
 * endpoint is blocked for, and nothing else would end that block early.
 */
async function interruptedOf(
  transaction: Transaction,
  messages: readonly WebhookMessageTable[],
): Promise<ReadonlySet<string>> {
  const begun = messages.filter(({ attempt_count }) => attempt_count > 0)
  if (begun.length === 0) return new Set()
  const ended = await transaction
    .selectFrom('webhook_attempts')
    .select(['message_id', 'number'])
    .where('message_id', 'in', textsOf(transaction, idsOf(begun)))
    .execute()
  const lastOf = new Map<string, number>()
  for (const { message_id, number } of ended) lastOf.set(message_id, Math.max(number, lastOf.get(message_id) ?? 0))
  return new Set(idsOf(begun.filter(({ id, attempt_count }) => (lastOf.get(id) ?? 0) < attempt_count)))
}

async function claim(transaction: Transaction, begun: readonly BegunMessage[]): Promise<void> {
  if (begun.length === 0) return
  await transaction
    .updateTable('webhook_messages')
    .set(({ eb, ref }) => ({ attempt_count: eb(ref('attempt_count'), '+', 1) }))
    .where(
      'id',
      'in',
      textsOf(
        transaction,
        begun.map(({ message }) => message.id),
      ),
    )
    .execute()
  const tried = begun.filter(({ endpoint }) => endpoint.failures >= blockedAfter)
  for (const { endpoint } of tried)
    await transaction
      .updateTable('webhook_endpoints')
      .set({ blocked_until: endpoint.blocked_until })
      .where('id', '=', endpoint.id)
      .execute()
}

/** Messages of an endpoint that are parked at once with one that can't be tried. */
const parkedAtOnce = 250

/** Parks messages of an endpoint that doesn't answer, none of which may be in anybody's hand: one by one, a backlog would take long. */
async function parkMore(transaction: Transaction, endpointId: string, at: number): Promise<void> {
  const untried = waitingFor(transaction, endpointId, 'queued', at)
    .select('id')
    .where('attempt_count', '=', 0)
    .where('worker', 'is', null)
    .where('type', '!=', testType)
    .limit(parkedAtOnce)
  await move(transaction, idsOf(await lockingFree(transaction, untried).execute()), { status: 'parked' })
}

async function move(
  transaction: Transaction,
  ids: readonly string[],
  values: Partial<WebhookMessageTable>,
): Promise<void> {
  if (ids.length === 0) return
  await transaction.updateTable('webhook_messages').set(values).where('id', 'in', textsOf(transaction, ids)).execute()
}
