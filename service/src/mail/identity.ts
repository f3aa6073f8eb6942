import { shownSenderName } from '../basics/sender-name.ts'
import type { Merchant } from '../merchants/merchants.ts'

/** The sender of a merchant's mails. `mailFrom` is the default address. */
export function senderOf({ name, settings }: Merchant, mailFrom: string): { name: string; address: string } {
  return { name: shownSenderName(settings.sender?.name ?? name), address: settings.sender?.address ?? mailFrom }
}

/** The domain of a merchant's Message-IDs, from the sender's address. */
export function mailDomainOf(merchant: Merchant, mailFrom: string): string {
  return senderOf(merchant, mailFrom).address.split('@').at(-1) ?? 'localhost'
}
