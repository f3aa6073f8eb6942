import type { HashKey } from '../../basics/addresses.ts'
import type { Transaction } from '../../database/database.ts'
import { idsOf, insertMany, statementAbout, textsOf, unindexed } from '../../database/rows.ts'
import type { AttemptTable, DeliveryTable } from '../../database/tables.ts'
import { recordMails } from '../../statistics/counting/change.ts'
import { type Suppression, suppressionsOf } from '../suppression/suppression.ts'

/** An attempt to open; as the parameters of `begin`. */
export interface AttemptRequest {
  id: string
  takesOver: boolean
  isExclusive: boolean
}

/**
 * Opens the next attempts of different deliveries, unless there is a reason not to.
 *
 * Whether the address is suppressed is asked here, of all at once.
 */
export async function beginAttempts(
  transaction: Transaction,
  requests: readonly AttemptRequest[],
  context: BeginContext,
): Promise<(Begun | NotBegun)[]> {
  // This locks the rows, so that two workers can't both open an attempt.
  const asked = requests.map(({ id }) => ({ id }))
  const { rows: deliveries } = await countAttempts(transaction, asked)
  const byId = new Map(deliveries.map(delivery => [delivery.id, delivery]))
  const pasts = await pastsOf(transaction, deliveries)
  const results: (Begun | NotBegun)[] = []
  for (const request of requests) {
    const delivery = byId.get(request.id)
    const past = pasts.get(request.id) ?? []
    const reason = delivery ? await reasonAgainst(transaction, delivery, past, request, context) : 'over'
    if (!delivery || reason) {
      results.push(reason ?? 'over')
      continue
    }
    const since = delivery.retried_at ?? 0
    const answered = past.filter(({ outcome, started_at }) => outcome === 'deferred' && started_at >= since).length
    const interrupted = past.some(({ ended_at }) => ended_at === null)
    results.push({ delivery, number: delivery.attempt_count, answered, interrupted })
  }
  const begun = results.filter(result => typeof result === 'object')
  const startedAt = context.now()
  const addresses = begun.map(({ delivery }) => ({
    merchantId: delivery.merchant_id,
    emailAddress: delivery.email_address,
  }))
  const suppressions = await suppressionsOf(transaction, context.searchKey, addresses, startedAt)
  for (const [index, each] of begun.entries()) each.suppression = suppressions[index]
  const rows = begun.map(({ delivery: { id }, number }) => ({ delivery_id: id, number, started_at: startedAt }))
  await insertMany(transaction, 'delivery_attempts', rows)
  return results
}

const countAttempts = statementAbout({ id: 'text' }, (transaction, rows) =>
  transaction
    .updateTable('deliveries')
    .set(({ eb, ref }) => ({ attempt_count: eb(ref('attempt_count'), '+', 1) }))
    .where('id', 'in', rows as never)
    .where(unindexed('status'), '=', 'queued')
    .returningAll(),
)

/** What opening attempts needs of the process. */
interface BeginContext {
  /** Hashes the addresses that are suppressed. */
  searchKey: HashKey
  now: () => number
  /** An open attempt that is older is a dead process's, because none takes so long. Milliseconds. */
  deadAfterMs: number
}

/** The attempts of deliveries so far. Most have none: it is their first. */
async function pastsOf(
  transaction: Transaction,
  deliveries: readonly DeliveryTable[],
): Promise<ReadonlyMap<string, Past>> {
  const tried = deliveries.filter(({ attempt_count }) => attempt_count > 1)
  if (tried.length === 0) return new Map()
  const attempts = await transaction
    .selectFrom('delivery_attempts')
    .select(['delivery_id', 'started_at', 'ended_at', 'outcome', 'code'])
    .where('delivery_id', 'in', textsOf(transaction, idsOf(tried)))
    .orderBy('delivery_id')
    .orderBy('number')
    .execute()
  return Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
}

/** Why an attempt may not be opened now; then its delivery is put back. */
async function reasonAgainst(
  transaction: Transaction,
  delivery: DeliveryTable,
  past: Past,
  { takesOver, isExclusive }: AttemptRequest,
  { now, deadAfterMs }: BeginContext,
): Promise<NotBegun | undefined> {
  const open = past.find(attempt => attempt.ended_at === null)
  if (open && !takesOver && Math.abs(now() - open.started_at) < deadAfterMs)
    return putBack(transaction, delivery, 'busy', { due_at: open.started_at + deadAfterMs, worker: null })
  if (open) {
    await closeOpenAttempts(transaction, delivery.id, now())
    await recordMails(transaction, [delivery.id], { attempts: 1 })
    const dueAt = open.started_at + waitAfterInterruptions(past)
    if (dueAt > now() || isSuspect(past))
      return putBack(transaction, delivery, 'later', { due_at: dueAt, worker: null })
  }
  return !isSuspect(past) || isExclusive ? undefined : putBack(transaction, delivery, 'exclusive')
}

/** Takes back that the delivery has one more attempt. @param next when it is due again, unless it stays in this worker's hand */
async function putBack(
  transaction: Transaction,
  { id, attempt_count }: DeliveryTable,
  reason: NotBegun,
  next: Partial<DeliveryTable> = {},
): Promise<NotBegun> {
  await transaction
    .updateTable('deliveries')
    .set({ attempt_count: attempt_count - 1, ...next })
    .where('id', '=', id)
    .execute()
  return reason
}

async function closeOpenAttempts(transaction: Transaction, id: string, at: number): Promise<void> {
  const interrupted: Partial<AttemptTable> = { ended_at: at, outcome: 'interrupted' }
  await transaction
    .updateTable('delivery_attempts')
    .set(interrupted)
    .where('delivery_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** A delivery's attempts, oldest first. */
type Past = readonly Pick<AttemptTable, 'started_at' | 'ended_at' | 'outcome' | 'code'>[]

const second = 1000
const minute = 60 * second

/** Waits after one, two, three … interruptions in a row. A single one is usually a restart, so the mail is sent at once. */
const waits = [0, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute] as const

/** Wait after all further interruptions. Only an answer ends a delivery, so an interrupted mail is always retried. */
const maxWaitMs = 60 * minute

/**
 * How long after the start of the last, interrupted attempt the next one may start. Milliseconds. This way a mail that keeps
 * crashing the process (by using up all memory, say) lets others pass.
 */
function waitAfterInterruptions(past: Past): number {
  return waits[interruptionsOf(past) - 1] ?? maxWaitMs
}

/** After this many interruptions in a row, the mail itself may be crashing the process. */
const suspectAfter = 3

/** Whether a mail was interrupted so often that it must be sent alone. */
function isSuspect(past: Past): boolean {
  return interruptionsOf(past) >= suspectAfter
}

/** How many of the last attempts in a row had no answer, including an open one. Those that were ended in order have a code. */
function interruptionsOf(past: Past): number {
  const begun = past.filter(({ outcome, code }) => outcome !== 'interrupted' || code === null)
  return begun.length - 1 - begun.findLastIndex(({ outcome }) => outcome !== null && outcome !== 'interrupted')
}

/** A delivery in hand, with the attempt that was opened for it. */
export interface Begun {
  delivery: DeliveryTable
  number: number
  /** Earlier attempts that were answered and deferred, since an operator last had it tried again. Interrupted ones don't count. */
  answered: number
  /** The previous attempt was found open and closed as interrupted. */
  interrupted: boolean
  /** Why the merchant doesn't write to the address; undefined if it does. */
  suppression?: Suppression | undefined
}

/**
 * Why no attempt was opened. `over`: nothing is left to do. `busy`: another attempt is open and may still be running. `later`:
 * an open attempt was closed as interrupted, and the next one has to wait. `exclusive`: so many attempts were interrupted that this
 * mail may be crashing the process; begin again when no other mail is being sent.
 */
export type NotBegun = 'over' | 'busy' | 'later' | 'exclusive'
