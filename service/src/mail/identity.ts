import type { Merchant } from '../merchants/merchants.ts'

/** Whom a merchant's mails are from. `mailFrom` is the address of merchants that name none. */
export function senderOf({ name, settings }: Merchant, mailFrom: string): { name: string; address: string } {
  return { name: settings.sender?.name ?? name, address: settings.sender?.address ?? mailFrom }
}

/** The domain of a merchant's Message-IDs: what follows the `@` of the sender's address. */
export function mailDomainOf(merchant: Merchant, mailFrom: string): string {
  return senderOf(merchant, mailFrom).address.split('@').at(-1) ?? 'localhost'
}
