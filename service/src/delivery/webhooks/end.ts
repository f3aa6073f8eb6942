import { locking, type Transaction } from '../../database/database.ts'
import { idsOf, insertMany, textsOf } from '../../database/rows.ts'
import type { WebhookEndpointTable, WebhookMessageTable, WebhookOffReason } from '../../database/tables.ts'
import { lanes, waitAfter } from '../queue/queue.ts'
import { blockedAfter, endpointsOf } from './begin.ts'
import { forgetListeners } from './events.ts'
import { testType } from './payload.ts'
import type { Posted } from './post.ts'
import { queueFollowers, queueParked } from './queue-waiting.ts'

/** An attempt to end. */
export interface EndedAttempt {
  /** The message's. */
  id: string
  number: number
  /** How often its endpoint had failed in a row when it was begun. */
  failures: number
  startedAt: number
  posted: Posted
}

/** What was decided about a message. */
export interface MessageEnd {
  outcome: 'delivered' | 'deferred' | 'failed' | 'erased'
  /** The endpoint was turned off because of it. */
  turnedOff?: WebhookOffReason
}

/** How attempts are repeated. */
interface EndOptions {
  at: number
  /** From 0 to 1, for jitter. */
  chance: () => number
  /** Waits between the attempts of a message, milliseconds. */
  waits: readonly number[]
}

type EndedMessage = Pick<WebhookMessageTable, 'id' | 'seq' | 'endpoint_id' | 'receipt_id' | 'type' | 'tries' | 'due_at'>

/** Ends the attempts of different messages, decides about their endpoints, and queues what has waited for them. */
export async function endMessages(
  transaction: Transaction,
  attempts: readonly EndedAttempt[],
  options: EndOptions,
): Promise<MessageEnd[]> {
  const { at } = options
  const rows = transaction
    .selectFrom('webhook_messages')
    .select(['id', 'seq', 'endpoint_id', 'receipt_id', 'type', 'tries', 'due_at', 'attempt_count', 'erased'])
    .where('id', 'in', textsOf(transaction, idsOf(attempts)))
    .where('status', '=', 'queued')
    .orderBy('seq')
  const known = new Map((await locking(transaction, rows).execute()).map(row => [row.id, row]))
  // What was erased, or taken over by another process, isn't this one's anymore.
  const own = attempts.filter(({ id, number }) => known.get(id)?.attempt_count === number)
  await log(transaction, own, id => known.get(id)?.erased === 1)
  const all = own.flatMap(({ id, failures, posted }) => {
    const message = known.get(id)
    return message ? [{ message, failures, posted }] : []
  })
  const endpoints = await endpointsOf(transaction, [...known.values()])
  const turned = new Map<string, WebhookOffReason>()
  for (const [id, some] of Map.groupBy(all, ({ message }) => message.endpoint_id)) {
    const endpoint = endpoints.get(id)
    // A test that fails says nothing that its sender doesn't see.
    const telling = some.filter(({ message, posted }) => message.type !== testType || posted.code === 'ok')
    const reason = endpoint && telling.length > 0 ? await judge(transaction, endpoint, telling, options) : undefined
    if (reason) turned.set(id, reason)
  }

  // What isn't told to it isn't recorded for it.
  if (turned.size > 0) forgetListeners(transaction)

  const ends = new Map<string, MessageEnd>()
  const over: EndedMessage[] = []
  const again: EndedMessage[] = []
  for (const { message, posted } of all) {
    const endpoint = endpoints.get(message.endpoint_id)
    const retryAt = posted.code === 'ok' ? undefined : retryOf(message, posted, endpoint, options)
    const outcome = posted.code === 'ok' ? 'delivered' : retryAt === undefined ? 'failed' : 'deferred'
    const turnedOff = turned.get(message.endpoint_id)
    ends.set(message.id, { outcome, ...(turnedOff && { turnedOff }) })
    if (retryAt === undefined) over.push(message)
    else again.push({ ...message, due_at: retryAt, tries: message.tries + (isDown(endpoint) ? 0 : 1) })
  }
  await finish(transaction, over, ends, at)
  for (const { id, due_at, tries } of again)
    await transaction
      .updateTable('webhook_messages')
      .set({ due_at, lane: lanes.later, worker: null, tries })
      .where('id', '=', id)
      .execute()
  await queueFollowers(transaction, over, at)
  await queueParked(transaction, [...endpoints.values()], at)
  return attempts.map(({ id }) => ends.get(id) ?? { outcome: 'erased' })
}

/** An answer may repeat what was erased. */
async function log(
  transaction: Transaction,
  attempts: readonly EndedAttempt[],
  isErased: (id: string) => boolean,
): Promise<void> {
  const rows = attempts.map(({ id, number, startedAt, posted }) => {
    const { tookMs, statusCode, code, answer } = posted
    return {
      ...{ message_id: id, number, started_at: startedAt, took_ms: tookMs, status_code: statusCode, code },
      answer: isErased(id) ? '' : answer,
    }
  })
  await insertMany(transaction, 'webhook_attempts', rows)
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Waits between the attempts of a message, milliseconds: three days in total, after which it has failed. */
export const webhookWaits = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour],
  ...[8 * hour, 8 * hour, 12 * hour, 12 * hour, 24 * hour],
] as const

/** Waits of an endpoint that doesn't answer, after each failure from the third on. */
const blocks = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour] as const

/** An endpoint that has failed for so long is turned off. Milliseconds. */
const offAfterMs = 3 * day

/** The longest wait that a receiver may ask for. Milliseconds. */
const longestAskedMs = hour

/**
 * When a message is tried again; undefined if it has failed. An endpoint that doesn't answer is tried at its own pace until it is turned
 * off: the message isn't to blame.
 */
function retryOf(
  { type, tries }: EndedMessage,
  { statusCode, retryAfterMs = 0 }: Posted,
  endpoint: WebhookEndpointTable | undefined,
  { at, chance, waits }: EndOptions,
): number | undefined {
  if (type === testType || statusCode === 410 || !endpoint || endpoint.off_at !== null) return undefined
  if (isDown(endpoint)) return endpoint.blocked_until ?? at
  const wait = waitAfter(tries + 1, chance(), waits)
  return wait === undefined ? undefined : at + Math.max(wait, Math.min(retryAfterMs, longestAskedMs))
}

/** Whether an endpoint fails, not only a message. */
function isDown(endpoint: WebhookEndpointTable | undefined): boolean {
  return endpoint !== undefined && endpoint.failures >= blockedAfter
}

/** Changes an endpoint, and its row, by what attempts say of it. Returns why it is turned off, if it is. */
async function judge(
  transaction: Transaction,
  endpoint: WebhookEndpointTable,
  attempts: readonly Pick<EndedAttempt, 'failures' | 'posted'>[],
  { at, chance }: EndOptions,
): Promise<WebhookOffReason | undefined> {
  const last = attempts.findLastIndex(({ posted }) => posted.code === 'ok')
  const failing = attempts.slice(last + 1)
  const failed = failing.map(({ posted }) => posted)
  const worked = last >= 0
  if (failed.length === 0 && endpoint.failures === 0) return undefined
  const before = worked ? 0 : endpoint.failures
  // Those that were in hand together count as one.
  const isAnother = failing.some(({ failures }) => worked || failures >= before)
  const failures = before + (isAnother ? 1 : 0)
  const blockBefore = failed.length === 0 ? null : endpoint.blocked_until
  const changes: Partial<WebhookEndpointTable> = {
    failures,
    failing_since: failed.length === 0 ? null : worked ? at : (endpoint.failing_since ?? at),
    blocked_until: latest(isAnother ? blockOf(failures, at, chance()) : blockBefore, askedUntil(failed, at)),
  }
  const isGone = failed.some(({ statusCode }) => statusCode === 410)
  const isTooLong = changes.failing_since !== null && at - (changes.failing_since ?? at) >= offAfterMs
  const reason = endpoint.off_at !== null ? undefined : isGone ? 'gone' : isTooLong ? 'failing' : undefined
  if (reason) Object.assign(changes, { off_at: at, off_reason: reason, notice_due_at: at })
  Object.assign(endpoint, changes)
  await transaction.updateTable('webhook_endpoints').set(changes).where('id', '=', endpoint.id).execute()
  return reason
}

/** Until when an endpoint gets one attempt at a time; null if it may have more. */
function blockOf(failures: number, at: number, chance: number): number | null {
  const tries = Math.min(failures - blockedAfter + 1, blocks.length)
  return tries < 1 ? null : at + (waitAfter(tries, chance, blocks) ?? hour)
}

/** Until when the endpoint itself asks to be left alone. */
function askedUntil(failed: readonly Posted[], at: number): number | null {
  const waits = failed
    .filter(({ statusCode }) => statusCode === 429 || statusCode === 503)
    .map(({ retryAfterMs = 0 }) => Math.min(retryAfterMs, longestAskedMs))
  const longest = Math.max(0, ...waits)
  return longest === 0 ? null : at + longest
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

async function finish(
  transaction: Transaction,
  over: readonly EndedMessage[],
  ends: ReadonlyMap<string, MessageEnd>,
  at: number,
): Promise<void> {
  for (const [status, some] of Map.groupBy(over, ({ id }) =>
    ends.get(id)?.outcome === 'delivered' ? ('delivered' as const) : ('failed' as const),
  ))
    await transaction
      .updateTable('webhook_messages')
      .set({ status, finished_at: at, due_at: at, worker: null })
      .where('id', 'in', textsOf(transaction, idsOf(some)))
      .execute()
}
