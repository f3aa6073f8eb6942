import type { DeliveryTable } from '../../database/tables.ts'
import type { EventType, WebhookEvent } from './payload.ts'

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
