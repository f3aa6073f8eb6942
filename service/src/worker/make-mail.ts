import type { Engine, Offer } from 'counterfoil'
import { type OutgoingMail, senderOf } from '../mail/transport.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { Delivery } from '../outbox/delivery.ts'
import type { Receipt } from '../receipts/receipts.ts'
import { storedOptions } from '../receipts/stored-document.ts'

export interface MailParts {
  engine: Engine
  merchant: Merchant
  receipt: Receipt
  delivery: Delivery
  offers: readonly Offer[]
  /** Sender for merchants without their own. */
  mailFrom: string
}

/** Makes a delivery's mail, without the PDF. Every attempt gets the same mail. */
export function composeMail({ engine, merchant, receipt, delivery, offers, mailFrom }: MailParts): OutgoingMail {
  // A gift receipt isn't a copy of the buyer's.
  const copy = delivery.kind === 'resend' && delivery.variant !== 'gift' && merchant.settings.markCopies === true
  return {
    deliveryId: delivery.id,
    from: senderOf(merchant, mailFrom),
    to: delivery.email_address,
    messageId: delivery.message_id,
    date: new Date(delivery.created_at),
    content: engine.email(receipt.api_request, { ...storedOptions(receipt, offers, delivery.variant), copy }),
  }
}
