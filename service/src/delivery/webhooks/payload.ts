import type { DeliveryTable } from '../../database/tables.ts'

/** What a merchant's own system can be told. */
export const eventTypes = [
  'receipt.accepted',
  'receipt.erased',
  'delivery.sent',
  'delivery.deferred',
  'delivery.failed',
  'delivery.bounced',
  'delivery.complained',
  'till.silent',
  'report.ready',
] as const

/** One of them. */
export type EventType = (typeof eventTypes)[number]

/** Sent by the button that tries an endpoint; every endpoint gets it. */
export const testType = 'webhook.test'

/** The version of the payloads: it is raised when a field goes or means something else. */
export const payloadVersion = 1

/** What happened, as its transaction records it. */
export interface WebhookEvent {
  type: EventType | typeof testType
  merchantId: string
  receiptId?: string
  deliveryId?: string
  /** Ids, amounts, times and codes; nothing about the customer. */
  data: Readonly<Record<string, unknown>>
  /** What endpoints that ask for it are told about the customer. */
  customer?: Readonly<Record<string, unknown>>
}

/** A delivery, as far as events tell of it. */
export type FollowedDelivery = Pick<DeliveryTable, 'id' | 'kind' | 'merchant_id' | 'receipt_id' | 'email_address'>

/**
 * What a merchant's own systems are told of a delivery.
 *
 * @param more besides its ids and kind; nothing about the customer
 */
export function deliveryEvent(
  type: Extract<EventType, `delivery.${string}`>,
  { id, kind, merchant_id, receipt_id, email_address }: FollowedDelivery,
  more: WebhookEvent['data'],
): WebhookEvent {
  return {
    ...{ type, merchantId: merchant_id, receiptId: receipt_id, deliveryId: id },
    data: { kind, ...more },
    customer: { emailAddress: email_address },
  }
}
