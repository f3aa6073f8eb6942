import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { countryOf } from '../standards/country.ts'

/** Every currency in a receipt, the main one first. With more than one, none may be shown as a bare symbol. */
export function currenciesOf(receipt: ReceiptData, currency: string | undefined): string[] {
  const { items = [], tenders = [] } = receipt
  const all = new Set<string>()
  const add = (code: string | undefined) => {
    if (code !== undefined) all.add(code)
  }
  add(currency)
  for (const tender of tenders) add(tender.currency)
  for (const { giftCard } of items) add(giftCard?.balance?.currencyCode)
  for (const { giftCard } of tenders) add(giftCard?.balance?.currencyCode)
  return [...all]
}

/**
 * The store's country, ISO 3166-1 alpha-2, whether its address has a code or a value ("CA", "CAN", "Canada"); undefined if
 * unknown. Decided only here; language, phone, address and money follow.
 */
export function storeCountryOf({ workstation }: Pick<ReceiptData, 'workstation'>): string | undefined {
  return countryOf(workstation.store.address.country)
}
