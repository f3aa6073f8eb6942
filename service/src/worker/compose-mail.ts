import type { Engine, LocaleDecision, Offer, ReceiptOptions, Variant } from 'counterfoil'
import type { DeliveryTable, ReceiptTable } from '../database/tables.ts'
import type { OutgoingMail } from '../mail/transport.ts'
import type { Merchant } from '../merchants/merchants.ts'

export interface MailParts {
  engine: Engine
  merchant: Merchant
  receipt: ReceiptTable
  delivery: DeliveryTable
  offers: readonly Offer[]
  /** Sender of merchants that name none. */
  mailFrom: string
}

/** The mail of a delivery, without a PDF. The same receipt gives the same mail at every attempt. */
export function composeMail({ engine, merchant, receipt, delivery, offers, mailFrom }: MailParts): OutgoingMail {
  // A gift receipt is no copy of the buyer's.
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

/** What makes a receipt the same document as on its first day. */
export function storedOptions(
  receipt: ReceiptTable,
  offers: readonly Offer[],
  variant?: Variant | null,
): ReceiptOptions {
  return { locale: JSON.parse(receipt.locale) as LocaleDecision, offers, ...(variant && { variant }) }
}

export function senderOf({ name, settings }: Merchant, mailFrom: string): { name: string; address: string } {
  return { name: settings.sender?.name ?? name, address: settings.sender?.address ?? mailFrom }
}

/** What follows the `@` of the sender's address. */
export function mailDomainOf(merchant: Merchant, mailFrom: string): string {
  return senderOf(merchant, mailFrom).address.split('@').at(-1) ?? 'localhost'
}

/** Name of a receipt's PDF: its number, of which only letters, digits and hyphens may stand in a file name. */
export function pdfName(
  { transaction_number, id }: Pick<ReceiptTable, 'transaction_number' | 'id'>,
  variant?: Variant | null,
): string {
  const number = transaction_number
    .replace(/[^0-9A-Za-z-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
  return `${variant === 'gift' ? 'gift-receipt' : 'receipt'}-${number || id}.pdf`
}
