import { newIdAt } from '../../basics/ids.ts'
import { createDatabaseCache } from '../../database/cache.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { insertMany } from '../../database/rows.ts'
import type { WebhookMessageTable } from '../../database/tables.ts'
import type { WebhookEvent } from './payload.ts'

/**
 * Records what happened, for the endpoints of its merchant that listen for it, in the transaction that makes it true. Without endpoints
 * it costs no statement, but for a look each second; an endpoint that was made within the last second may miss an event.
 *
 * @param eventsOf makes them; not called if nobody listens
 * @param at milliseconds since 1970
 */
export async function recordEvents(
  transaction: Transaction,
  eventsOf: () => readonly WebhookEvent[],
  at: number,
): Promise<void> {
  const listening = await listenersIn(transaction)
  if (listening.size === 0) return
  const messages = eventsOf().flatMap(event =>
    (listening.get(event.merchantId) ?? []).flatMap(endpoint =>
      endpoint.events.has(event.type) ? [messageOf(endpoint, event, at)] : [],
    ),
  )
  await insertMany(transaction, 'webhook_messages', messages)
}

/** Whether a merchant's events have to be recorded at all, as of at most a second ago. */
export async function hasListener(db: Database, merchantId: string, type: WebhookEvent['type']): Promise<boolean> {
  return ((await listenersIn(db)).get(merchantId) ?? []).some(({ events }) => events.has(type))
}

/** The merchants with an endpoint that is on, as of at most a second ago. */
export async function listeningMerchants(db: Database): Promise<string[]> {
  return [...(await listenersIn(db)).keys()]
}

/** An endpoint, as far as it decides what is recorded. */
interface Listener {
  id: string
  events: ReadonlySet<string>
  withCustomer: boolean
  blockedUntil: number
}

const listeners = createDatabaseCache<ReadonlyMap<string, Listener[]>>(1, 1000)

function listenersIn(db: Database): Promise<ReadonlyMap<string, Listener[]>> {
  return listeners.get(db, '', async () => {
    const rows = await db
      .selectFrom('webhook_endpoints')
      .select(['id', 'merchant_id', 'events', 'customer_data', 'blocked_until'])
      .where('off_at', 'is', null)
      .orderBy('created_at')
      .execute()
    const all = Map.groupBy(rows, ({ merchant_id }) => merchant_id)
    return new Map(
      [...all].map(([merchantId, some]) => [
        merchantId,
        some.map(({ id, events, customer_data, blocked_until }) => ({
          id,
          events: new Set(JSON.parse(events) as string[]),
          withCustomer: customer_data === 1,
          blockedUntil: Number(blocked_until ?? 0),
        })),
      ]),
    )
  })
}

/** Makes this process see at once that endpoints have changed. */
export function forgetListeners(db: Database): void {
  listeners.forget(db, '')
}

/** A message that is written for an endpoint. */
type NewMessage = Omit<WebhookMessageTable, 'seq' | 'lane' | 'worker' | 'attempt_count' | 'tries' | 'finished_at'>

/** The message that tells an endpoint of an event. While the endpoint doesn't answer, new ones wait apart. */
export function messageOf(
  { id, withCustomer, blockedUntil }: Pick<Listener, 'id' | 'withCustomer' | 'blockedUntil'>,
  { type, merchantId, receiptId, deliveryId, data, customer }: WebhookEvent,
  at: number,
): NewMessage {
  return {
    id: newIdAt(at),
    endpoint_id: id,
    merchant_id: merchantId,
    receipt_id: receiptId ?? '',
    delivery_id: deliveryId ?? '',
    type,
    data: JSON.stringify({ merchantId, receiptId, deliveryId, ...data }),
    erased: type === 'receipt.erased' ? 1 : 0,
    customer: withCustomer && customer ? JSON.stringify(customer) : null,
    created_at: at,
    status: blockedUntil > at ? 'parked' : 'queued',
    due_at: at,
  }
}
